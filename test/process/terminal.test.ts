import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/time/clock.ts';
import { SANDBOX_KEY } from '../../src/sandbox/responses/keys.ts';
import { startSandbox } from '../../src/sandbox/sandbox-server.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { runMain } from '../support/process/process-main.ts';
import { inTerminal, lacksScript, PROGRAM } from '../support/process/terminal.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

it.skipIf(lacksScript)(
  'a chat in the terminal shows replies and no lines of the log, and “exit” ends it',
  async () => {
    const service = await startSandbox({ limits: 'none' });
    onTestFinished(() => service.close());
    const { screen, untilShown, type, ended } = inTerminal(
      `exec ${PROGRAM}`,
      await emptyDirectory(),
      { LOOKUP_BASE_URL: service.url, LOOKUP_API_KEY: SANDBOX_KEY },
    );
    await untilShown(/imei>/);
    // On a new store the first check waits for a minute, of which the log warns.
    type('490154203237518\r');
    await untilShown(/turn comes in about \d+ seconds/u);
    type('exit\r');
    expect(await ended).toBe(0);
    expect(screen()).toContain('Goodbye');
    expect(screen()).not.toMatch(/WARN|INFO|waitMs/u);
  },
);

it.skipIf(lacksScript).each([
  ['a bot', { TELEGRAM_TOKEN: TOKEN, LOG_LEVEL: 'debug' }, 'imei-bot runs'],
  ['a chat', {}, 'imei>'],
])(
  '%s whose terminal is closed, so that nothing can be written there, ends in order',
  async (_what, settings, shown) => {
    const directory = await emptyDirectory();
    const telegram = await startTelegram(systemClock);
    const service = await startSandbox({ limits: 'none' });
    onTestFinished(() => service.close());
    // Only the shell gets the signal: it passes it on, and waits again. Its job reads from 3.
    const { screen, close } = inTerminal(
      `trap 'kill -HUP $!' HUP; exec 3<&0; ${PROGRAM} <&3 & wait; wait $!; echo $? > ended`,
      directory,
      {
        LOOKUP_BASE_URL: service.url,
        LOOKUP_API_KEY: SANDBOX_KEY,
        TELEGRAM_API_URL: telegram.url,
        ...settings,
      },
    );
    await expect.poll(screen, { timeout: 30_000 }).toContain(shown);
    close();
    const ended = join(directory, 'ended');
    await expect
      .poll(() => readFile(ended, 'utf8').catch(() => ''), { timeout: 30_000 })
      .toBe('0\n');
    expect(await readdir(join(directory, 'data'))).not.toContainEqual(
      expect.stringMatching(/-wal$/),
    );
  },
);

it('a mistyped tool, even with arguments, is not looked up as a question', async () => {
  const args = ['restor', 'FILE', '--replace'];
  const ended = await runMain({ args, directory: await emptyDirectory() });
  expect(ended.exitCode).toBe(78);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toContain('Did you mean restore? Type: npm start -- restore');
});
