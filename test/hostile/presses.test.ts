import { describe, expect, it } from 'vitest';
import { createSavedCommands } from '../../src/adapters/telegram/inline.ts';
import { systemClock } from '../../src/core/clock.ts';
import { defineCommand } from '../../src/core/command.ts';
import { reply } from '../../src/core/reply.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { createButtons } from '../../src/requests/buttons.ts';
import { createRequests } from '../../src/requests/requests.ts';
import { createStoreHealth } from '../../src/store/health.ts';
import { openStore } from '../../src/store/open.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createMessageTable } from '../../src/store/schema/message.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { eventually, type Stage, stageTelegram } from '../adapters/telegram/stage.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';

const GROUP = -1001;
const log = createLog({ level: 'silent', secrets: [], readable: false });

/** Answers with what was asked, and a button that has its answer take the place of the reply. */
const echo = defineCommand({
  name: 'imei',
  audience: 'everyone',
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
            ...{ kind: 'invoke', command: 'imei', visibility: 'private' },
            options: { kind: 'text', text: 'whole' },
          },
        },
        {
          id: 'more',
          label: 'More',
          opens: 'here',
          effect: { kind: 'invoke', command: 'imei', options: { kind: 'text', text: `${imei} again` } },
        },
      ],
    });
  },
});

async function started(): Promise<Stage> {
  const { store, seal } = await openStore('sqlite://:memory:', undefined, systemClock);
  const stage = await stageTelegram({ clock: systemClock });
  const requests = createRequests({
    ...{ store, seal, log, clock: systemClock, maxAgeMs: 86_400_000 },
    commands: [echo],
    adapters: [stage.adapter],
    raise: () => undefined,
    health: createStoreHealth({
      ...{ store, clock: systemClock, onFailing: () => undefined, onHealed: () => undefined },
    }),
    access: { allowed: [], admins: [] },
  });
  stage.telegram.chats.groups.add(GROUP);
  await stage.start(requests.receive);
  return stage;
}

const SECRET = '0123456789abcdef'.repeat(4);

describe('a press that a client has made up', () => {
  it('of one’s own button in another person’s message leaves that message as it is', async () => {
    const stage = await started();
    stage.ann.say('/imei 490154203237518', { group: GROUP });
    await eventually(() => expect(stage.shown()).toHaveLength(1));
    stage.bob.say('/imei 356938035643809', { group: GROUP });
    await eventually(() => expect(stage.shown()).toHaveLength(2));
    const [anns, bobs] = stage.shown();
    if (anns === undefined || bobs === undefined) throw new Error('nothing is shown');
    const before = anns.text;
    stage.bob.press({ ...anns, keyboard: bobs.keyboard }, 'More');
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery')).toMatchObject([
        { payload: { show_alert: true } },
      ]),
    );
    // What is real still works, and comes after.
    stage.bob.press(bobs, 'More');
    await eventually(() => expect(bobs.text).toContain('again'));
    expect(anns.text).toBe(before);
  });

  it('of a button that shows its asker more shows others no more, and nothing to who is not its asker', async () => {
    const stage = await started();
    await eventually(() => expect(stage.telegram.descriptions.has('description')).toBe(true));
    stage.ann.say('/imei 490154203237518', { group: GROUP });
    await eventually(() => expect(stage.shown()).toHaveLength(1));
    const [shared] = stage.shown();
    if (shared === undefined) throw new Error('nothing is shown');
    const button = shared.keyboard.flat().find(({ text }) => text === 'Whole');
    if (button === undefined || !('callback_data' in button)) throw new Error('no button');
    stage.bob.press(shared, 'Whole');
    await eventually(() => expect(stage.telegram.callsOf('answerCallbackQuery')).toHaveLength(1));
    expect(stage.telegram.callsOf('answerCallbackQuery')).toMatchObject([{ payload: { show_alert: true } }]);
    expect(stage.telegram.ephemerals.shown).toEqual([]);
    for (const mode of ['n', 's', 'h']) {
      const forged = { ...button, callback_data: `${mode}${button.callback_data.slice(1)}` };
      stage.ann.press({ ...shared, keyboard: [[forged]] }, 'Whole');
    }
    const all = (): string => stage.shown().reduce((text, one) => `${text}${one.text}\n`, '');
    await eventually(() => expect(all().match(/✅ shared/g)).toHaveLength(3));
    expect(all()).not.toContain('private');
    stage.ann.press({ ...shared, keyboard: [[button]] }, 'Whole');
    await eventually(() =>
      expect(stage.telegram.ephemerals.shown.map(({ only, text }) => [only, text])).toEqual([
        [11, '✅ private'],
      ]),
    );
  });

  it('of one’s own inline result in another person’s inline message checks nothing', async () => {
    const seal = createSeal(SECRET);
    const messages = createMessageTable(createMemorySql(), seal, systemClock);
    const { claim } = createSavedCommands({ messages, ...seal });
    expect(await claim('ann’s message', 11)).toBe(true);
    expect(await claim('ann’s message', 22)).toBe(false);
    expect(await claim('bob’s message', 22)).toBe(true);
    expect(await claim('ann’s message', 11)).toBe(true);
  });

  it('of a token that nobody was given does nothing, and cannot be worked out from the request', async () => {
    const stage = await started();
    stage.ann.say('/imei 490154203237518', { group: GROUP });
    await eventually(() => expect(stage.shown()).toHaveLength(1));
    for (const data of ['h', 'n.', 'hconstructor.more', `h${'A'.repeat(22)}.more`, 'h\u0000', 'x'.repeat(64)])
      stage.bob.pressData('somewhere', data);
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery').length).toBeGreaterThanOrEqual(6),
    );
    expect(stage.shown()).toHaveLength(1);
  });
});

it('forgetting somebody’s buttons takes nobody else’s', async () => {
  const sql = createMemorySql();
  const seal = createSeal(SECRET);
  const buttons = createButtons({
    table: createButtonTable(sql, seal),
    seal,
    clock: systemClock,
    onError: (error) => {
      throw error;
    },
  });
  for (let person = 0; person < 500; person += 1) {
    const requestId = `test:${person}`;
    const action = { id: 'no', label: 'No', opens: 'here', effect: { kind: 'dismiss' } } as const;
    const from = { requestId, requester: `test:user:${person % 250}` } as const;
    buttons.offer(reply({ tone: 'good', title: '', actions: [action] }), from);
    buttons.shown(from, undefined);
    buttons.over(from);
  }
  await buttons.forget('test:user:7');
  expect(await sql.read`SELECT id FROM button`).toHaveLength(498);
});
