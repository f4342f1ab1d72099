import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/core/time/clock.ts';
import { SANDBOX_KEYS } from '../../src/sandbox/responses/keys.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { freePort } from '../support/free-port.ts';
import { imeiOf } from '../support/imeis.ts';
import { SECRET } from '../support/known.ts';
import { listening } from '../support/listening.ts';
import { runMain, serviceWith, startMain } from '../support/process/process-main.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const NOKIA = '490154203237518';
const IMEIS = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 900));

it('answers a pipe line by line with the settings of .env, hides the key, and lets the next start go at once', async () => {
  const directory = await emptyDirectory();
  const key = 'secret+key/of-a-service=42';
  const keys = SANDBOX_KEYS.slice(0, 1).map((one) => ({ ...one, key }));
  const { service, environment } = await serviceWith({ keys });
  const settings = { ...environment, LOOKUP_API_KEY: key, LOG_LEVEL: 'trace' };
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
  await writeFile(join(directory, '.env'), lines.join(''));
  const table = ['Owner;IMEI', ...IMEIS.map((imei) => `ann;${imei}`)].join('\r\n');
  await writeFile(join(directory, 'my phones.csv'), table);

  const { exitCode, stdout, stderr } = await runMain({
    directory,
    environment: { TMPDIR: directory },
    input: [
      NOKIA,
      'full',
      '490154203237517',
      '/imei file:"my phones.csv"',
      '/imei file:gone.csv',
    ].join('\n'),
  });

  expect(stdout).toMatch(
    /NOKIA 3110[\s\S]*Parts of the IMEI[\s\S]*typo[\s\S]*All 3 found[\s\S]*can’t find this file/,
  );
  expect(exitCode).toBe(1);
  expect(service.paidChecks).toEqual([NOKIA, ...IMEIS]);
  const [answered = ''] = /\S+my-phones-checked\.csv/.exec(stdout) ?? [];
  expect(dirname(answered)).toBe(await realpath(directory));
  expect((await readFile(answered, 'utf8')).split('\r\n')[1]).toContain(
    `${IMEIS[0]};NOKIA;3110;Found.`,
  );
  for (const form of [key, encodeURIComponent(key), 'secret+key']) {
    expect(stdout + stderr).not.toContain(form);
  }

  // The process before it ended in order: nobody waits for its window to pass.
  const other = imeiOf('01161200', 901);
  const next = await startMain({ args: [other], directory, noInput: true }).ended;
  expect(next.exitCode).toBe(0);
  expect(next.stdout).toEqual(expect.stringContaining('APPLE'));
  expect(service.paidChecks.at(-1)).toBe(other);
});

it('answers a line of its arguments as JSON, without an input, settings or a store', async () => {
  const other = imeiOf('01161200', 77);
  const args = ['--json', `${NOKIA} ${other}`];
  const main = startMain({ args, directory: await emptyDirectory(), noInput: true });
  const { exitCode, stdout, stderr } = await main.ended;
  const records = stdout.trim().split('\n');
  expect(records.map((line) => JSON.parse(line))).toMatchObject([
    { imei: NOKIA, ok: true, result: 'found', brand: 'NOKIA' },
    { imei: other, ok: true, result: 'found', brand: 'APPLE' },
  ]);
  // Not even an error while it ends is logged.
  expect(exitCode).toBe(0);
  expect(stderr).toBe('');
});

it('ends with 78 and a sentence if there is nobody to serve, and leaves nothing behind', async () => {
  const directory = await emptyDirectory();
  const { exitCode, stdout, stderr } = await startMain({ directory, noInput: true }).ended;
  expect(stderr).toMatch(/nobody to serve.*DISCORD_TOKEN.*TELEGRAM_TOKEN/);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(exitCode).toBe(78);
  expect(stdout).toBe('');
  expect(await readdir(directory)).toEqual([]);
});

it('a question in the arguments, whatever its words resemble, fails at once if the store cannot be opened', async () => {
  const { exitCode, stdout, stderr } = await startMain({
    args: ['restored', NOKIA],
    directory: await emptyDirectory(),
    environment: {
      STORE_URL: 'postgres://127.0.0.1:1/bot',
      CACHE_SECRET: SECRET,
    },
    noInput: true,
  }).ended;
  expect(stderr).toMatch(/The store cannot be used just now.*STORE_URL.*ECONNREFUSED/);
  expect(exitCode).toBe(75);
  expect(stdout).toBe('');
});

