import { chmod, chown, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/core/operator/diagnosis.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { openInstallation } from '../../src/store/installation.ts';
import { check } from '../sandbox/stage.ts';
import { makeKnownAt } from '../support/checks/known-store.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { startPlatforms } from '../support/fake-platforms.ts';
import { freePort } from '../support/free-port.ts';
import { SECRET } from '../support/known.ts';
import { listening } from '../support/listening.ts';
import {
  asking,
  createInstallation,
  fileOf,
  KEPT,
  type TestInstallation,
} from '../support/process/installation.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';
import { NO_STORE } from '../support/store/sqlite-files.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

/** What the doctor says, as JSON. */
async function examine(
  installation: TestInstallation,
  more: Readonly<Record<string, string>> = {},
  ...flags: readonly '--offline'[]
) {
  const { exitCode, stdout, stderr } = await installation.run(['doctor', '--json', ...flags], more);
  expect(stderr).toBe('');
  const { ok, diagnoses }: { ok: boolean; diagnoses: readonly Diagnosis[] } = JSON.parse(stdout);
  expect(exitCode).toBe(ok ? 0 : 1);
  const sentences = (state: Diagnosis['severity'], about?: string): readonly string[] =>
    diagnoses
      .filter((one) => one.severity === state && (about === undefined || one.about === about))
      .map(({ message }) => message);
  return { ok, sentences, stdout };
}

const one = (text: string) => expect.arrayContaining([expect.stringContaining(text)]);

describe('the doctor of a bot that can run', () => {
  it('finds nothing wrong, asks the service once, and leaves all as it was', async () => {
    const installation = await createInstallation();
    await makeKnownAt(installation.settings.STORE_URL ?? '');
    const before = await readdir(installation.directory);
    const { ok, sentences } = await examine(installation);
    expect(ok).toBe(true);
    // A person sees at a glance whether the clock of the machine is right.
    expect(sentences('note', 'settings')).toEqual([
      expect.stringMatching(/^imei-bot .* on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\.$/),
      expect.stringContaining('no .env'),
    ]);
    expect(sentences('fine', 'store')).toEqual(one('is whole'));
    expect(sentences('fine', 'service')).toEqual(one('accepts LOOKUP_API_KEY'));
    expect(sentences('fine', 'service')).toEqual(one('Checks left'));
    expect(installation.service.arrivals.map(({ call }) => call)).toEqual(['key-status']);
    expect(await readdir(installation.directory)).toEqual(before);
  });

  it('writes one line for programs with --json, even in a narrow terminal', async () => {
    const installation = await createInstallation();
    const { stdout } = await installation.run(['doctor', '--json', '--offline'], {}, 40);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(stdout).toMatch(/^.+\n$/);
  });

  it('writes down that it has asked, so that the bot counts it in its limit', async () => {
    const installation = await createInstallation();
    await makeKnownAt(installation.settings.STORE_URL ?? '');
    const limit = { LIMIT_PER_WINDOW: '1', LIMIT_WINDOW: '10m' };
    expect((await examine(installation, limit)).sentences('fine', 'service')).toEqual(
      one('accepts LOOKUP_API_KEY'),
    );
    const bot = await installation.start(limit);
    // The window is taken by what the doctor has asked.
    await bot.ask(asking(KEPT), ({ summary = '' }) => summary.includes('minutes'));
    expect(installation.service.arrivals.map(({ call }) => call)).toEqual(['key-status']);
  });

  it('calls nobody with --offline, and not the service while a bot runs', async () => {
    const installation = await createInstallation();
    const telegram = await startTelegram(systemClock);
    const set = { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url };
    await installation.start();
    const offline = await installation.run(['doctor', '--offline'], set);
    expect(offline).toMatchObject({ exitCode: 0, stderr: '' });
    expect(telegram.calls).toEqual([]);
    const { sentences } = await examine(installation);
    expect(sentences('fine', 'store')).toEqual(one('A bot runs on it'));
    expect(sentences('note', 'service')).toEqual(one('Not checked'));
    expect(installation.service.arrivals).toEqual([]);
  });
});

describe('the doctor of a bot that cannot run', () => {
  it('names every problem that ends a start, and goes on with the rest', async () => {
    const installation = await createInstallation();
    await writeFile(
      join(installation.directory, 'table.csv'),
      'tac,brand,model\n49015420,NOKIA,3110\n',
    );
    const port = String(await listening(createServer()));
    const away = 'postgres://127.0.0.1:1/bot';
    const typos = { LIMIT_WINDOW: 'a minute', CACHE_SCOPE: 'all' };
    for (const [set, state, about, says] of [
      [typos, 'wrong', 'settings', 'LIMIT_WINDOW'],
      [typos, 'wrong', 'settings', 'CACHE_SCOPE'],
      [{ LOG_LEVEL: 'verbose' }, 'wrong', 'settings', 'LOG_LEVEL: write trace, debug, info'],
      [{ HTTP_PORT: port }, 'wrong', 'settings', `cannot listen at port ${port}`],
      [{ STORE_URL: away, CACHE_SECRET: SECRET }, 'wrong', 'store', 'Check host and port'],
      [typos, 'note', 'store', 'There is no store'],
      [{ TAC_TABLE: 'no-such-table.csv' }, 'wrong', 'settings', 'no-such-table.csv cannot be read'],
      [{ TAC_TABLE: 'table.csv' }, 'fine', 'settings', 'TAC_TABLE names 1 types'],
      [
        { STORE_URL: 'sqlite://table.csv/deeper/bot.sqlite' },
        'wrong',
        'store',
        'be opened (ENOTDIR)',
      ],
      [{ STORE_URL: `sqlite://${installation.directory}` }, 'wrong', 'store', 'is a directory'],
    ] as const) {
      const found = await examine(installation, set, '--offline');
      expect(found.sentences(state, about)).toEqual(one(says));
    }
  });

  it.each(['', '.answers', '.lock', '.mark', '.secret', '.before-20260101T000000'])(
    'names a file of the installation that others can read, or that belongs to another user: bot.sqlite%s',
    async (end) => {
      const installation = await createInstallation();
      const bot = await installation.start();
      await bot.ask(asking(KEPT));
      await bot.stop();
      const file = `${fileOf(installation.settings.STORE_URL)}${end}`;
      await writeFile(file, '', { flag: 'a' });
      await chmod(file, 0o640);
      const open = await examine(installation, {}, '--offline');
      expect(open.sentences('wrong')).toEqual([]);
      expect(open.sentences('warning', 'store')).toEqual(one(`chmod 600 ${file}`));
      if (process.getuid?.() !== 0) return;
      await chmod(file, 0o600);
      // The owner of the store is the user of the bot.
      await chown(end === '' ? `${file}.lock` : file, 1234, 1234);
      const theirs = await examine(installation, {}, '--offline');
      expect(theirs.sentences('wrong', 'store')).toEqual([
        expect.stringMatching(/belongs to another user .*chown 0 /),
      ]);
    },
  );

  it.each([
    [{ LANGUAGE: 'xx' }, 'LANGUAGE=xx has no texts, so English is used: ar, de, en,'],
    [{ PRICE_PER_CHECK: '2' }, 'PRICE_PER_CHECK=2 is USD 2 for one check: 2 cents are 0.02.'],
    [
      { TELEGRAM_TOKEN: TOKEN, DISCORD_TOKEN, ALLOWED: 'discord:guild:1' },
      'ALLOWED names nobody on Telegram: everybody there is refused.',
    ],
    [{ TELEGRAM_TOKEN: TOKEN }, 'ADMINS is empty: nobody gets alerts'],
    [{ TELEGRAM_TOKEN: TOKEN, ADMINS: 'discord:user:1' }, 'ADMINS names no person on Telegram'],
    [{ TELEGRAM_TOKEN: TOKEN, ADMINS: 'telegram:chat:-1' }, 'ADMINS names no person on Telegram'],
  ])('warns of a valid setting that is probably a slip: %j', async (set, says) => {
    const installation = await createInstallation();
    const { ok, sentences } = await examine(installation, set, '--offline');
    expect(ok).toBe(true);
    expect(sentences('warning', 'settings')).toEqual(one(says));
    const right = {
      LANGUAGE: 'sv:pt_BR.UTF-8',
      PRICE_PER_CHECK: '0.02',
      TELEGRAM_TOKEN: TOKEN,
      DISCORD_TOKEN,
      ALLOWED: 'discord:guild:1',
      // Admins may always use the bot.
      ADMINS: 'telegram:user:1',
    };
    const fine = await examine(installation, right, '--offline');
    expect(fine.sentences('warning', 'settings')).toEqual([]);
  });

  it('names a file once, even if STORE_URL leads there from this directory', async () => {
    const installation = await createInstallation();
    await makeKnownAt(installation.settings.STORE_URL ?? '');
    const file = fileOf(installation.settings.STORE_URL);
    await chmod(file, 0o644);
    const { sentences } = await examine(
      installation,
      { STORE_URL: 'sqlite://bot.sqlite' },
      '--offline',
    );
    expect(sentences('warning', 'store')).toEqual([
      `Others on this machine can read ${file}: chmod 600 ${file}`,
    ]);
  });

  it('names the lines of .env that the bot does not read, such as the token of another name', async () => {
    const installation = await createInstallation();
    const lines = 'TELEGRAM_BOT_TOKEN=7:abc\nLANGUAGE=de\nAPI_KEY=a-key\nPOSTGRES_PASSWORD=\n';
    await writeFile(join(installation.directory, '.env'), `${lines}c2VjcmV0LXRva2Vu=\n`);
    const { sentences } = await examine(installation, {}, '--offline');
    expect(sentences('note', 'settings')).toEqual(
      one('The bot does not read these lines of .env: TELEGRAM_BOT_TOKEN, API_KEY.'),
    );
  });

  it('says how to try the key before there is a store', async () => {
    const { sentences } = await examine(await createInstallation());
    expect(sentences('note', 'service')).toEqual(one('npm run setup tries the key'));
  });

  it('does not blame the service if the store cannot be opened', async () => {
    const installation = await createInstallation();
    await makeKnownAt(installation.settings.STORE_URL, SECRET);
    const { sentences } = await examine(installation, {
      CACHE_SECRET: 'another-secret-of-letters',
    });
    expect(sentences('wrong', 'store')).toEqual(one('CACHE_SECRET does not open it'));
    expect(sentences('wrong', 'service')).toEqual([]);
    expect(sentences('note', 'service')).toEqual(one('CACHE_SECRET does not open the store'));
  });

  it('takes no file of a neighbour for one of the installation', async () => {
    const installation = await createInstallation();
    const bot = await installation.start();
    await bot.stop();
    const file = fileOf(installation.settings.STORE_URL);
    for (const end of ['2', '-test', '-test.secret', 's']) {
      await writeFile(`${file}${end}`, '', { mode: 0o644 });
    }
    expect((await examine(installation, {}, '--offline')).sentences('warning', 'store')).toEqual(
      [],
    );
  });

  it('tells a damaged store, another secret, and settings that others can read', {
    timeout: 30_000,
  }, async () => {
    const installation = await createInstallation();
    const url = installation.settings.STORE_URL ?? '';
    const file = fileOf(url);
    const { database, seal } = await openInstallation({ url, secret: SECRET, clock: systemClock });
    await database.answers.set('key', seal.encrypt('answer', 'answers key'));
    await database.close();
    const another = await examine(
      installation,
      { CACHE_SECRET: 'fedcba9876543210'.repeat(4) },
      '--offline',
    );
    expect(another.sentences('wrong', 'store')).toEqual(one('CACHE_SECRET does not open it'));
    const missing = await examine(installation, {}, '--offline');
    expect(missing.sentences('wrong', 'store')).toEqual(one(`${file}.secret is missing`));
    await writeFile(join(installation.directory, '.env'), '', { mode: 0o644 });
    const open = await examine(installation, { CACHE_SECRET: SECRET }, '--offline');
    expect(open.sentences('warning', 'settings')).toEqual(one('chmod 600 .env'));
    const answers = await readFile(`${file}.answers`);
    await writeFile(`${file}.answers`, NO_STORE);
    const without = await examine(installation, { CACHE_SECRET: SECRET }, '--offline');
    expect(without.sentences('wrong', 'store')).toEqual(one('.answers is damaged'));
    await writeFile(`${file}.answers`, answers);
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0xaa, 4_096));
    const damaged = await examine(installation, { CACHE_SECRET: SECRET }, '--offline');
    expect(damaged.sentences('wrong', 'store')).toEqual(one('is damaged'));
  });

  it('reports the state of the key, and a service that is not there', async () => {
    const installation = await createInstallation();
    await makeKnownAt(installation.settings.STORE_URL ?? '');
    const away = { LOOKUP_BASE_URL: 'http://127.0.0.1:1' };
    const hangingUp = await listening(createServer((socket) => socket.destroy()));
    for (let used = 0; used < 3; used += 1) {
      await check(installation.service, { key: 'sandbox-3-an-hour' });
    }
    for (const [set, state, says] of [
      [{ LOOKUP_API_KEY: 'no-such-key-at-all' }, 'wrong', 'does not accept LOOKUP_API_KEY'],
      [{ LOOKUP_API_KEY: 'sandbox-expired' }, 'wrong', 'The key was valid from'],
      [{ LOOKUP_API_KEY: 'sandbox-expires-soon' }, 'warning', 'Buy a new one before that day'],
      [{ LOOKUP_API_KEY: 'sandbox-3-an-hour' }, 'wrong', 'Wait, or ask the provider for more'],
      [{ LOOKUP_API_KEY: 'sandbox-not-activated' }, 'wrong', 'The key is not valid yet, only from'],
      [away, 'wrong', 'cannot be reached (ECONNREFUSED)'],
      [{ LOOKUP_BASE_URL: `http://127.0.0.1:${hangingUp}` }, 'wrong', 'The connection broke'],
    ] as const) {
      const found = await examine(installation, set);
      expect(found.sentences(state, 'service')).toEqual([expect.stringContaining(says)]);
      expect(found.stdout).not.toContain('no-such-key-at-all');
    }
  });

  it('says by a code why something cannot be reached', async () => {
    const installation = await createInstallation();
    await makeKnownAt(installation.settings.STORE_URL ?? '');
    const server = createTlsServer(SELF_SIGNED, (_, response) => response.end());
    const untrusted = `https://127.0.0.1:${await listening(server)}`;
    const port = await freePort();
    for (const [url, code] of [
      [`http://127.0.0.1:${port}`, 'ECONNREFUSED'],
      // Both its IP addresses are tried.
      [`http://localhost:${port}`, 'ECONNREFUSED'],
      [untrusted, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ] as const) {
      const { sentences } = await examine(installation, {
        LOOKUP_BASE_URL: url,
        TELEGRAM_TOKEN: TOKEN,
        TELEGRAM_API_URL: url,
        DISCORD_TOKEN,
        DISCORD_API_URL: url,
      });
      for (const about of ['service', 'telegram', 'discord']) {
        expect(sentences('wrong', about)).toEqual(one(`cannot be reached (${code})`));
      }
    }
    for (const host of ['127.0.0.1', 'localhost']) {
      const set = { STORE_URL: `postgres://${host}:${port}/bot`, CACHE_SECRET: SECRET };
      const { sentences } = await examine(installation, set, '--offline');
      expect(sentences('wrong', 'store')).toEqual(one('cannot be reached (ECONNREFUSED)'));
    }
  });

  it('tells what the platforms say of the tokens and of how the bot is set up there', async () => {
    const installation = await createInstallation();
    const { telegram, discord, settings } = await startPlatforms();
    telegram.readsGroups = true;
    telegram.updates.setWebhook({ url: 'https://elsewhere.example/hook', secret: 's' });
    const good = await examine(installation, settings);
    expect(good.sentences('fine', 'telegram')).toEqual(one('@imei_bot'));
    expect(good.sentences('note', 'telegram')).toEqual(one('Privacy mode is off'));
    expect(good.sentences('warning', 'telegram')).toEqual(one('https://elsewhere.example/hook'));
    expect(good.sentences('fine', 'discord')[0]).toContain('Discord accepts DISCORD_TOKEN');
    expect(good.sentences('fine', 'settings')).toEqual(one('Served: Discord and Telegram.'));
    telegram.acceptToken = false;
    discord.world.tokenIsGood = false;
    const bad = await examine(installation, settings);
    expect(bad.sentences('wrong', 'telegram')).toEqual(one('does not accept TELEGRAM_TOKEN'));
    expect(bad.sentences('wrong', 'discord')).toEqual(one('does not accept DISCORD_TOKEN'));
    expect(bad.stdout).not.toContain(TOKEN);
    expect(bad.stdout).not.toContain(DISCORD_TOKEN);
  });
});
