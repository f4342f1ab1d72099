import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { SANDBOX_KEY } from '../../src/sandbox/answers/keys.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { childEnvironment } from '../support/process/child-environment.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';
import { runMain, startMain } from '../support/process/process-main.ts';

const lacksScript =
  spawnSync('script', ['--version']).error !== undefined && process.env.CI === undefined;

/** The built program in a terminal of its own: what is on its screen, and keys to press. */
async function atTerminal(words: string, environment: Readonly<Record<string, string>> = {}) {
  const main = join(inject('built'), 'src', 'main.js');
  const command = `stty cols 110 rows 40; exec "${process.execPath}" "${main}" ${words}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: await emptyDirectory(),
    env: childEnvironment({ PATH: process.env.PATH ?? '', TERM: 'xterm', ...environment }),
  });
  endWithTests(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  const ended = new Promise<number | null>((resolve) => void child.on('exit', resolve));
  return { screen: () => screen, type: (keys: string) => void child.stdin.write(keys), ended };
}

it.skipIf(lacksScript)(
  'a person reads replies in the terminal, and no lines of the log',
  async () => {
    const service = await startSandbox({ limits: 'none' });
    onTestFinished(() => service.close());
    // On a new store the first check waits for a minute, of which the log warns.
    const { screen } = await atTerminal('490154203237518', {
      LOOKUP_BASE_URL: service.url,
      LOOKUP_API_KEY: SANDBOX_KEY,
    });
    await expect.poll(screen, { timeout: 30_000 }).toMatch(/turn comes in about \d+ seconds/u);
    expect(screen()).not.toMatch(/WARN|INFO|waitMs/u);
  },
);

it.skipIf(lacksScript)('“exit” ends a chat in the terminal', async () => {
  const { screen, type, ended } = await atTerminal('');
  await expect.poll(screen, { timeout: 30_000 }).toContain('imei>');
  type('exit\r');
  expect(await ended).toBe(0);
  expect(screen()).toContain('Goodbye');
});

it('a closed terminal, which sends SIGHUP twice, ends the bot in order', async () => {
  const service = await startSandbox({ limits: 'none' });
  onTestFinished(() => service.close());
  const bot = startMain({
    directory: await emptyDirectory(),
    environment: { LOOKUP_BASE_URL: service.url, LOOKUP_API_KEY: SANDBOX_KEY, LOG_LEVEL: 'debug' },
  });
  await expect.poll(() => bot.stderr, { timeout: 30_000 }).toContain('imei-bot runs');
  bot.signal('SIGHUP');
  await expect.poll(() => bot.stderr).toContain('Stopping');
  bot.signal('SIGHUP');
  expect((await bot.ended).exitCode).toBe(0);
});

it('a mistyped tool is not looked up as a question', async () => {
  const ended = await runMain({ args: ['doctr'], directory: await emptyDirectory() });
  expect(ended.exitCode).toBe(78);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toContain('Did you mean doctor? Type: npm start -- doctor');
});
