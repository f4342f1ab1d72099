import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FileUnreadable } from '../../src/core/adapter/file-access.ts';
import type { Principal } from '../../src/core/principal.ts';
import { deferred } from '../../src/core/promises.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { freePort } from '../support/free-port.ts';
import { mainThreadMs } from '../support/measure/processor-time.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { serviceWith, startMain } from '../support/process/process-main.ts';
import { hostileTables, TABLE_ANSWERED } from './hostile-files.ts';

const en = sayIn('en');

/** One of them, since the tables are read alike; `files.night` has all, at their whole size. */
const FILES = hostileTables(0.2).slice(1, 2);
/** A bot that reads them itself is held up for many times as long. */
const HELD_UP_MS = 1_000;

const TOO_MANY = en(`files.unreadable.${'too-many-yours'}.title`);

it('five files of all chats of one owner are taken at once, and those of others too', async () => {
  const { environment } = await serviceWith({});
  const held = deferred<never>();
  const bot = await startBotInHand(
    'telegram',
    { ...environment, SHUTDOWN_GRACE: '1s' },
    () => held.promise,
  );
  const send = (requester: Principal) => {
    const options = { kind: 'text', text: '', file: { name: 'list.csv', location: 'x' } } as const;
    return bot.ask({ requester, input: { kind: 'command', name: 'imei', options } });
  };
  const ends = Array.from({ length: 6 }, (_, chat) => send(`telegram:chat:-100${chat}`));
  expect((await Promise.race(ends)).title).toBe(TOO_MANY);
  const persons = send('telegram:user:1');
  held.reject(new FileUnreadable('gone', 'on purpose'));
  for (const end of [...ends.slice(0, 5), persons]) expect((await end).title).not.toBe(TOO_MANY);
});

it('files that are made to freeze the bot leave it answering others, also after a kill', async () => {
  const directory = await emptyDirectory();
  for (const { name, content } of FILES) await writeFile(join(directory, name), content());
  const port = await freePort();
  const environment = { HTTP_PORT: String(port), TMPDIR: directory, SHUTDOWN_GRACE: '1s' };
  const health = () => fetch(`http://127.0.0.1:${port}/healthz`);
  const started = async () => {
    const bot = startMain({ directory, environment });
    await expect
      .poll(() =>
        health().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    return bot;
  };
  const killed = await started();
  for (const { name } of FILES) killed.say(`/imei file:${name}`);
  await expect.poll(() => killed.stdout.length + killed.stderr.length).toBeGreaterThan(0);
  killed.signal('SIGKILL');
  await killed.ended;

  const bot = await started();
  for (const { name } of FILES) bot.say(`/imei file:${name}`);
  let slowest = 0;
  const answers = () => bot.stdout.match(TABLE_ANSWERED) ?? [];
  const clock = () => mainThreadMs(bot.pid) ?? performance.now();
  const isAnswered = (count: number) => async () => {
    // What else the bot's own thread does until the health check answers.
    const from = clock();
    await health();
    slowest = Math.max(slowest, clock() - from);
    await delay(20);
    return answers().length >= count;
  };
  // On a busy machine each takes its time.
  for (const index of FILES.keys()) await expect.poll(isAnswered(index + 1)).toBe(true);
  // A frozen bot took minutes.
  expect(slowest).toBeLessThan(HELD_UP_MS);
  bot.signal('SIGTERM');
  expect((await bot.ended).exitCode).toBe(0);
});
