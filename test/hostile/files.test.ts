import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../src/core/async/deferred.ts';
import { FileUnreadable } from '../../src/core/file-unreadable.ts';
import type { Principal } from '../../src/core/requester.ts';
import { sayIn } from '../../src/format/words/language.ts';
import { hostileTables } from '../support/files/hostile-files.ts';
import { freePort } from '../support/free-port.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { emptyDirectory, eventually, serviceWith, startMain } from '../support/process/process-main.ts';

const en = sayIn('en');

const FILES = hostileTables();

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
  /** Milliseconds until the health check answers. */
  const healthMs = async (): Promise<number> => {
    const from = performance.now();
    await fetch(`http://127.0.0.1:${port}/healthz`);
    return performance.now() - from;
  };
  const up = () =>
    eventually(
      () =>
        healthMs().then(
          () => true,
          () => false,
        ),
      30_000,
    );
  return { start, healthMs, up };
}

describe('a file of chats that speak for themselves', { timeout: 60_000 }, () => {
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

describe('files that are made to freeze the bot', { timeout: 120_000 }, () => {
  it('leave it answering everybody else, are answered clearly, and do not keep it from ending', async () => {
    const { start, healthMs, up } = await startedWith(FILES);
    const bot = start();
    await up();
    for (const { name } of FILES) bot.say(`/imei file:${name}`);
    let slowest = 0;
    const answers = () =>
      bot.stdout.match(/There’s too much in this file|I don’t see an IMEI in this file/gu) ?? [];
    await eventually(async () => {
      slowest = Math.max(slowest, await healthMs());
      await delay(20);
      return answers().length === FILES.length;
    }, 60_000);

    expect(answers()).toHaveLength(FILES.length);
    // A busy machine may take a second over it; a frozen bot took minutes.
    expect(slowest).toBeLessThan(5_000);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });

  it('do not freeze it again after a kill in the middle of them', async () => {
    const { start, healthMs, up } = await startedWith(FILES);
    const killed = start();
    await up();
    for (const { name } of FILES) killed.say(`/imei file:${name}`);
    await eventually(() => killed.stdout.length + killed.stderr.length > 0);
    killed.signal('SIGKILL');
    await killed.ended;

    const next = start();
    await up();
    for (let look = 0; look < 20; look += 1) {
      expect(await healthMs()).toBeLessThan(5_000);
      await delay(50);
    }
    next.signal('SIGTERM');
    expect((await next.ended).exitCode).toBe(0);
  });
});
