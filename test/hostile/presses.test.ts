import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccountOf } from '../../src/checks/accounts.ts';
import type { Adapter } from '../../src/core/adapter.ts';
import { systemClock } from '../../src/core/clock.ts';
import { defineCommand } from '../../src/core/command.ts';
import { Lifetime } from '../../src/core/lifetime.ts';
import { reply } from '../../src/core/reply.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { Requests } from '../../src/requests/requests.ts';
import { StoreHealth } from '../../src/store/health.ts';
import { openStore } from '../../src/store/open.ts';
import { stageDiscord } from '../adapters/discord/stage.ts';
import { type Stage, stageTelegram } from '../adapters/telegram/stage.ts';
import { ASKER, CHANNEL, OTHER } from '../support/discord/fake.ts';
import { suggestNothing } from '../support/inbox.ts';

const GROUP = -1001;
const log = createLog({ level: 'silent', secrets: [], readable: false });

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

/** Requests that run the command, behind an adapter. */
async function requestsFor(adapter: Adapter) {
  const { store, seal } = await openStore({
    url: 'sqlite://:memory:',
    secret: undefined,
    clock: systemClock,
  });
  const lifetime = new Lifetime(() => undefined);
  const nothing = (): void => undefined;
  return new Requests({
    lifetime,
    store,
    seal,
    log,
    clock: systemClock,
    commands: [echo],
    textCommand: 'echo',
    adapterOf: () => adapter,
    accountOf: createAccountOf(),
    raise: () => undefined,
    health: new StoreHealth({
      sql: store.sql,
      keyv: store.keyv,
      lifetime,
      clock: systemClock,
      onFailing: nothing,
      onHealed: nothing,
    }),
    access: { allowed: [], admins: [] },
  });
}

async function started(): Promise<Stage> {
  // By a faster clock, a pop-up would come too late on a busy machine.
  const stage = await stageTelegram({ clock: systemClock });
  const requests = await requestsFor(stage.adapter);
  stage.telegram.chats.groups.add(GROUP);
  await stage.start(requests.receive);
  return stage;
}

describe('a press that a client has made up', () => {
  it('of one’s own button in another person’s message leaves that message as it is', async () => {
    const stage = await started();
    stage.ann.say('/imei 490154203237518', { group: GROUP });
    await expect.poll(() => stage.shown()).toHaveLength(1);
    stage.bob.say('/imei 356938035643809', { group: GROUP });
    await expect.poll(() => stage.shown()).toHaveLength(2);
    const [anns, bobs] = stage.shown();
    if (anns === undefined || bobs === undefined) throw new Error('nothing is shown');
    const before = anns.text;
    stage.bob.press({ ...anns, keyboard: bobs.keyboard }, 'More');
    await expect
      .poll(() => stage.telegram.callsOf('answerCallbackQuery'))
      .toMatchObject([{ payload: { show_alert: true } }]);
    // What is real still works, and comes after.
    stage.bob.press(bobs, 'More');
    await expect.poll(() => bobs.text).toContain('again');
    expect(anns.text).toBe(before);
  });

  it('on a button for its asker alone shows nothing to anybody else', async () => {
    const stage = await started();
    await expect.poll(() => stage.telegram.descriptions.has('description')).toBe(true);
    stage.ann.say('/imei 490154203237518', { group: GROUP });
    await expect.poll(() => stage.shown()).toHaveLength(1);
    const [shared] = stage.shown();
    if (shared === undefined) throw new Error('nothing is shown');
    const button = shared.keyboard.flat().find(({ text }) => text === 'Whole');
    if (button === undefined || !('callback_data' in button)) throw new Error('no button');
    stage.bob.press(shared, 'Whole');
    await expect.poll(() => stage.telegram.callsOf('answerCallbackQuery')).toHaveLength(1);
    expect(stage.telegram.callsOf('answerCallbackQuery')).toMatchObject([
      { payload: { show_alert: true } },
    ]);
    expect(stage.telegram.ephemerals.shown).toEqual([]);
    // Each in a message of its own: several presses of one button are answered once.
    for (const [index, mode] of ['new', 'shared', 'here'].entries()) {
      stage.ann.say(`/imei ${index}`, { group: GROUP });
      const asked = () => stage.shown().find(({ text }) => text.includes(`Answer to ${index}`));
      await expect.poll(() => asked()?.keyboard.length).toBe(1);
      const own = asked() ?? expect.fail('nothing is shown');
      const [[whole] = []] = own.keyboard;
      if (whole === undefined || !('callback_data' in whole)) throw new Error('no button');
      const forged = { ...whole, callback_data: whole.callback_data.replace(/^\w+/, mode) };
      stage.ann.press({ ...own, keyboard: [[forged]] }, 'Whole');
    }
    const all = (): string => stage.shown().reduce((text, one) => `${text}${one.text}\n`, '');
    await expect.poll(() => all().match(/✅ shared/g)).toHaveLength(3);
    expect(all()).not.toContain('private');
    stage.ann.press({ ...shared, keyboard: [[button]] }, 'Whole');
    await expect
      .poll(() => stage.telegram.ephemerals.shown.map(({ only, text }) => [only, text]))
      .toEqual([[11, '✅ private']]);
  });

  it('shows others no more on Discord either, and its asker alone what the real one shows', async () => {
    const { discord, adapter, close } = await stageDiscord();
    onTestFinished(close);
    const requests = await requestsFor(adapter);
    await adapter.start(requests.receive, suggestNothing);
    discord.say('/imei 490154203237518', { channel: CHANNEL, mention: 'bot' });
    await expect.poll(() => discord.shownTo(OTHER)).toContain('[Whole]');
    const whole = discord.world.messages[0]?.body.components?.[0]?.components[0]?.custom_id ?? '';
    // Discord names no button of the message for these: they are left alone.
    discord.press('Whole', { user: OTHER, customId: whole.replace(ASKER, OTHER) });
    for (const mode of ['new', 'shared', 'here'])
      discord.press('Whole', { customId: whole.replace(/^\w+/, mode) });
    discord.press('Whole', { user: OTHER });
    await expect.poll(() => discord.shownTo(OTHER)).toContain('This button is for someone else');
    expect(discord.shownTo(ASKER)).not.toMatch(/^private$/m);
    discord.press('Whole', { customId: whole });
    await expect.poll(() => discord.shownTo(ASKER)).toMatch(/^private$/m);
    expect(discord.shownTo(OTHER)).not.toMatch(/^private$/m);
    expect(discord.shownTo(ASKER)).not.toMatch(/^shared$/m);
  });
});
