import { expect, it, onTestFinished } from 'vitest';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import { defineCommand } from '../../src/core/command/command.ts';
import { reply } from '../../src/core/reply/reply.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { stageDiscord } from '../adapters/discord/stage.ts';
import { GROUP, type Stage, stageTelegram } from '../adapters/telegram/stage.ts';
import { ASKER, CHANNEL, OTHER } from '../support/discord/fake.ts';
import { suggestNothing } from '../support/inbox.ts';
import { requestsBehind } from '../support/requests.ts';
import { createMemoryDatabase } from '../support/store/memory-sql.ts';
import type { ShownMessage } from '../support/telegram/chats.ts';

/** Answers with what was asked, and a button that has its answer take the place of the reply. */
const echo = defineCommand({
  name: 'imei',
  options: [{ name: 'imei', kind: 'text', required: true }],
  run: async function* ({ options: { imei }, visibility }) {
    yield reply({
      tone: 'good',
      title: imei === 'whole' ? visibility : `Answer to ${imei}`,
      actions: [
        {
          id: 'whole',
          label: 'Whole',
          opens: 'new',
          effect: {
            kind: 'invoke',
            command: 'imei',
            visibility: 'private',
            options: { kind: 'text', text: 'whole' },
          },
        },
        {
          id: 'more',
          label: 'More',
          opens: 'here',
          effect: {
            kind: 'invoke',
            command: 'imei',
            options: { kind: 'text', text: `${imei} again` },
          },
        },
      ],
    });
  },
});

it('a press that a Telegram client has made up shows nobody more than a shared answer', async () => {
  const stage = await echoing();
  const anns = await annsAnswer(stage);
  stage.bob.say('/imei 356938035643809', { group: GROUP });
  await expect.poll(() => stage.shown()).toHaveLength(2);
  const [, bobs = expect.unreachable()] = stage.shown();
  const before = anns.text;
  // One’s own button in the message of another person leaves that message as it is.
  stage.bob.press({ ...anns, keyboard: bobs.keyboard }, 'More');
  await expect.poll(() => popUps(stage)).toEqual([true]);
  // A button for its asker alone shows nothing to anybody else.
  stage.bob.press(anns, 'Whole');
  await expect.poll(() => popUps(stage)).toEqual([true, true]);
  expect(stage.telegram.ephemerals.shown).toEqual([]);
  // What is real still works, and comes after.
  stage.bob.press(bobs, 'More');
  await expect.poll(() => bobs.text).toContain('again');
  expect(anns.text).toBe(before);
  stage.ann.press(anns, 'Whole');
  await expect
    .poll(() => stage.telegram.ephemerals.shown.map(({ only, text }) => [only, text]))
    .toEqual([[11, '✅ private']]);
});

it.each(['new', 'shared', 'here'])(
  'a press that a Telegram client has made up of one’s own button shows a shared answer: %s',
  async (mode) => {
    const stage = await echoing();
    const own = await annsAnswer(stage);
    const [[whole] = []] = own.keyboard;
    if (whole === undefined || !('callback_data' in whole)) throw new Error('no button');
    const forged = { ...whole, callback_data: whole.callback_data.replace(/^\w+/, mode) };
    stage.ann.press({ ...own, keyboard: [[forged]] }, 'Whole');
    const texts = (): readonly string[] => stage.shown().map(({ text }) => text);
    await expect.poll(texts).toContain('✅ shared');
    expect(texts()).not.toContain('✅ private');
  },
);

it('a press that a Discord client has made up gets the reply that the button no longer works', async () => {
  const { discord, adapter, close } = await stageDiscord();
  onTestFinished(close);
  await adapter.start(echoBehind(adapter).receive, suggestNothing);
  discord.say('/imei 490154203237518', { channel: CHANNEL, mention: 'bot' });
  await expect.poll(() => discord.shownTo(OTHER)).toContain('[Whole]');
  const whole = discord.world.messages[0]?.body.components?.[0]?.components[0]?.custom_id ?? '';
  discord.press('Whole', { user: OTHER, customId: whole.replace(ASKER, OTHER) });
  for (const mode of ['new', 'shared', 'here']) {
    discord.press('Whole', { customId: whole.replace(/^\w+/, mode) });
  }
  const refusals = (user: string) => discord.shownTo(user).match(/This button no longer works/g);
  await expect.poll(() => refusals(OTHER)).toHaveLength(1);
  await expect.poll(() => refusals(ASKER)).toHaveLength(3);
  // What is real is another person's, or shows its asker alone the whole answer.
  discord.press('Whole', { user: OTHER });
  await expect.poll(() => discord.shownTo(OTHER)).toContain('This button is for someone else');
  expect(discord.shownTo(ASKER)).not.toMatch(/^(private|shared)$/m);
  discord.press('Whole', { customId: whole });
  await expect.poll(() => discord.shownTo(ASKER)).toMatch(/^private$/m);
  expect(discord.shownTo(OTHER)).not.toMatch(/^(private|shared)$/m);
});

/** Requests that run the command, behind an adapter. */
function echoBehind(adapter: Adapter) {
  const database = createMemoryDatabase(systemClock);
  return requestsBehind(adapter, { database, clock: systemClock, commands: [echo] });
}

/** A group in Telegram whose bot has the command. */
async function echoing(): Promise<Stage> {
  // By a faster clock, a pop-up would come too late on a busy machine.
  const stage = await stageTelegram({ clock: systemClock });
  stage.telegram.chats.groups.add(GROUP);
  await stage.start(echoBehind(stage.adapter).receive);
  return stage;
}

async function annsAnswer(stage: Stage): Promise<ShownMessage> {
  stage.ann.say('/imei 490154203237518', { group: GROUP });
  await expect.poll(() => stage.shown()).toHaveLength(1);
  return stage.shown()[0] ?? expect.unreachable();
}

/** Whether each press was answered by a pop-up. */
function popUps({ telegram }: Stage) {
  return telegram.callsOf('answerCallbackQuery').map(({ payload }) => payload.show_alert);
}
