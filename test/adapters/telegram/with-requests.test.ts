import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { type Command, defineCommand } from '../../../src/core/command.ts';
import { reply } from '../../../src/core/reply.ts';
import { createLog } from '../../../src/ops/log/log.ts';
import { createRequests, type Requests } from '../../../src/requests/requests.ts';
import { createStoreHealth } from '../../../src/store/health.ts';
import { openStore } from '../../../src/store/open.ts';
import { slowClock } from '../../support/telegram/clock.ts';
import { eventually, type Stage, stageTelegram } from './stage.ts';

const IMEI = '490154203237518';

describe('Telegram with the journal behind it', () => {
  it('answers a repeated update once', async () => {
    const { stage } = await started(answering('NOKIA 3310'));
    stage.ann.say(IMEI);
    await eventually(() => expect(stage.shown()).toHaveLength(1));
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
    for (const update of stage.ann.updates) stage.telegram.updates.repeat(update);
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
    expect(stage.shown()).toHaveLength(1);
  });

  it('answers after a restart what was asked before it, in the same message', async () => {
    const kept = await openStore('sqlite://:memory:', undefined, systemClock);
    const before = await started(hanging(), kept);
    before.stage.ann.say(IMEI);
    await eventually(() => expect(before.stage.shown().map(({ text }) => text)).toEqual(['⏳ Waiting']));
    await before.stage.adapter.stop();
    const after = await started(answering('NOKIA 3310'), kept, { apiUrl: before.stage.telegram.url });
    await after.requests.resume('telegram');
    await eventually(() => expect(before.stage.shown().map(({ text }) => text)).toEqual(['✅ NOKIA 3310']));
  });

  it('has buttons for the asker alone', async () => {
    // Who is refused is told so in a pop-up within half a second.
    const { stage } = await started(answering('NOKIA 3310'), undefined, { clock: slowClock() });
    const group = -1001;
    stage.telegram.chats.groups.add(group);
    stage.ann.say(`/imei ${IMEI}`, { group });
    const message = await first(stage);
    stage.bob.press(message, 'Full details');
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery')).toMatchObject([
        { payload: { show_alert: true } },
      ]),
    );
    expect(message.text).toBe('✅ NOKIA 3310');
    stage.ann.press(message, 'Full details');
    await eventually(() => expect(message.text).toBe('✅ All of it'));
  });
});

function imei(run: (text: string) => AsyncGenerator<ReturnType<typeof reply>>): Command {
  return defineCommand({
    name: 'imei',
    audience: 'everyone',
    options: [{ name: 'imei', kind: 'text', required: true }],
    run: ({ options }) => run(options.imei),
  });
}

function answering(title: string): Command {
  return imei(async function* (text) {
    if (text === 'full') yield reply({ tone: 'good', title: 'All of it' });
    else
      yield reply({
        tone: 'good',
        title,
        actions: [
          {
            id: 'full',
            label: 'Full details',
            opens: 'here',
            effect: { kind: 'invoke', command: 'imei', options: { kind: 'text', text: 'full' } },
          },
        ],
      });
  });
}

/** As a process that is killed in the middle. */
function hanging(): Command {
  return imei(async function* () {
    yield reply({ tone: 'progress', title: 'Waiting' });
    await new Promise(() => undefined);
  });
}

type Kept = Awaited<ReturnType<typeof openStore>>;

async function started(
  command: Command,
  kept?: Kept,
  options: Parameters<typeof stageTelegram>[0] = {},
): Promise<{ stage: Stage; requests: Requests }> {
  const { store, seal } = kept ?? (await openStore('sqlite://:memory:', undefined, systemClock));
  const stage = await stageTelegram({ clock: systemClock, ...options });
  const log = createLog({ level: 'silent', secrets: [], readable: false });
  const quiet = { onFailing: () => undefined, onHealed: () => undefined };
  const requests = createRequests({
    raise: () => undefined,
    commands: [command],
    adapters: [stage.adapter],
    store,
    seal,
    health: createStoreHealth({ store, clock: systemClock, ...quiet }),
    clock: systemClock,
    log,
    access: { allowed: [], admins: [] },
    maxAgeMs: 86_400_000,
  });
  await stage.start(requests.receive);
  return { stage, requests };
}

async function first(stage: Stage) {
  await eventually(() => expect(stage.shown()).not.toHaveLength(0));
  const [message] = stage.shown();
  if (message === undefined) throw new Error('nothing is shown');
  return message;
}
