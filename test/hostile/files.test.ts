import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileUnreadable, type Principal } from '../../src/core/adapter.ts';
import { deferred } from '../../src/core/async/promises.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { hostileTables, TABLE_ANSWERED } from '../support/files/hostile-files.ts';
import { freePort } from '../support/free-port.ts';
import { mainThreadMs } from '../support/measure/processor-time.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import {
  emptyDirectory,
  eventually,
  type MainProcess,
  serviceWith,
  startMain,
} from '../support/process/process-main.ts';
import { SLOW } from '../support/process/slow.ts';

const en = sayIn('en');

const FILES = hostileTables(0.2);
/** A bot that reads them itself is held up for many times as long. */
const HELD_UP_MS = 1_000;

const TOO_MANY = en(`files.unreadable.${'too-many-yours'}.title`);

async function startedWith(files: typeof FILES) {
  const directory = await emptyDirectory();
  for (const { name, content } of files) await writeFile(join(directory, name), content());
  const port = await freePort();
  const start = () =>
    startMain({
      directory,
      environment: { HTTP_PORT: String(port), TMPDIR: directory, SHUTDOWN_GRACE: '1s' },
    });
  const health = () => fetch(`http://127.0.0.1:${port}/healthz`);
  /** What else the bot's own thread does until the health check answers, in milliseconds of a processor. */
  const heldUpMs = async ({ pid }: MainProcess): Promise<number> => {
    const clock = () => mainThreadMs(pid) ?? performance.now();
    const from = clock();
    await health();
    return clock() - from;
  };
  const up = () =>
    eventually(() =>
      health().then(
        () => true,
        () => false,
      ),
    );
  return { start, heldUpMs, up };
}

describe('a file of chats that speak for themselves', () => {
  it('is one of five, whoever of them sends it: their owner may have a hundred, and others send files too', async () => {
    const { environment } = await serviceWith({});
    const held = deferred<never>();
    const bot = await startBotInHand(
      'telegram',
      { ...environment, SHUTDOWN_GRACE: '1s' },
      () => held.promise,
    );
    onTestFinished(() => bot.stop());
    const send = (requester: Principal) => {
      const file = { name: 'list.csv', location: 'x' };
      return bot.ask({
        requester,
        ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '', file } },
      });
    };
    const ends = Array.from({ length: 6 }, (_, chat) => send(`telegram:chat:-100${chat}`));
    expect((await Promise.race(ends)).title).toBe(TOO_MANY);
    const persons = send('telegram:user:1');
    held.reject(new FileUnreadable('gone', 'on purpose'));
    for (const end of [...ends.slice(0, 5), persons]) expect((await end).title).not.toBe(TOO_MANY);
  });
});

it('that is made to freeze the bot does not, also after a kill in the middle of it', SLOW, async () => {
  const { start, heldUpMs, up } = await startedWith(FILES);
  const killed = start();
  await up();
  for (const { name } of FILES) killed.say(`/imei file:${name}`);
  await eventually(() => killed.stdout.length + killed.stderr.length > 0);
  killed.signal('SIGKILL');
  await killed.ended;

  const next = start();
  await up();
  for (const { name } of FILES) next.say(`/imei file:${name}`);
  let slowest = 0;
  const answers = () => next.stdout.match(TABLE_ANSWERED) ?? [];
  await eventually(async () => {
    slowest = Math.max(slowest, await heldUpMs(next));
    await delay(20);
    return answers().length === FILES.length;
  });
  // A frozen bot took minutes.
  expect(slowest).toBeLessThan(HELD_UP_MS);
  next.signal('SIGTERM');
  expect((await next.ended).exitCode).toBe(0);
});