it('logs by its code why the service cannot be reached, and a variable that resembles a setting', async () => {
  const { environment } = await serviceWith({});
  const LOOKUP_BASE_URL = `http://127.0.0.1:${await freePort()}`;
  const main = startMain({
    args: [NOKIA],
    directory: await emptyDirectory(),
    environment: { ...environment, LOOKUP_BASE_URL, HTTPS_PORT: '8443' },
    noInput: true,
  });
  await expect.poll(() => main.stderr).toMatch(/"service-paused","why":"ECONNREFUSED"/);
  expect(main.stderr).toContain('HTTPS_PORT: there is no such variable. Did you mean HTTP_PORT?');
});

it('ends with 75 if its HTTP port is taken, since a later start may find it free', async () => {
  const { exitCode, stderr } = await startMain({
    args: [NOKIA],
    directory: await emptyDirectory(),
    environment: { HTTP_PORT: String(await listening(createServer())) },
    noInput: true,
  }).ended;
  expect(stderr).toMatch(
    /cannot listen at port \d+ .*EADDRINUSE.*imei-bot.*Stop that one, or set HTTP_PORT/,
  );
  expect(exitCode).toBe(75);
});

it('at its HTTP port a bot counts each error of its log, and a closed terminal, which sends SIGHUP twice, lets it answer what is under way', async () => {
  const telegram = await startTelegram(systemClock);
  const port = await freePort();
  const bot = startMain({
    directory: await emptyDirectory(),
    environment: {
      TELEGRAM_TOKEN: TOKEN,
      TELEGRAM_API_URL: telegram.url,
      TELEGRAM_WEBHOOK_URL: 'https://bot.example/telegram',
      HTTP_PORT: String(port),
    },
    noInput: true,
  });
  await expect.poll(() => bot.stderr).toContain('Connected to Telegram');
  // The body of a stranger is not even read.
  const secret = telegram.calls.find(({ method }) => method === 'setWebhook')?.payload.secret_token;
  const headers = { 'x-telegram-bot-api-secret-token': String(secret) };
  const counted = async () => {
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    return /^imei_bot_errors_total .*/m.exec(await metrics.text())?.[0];
  };
  expect(await counted()).toBe('imei_bot_errors_total 0');
  const chat = { id: 5, type: 'private', first_name: 'Ann' };
  const message = { message_id: 1, date: 1, chat, from: { ...chat, is_bot: false }, text: 7 };
  await fetch(`http://127.0.0.1:${port}/telegram`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ update_id: 1, message }),
  });
  await expect.poll(() => bot.stderr).toContain('An update from Telegram could not be understood');
  expect(await counted()).toBe('imei_bot_errors_total 1');

  const posted = request({
    port,
    method: 'POST',
    path: '/telegram',
    headers: { ...headers, 'content-length': 1, expect: '100-continue' },
  });
  posted.flushHeaders();
  await once(posted, 'continue');
  bot.signal('SIGHUP');
  const isWell = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(isWell).toBe(false);
  bot.signal('SIGHUP');
  posted.end('x');
  const [response] = await once(posted, 'response');
  expect(response.statusCode).toBe(503);
  expect((await bot.ended).exitCode).toBe(0);
});

it.each(['18.20.8', '20.9.0'])('ends with 78 and one sentence on Node.js %s', async (version) => {
  const directory = await emptyDirectory();
  const older = join(directory, 'older.cjs');
  const fake = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  await writeFile(older, fake);
  const environment = { NODE_OPTIONS: `--require ${older}` };
  const { exitCode, stdout, stderr } = await runMain({ directory, environment, args: [NOKIA] });
  const { engines } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(stderr).toBe(
    `imei-bot needs Node.js ${engines.node.slice(2)} or newer; this is ${version}. Install a newer one: https://nodejs.org\n`,
  );
  expect(exitCode).toBe(78);
  expect(stdout).toBe('');
  // `npm ci` comes before the first start, and its build tool cannot even be loaded.
  const built = promisify(execFile)(process.execPath, ['deploy/prepare.mjs'], {
    env: environment,
  });
  await expect(built).rejects.toMatchObject({ code: 1, stderr });
});

it('a start ends with a sentence for each wrong setting and each line of .env that resembles one, and shows no key', async () => {
  const directory = await emptyDirectory();
  await writeFile(join(directory, '.env'), 'HTTPS_PORT=8443\nBATCH_MAX=none\n');
  const key = 'a-key-in-the-wrong-place';
  const environment = { LOOKUP_API_KEY: key, ADMINS: key };
  const { exitCode, stderr } = await runMain({ directory, environment });
  expect(exitCode).toBe(78);
  expect(stderr).toMatch(/^HTTPS_PORT: there is no such variable.*\nBATCH_MAX: /m);
  expect(stderr).toContain('ADMINS: "[secret]" is not a person');
  expect(stderr).not.toContain(key);
});
