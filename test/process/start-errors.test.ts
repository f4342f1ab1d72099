import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { emptyDirectory, runMain, startMain } from '../support/process/process-main.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const NOKIA = '490154203237518';

/** One sentence or two, and no line of a stack. */
function expectToBeTold(
  { exitCode, stdout, stderr }: Awaited<ReturnType<typeof runMain>>,
  said: RegExp,
): void {
  expect(stderr).toMatch(said);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stdout).toBe('');
  expect(exitCode).toBe(78);
}

describe('a start with nobody to serve', () => {
  it.each([[[]], [['--json']]])('says so and ends with 78, and leaves nothing behind: %j', async (args) => {
    const directory = await emptyDirectory();
    expectToBeTold(
      await startMain({ args, directory, noInput: true }).ended,
      /nobody to serve.*DISCORD_TOKEN.*TELEGRAM_TOKEN/,
    );
    expect(await readdir(directory)).toEqual([]);
  });

  it('is none where there is a line to answer', async () => {
    const directory = await emptyDirectory();
    const { exitCode, stdout } = await startMain({ args: [NOKIA], directory, noInput: true }).ended;
    expect(stdout).toContain('NOKIA');
    expect(exitCode).toBe(0);
  });

  it('is none where an input ends without a line: there was nothing to answer', async () => {
    const { exitCode, stdout, stderr } = await runMain({ directory: await emptyDirectory() });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

describe('an installation without the library for SQLite', () => {
  const HIDDEN = `
    import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(\`
      export async function resolve(name, context, next) {
        if (name === 'sqlite3') throw new Error("Could not locate the bindings file. Tried:\\\\n a list of paths");
        return next(name, context);
      }\`));
  `;

  it('says what to install, in one line, with exit code 78', async () => {
    const directory = await emptyDirectory();
    const hiding = join(directory, 'hiding.mjs');
    await writeFile(hiding, HIDDEN);
    const environment = { NODE_OPTIONS: `--import=${pathToFileURL(hiding)}` };
    const ended = await runMain({ args: [NOKIA], directory, environment });
    expectToBeTold(ended, /^The library for SQLite .*Python 3, make and a C\+\+ compiler.*bindings file/);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a file .env that cannot be read', () => {
  it('is told where it is a directory, as Docker makes one, with exit code 78', async () => {
    const directory = await emptyDirectory();
    await mkdir(join(directory, '.env'));
    expectToBeTold(await runMain({ args: [NOKIA], directory }), /^\.env cannot be read \(EISDIR\)/);
  });

  // The superuser may read anything.
  it.skipIf(process.getuid?.() === 0)('is told where it may not be read, with exit code 78', async () => {
    const directory = await emptyDirectory();
    await writeFile(join(directory, '.env'), 'BATCH_MAX=5\n', { mode: 0o000 });
    expectToBeTold(await runMain({ args: [NOKIA], directory }), /^\.env cannot be read \(EACCES\)/);
  });

  it('is told whatever else is wrong with it, with exit code 78', async () => {
    const directory = await emptyDirectory();
    await symlink('.env', join(directory, '.env'));
    expectToBeTold(await runMain({ args: [NOKIA], directory }), /^\.env cannot be read \(ELOOP\)/);
  });
});

describe('what only a person can mend', () => {
  it('ends a start with 78 and a sentence, such as a table that is not there', async () => {
    const environment = { TAC_TABLE: 'nowhere.csv' };
    expectToBeTold(
      await runMain({ args: [NOKIA], directory: await emptyDirectory(), environment }),
      /nowhere\.csv/,
    );
  });

  it('ends it with 78 where the file of the secret is empty, as after a full disk', async () => {
    const directory = await emptyDirectory();
    await writeFile(join(directory, 'bot.sqlite.secret'), '');
    const environment = { STORE_URL: `sqlite://${join(directory, 'bot.sqlite')}` };
    expectToBeTold(await runMain({ args: [NOKIA], directory, environment }), /bot\.sqlite\.secret .*empty/);
  });

  it('ends it with 78 where Telegram does not take the token', async () => {
    const telegram = await startTelegram(systemClock);
    onTestFinished(() => telegram.close());
    telegram.acceptToken = false;
    const environment = { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url };
    const bot = startMain({ directory: await emptyDirectory(), environment, noInput: true });
    expectToBeTold(await bot.ended, /Telegram does not accept TELEGRAM_TOKEN/);
  });
});
