import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { readEnvironment } from '../../src/config/setting-sources.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { withValues } from '../../src/operate/setup/env-file.ts';
import { APPLICATION, TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { startPlatforms } from '../support/fake-platforms.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import {
  asking,
  createInstallation,
  KEPT,
  recordsOf,
  type TestInstallation,
} from '../support/process/installation.ts';
import { inTerminal, lacksScript, PROGRAM } from '../support/process/terminal.ts';
import { SETTING_NAMES } from '../support/settings.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const NAMES = ['A', 'B'];
const DOWN = '\u001b[B';
const ERASE = '\u007f';
const WRONG_ADMIN = 'telegram:person:1';
/** Enter came before a message did: the set-up asks again. */
const ASKED_AGAIN =
  /does not know who you are yet\. If your bot runs already[\s\S]*Send your bot any message/;

/** The settings that lead to local platforms. */
async function platformSettings() {
  return { ...(await startPlatforms()).settings, ADMINS: 'telegram:user:1' };
}

/** Set-up with a person in front of it. */
function startInTerminal(directory: string, settings: Readonly<Record<string, string>>) {
  const terminal = inTerminal(`echo "process $$"; exec ${PROGRAM} setup`, directory, settings);
  /** Of the set-up, and not of a bot that it has started. */
  const processId = () => Number(/process (\d+)/.exec(terminal.screen())?.[1]);
  /** Types each answer once its question is shown. */
  const answer = async (answers: readonly (readonly [question: RegExp, keys: string])[]) => {
    for (const [question, keys] of answers) {
      await terminal.untilShown(question);
      terminal.type(keys);
    }
  };
  return { ...terminal, processId, answer };
}

/** What `.env` sets; a variable that is empty there counts as none. */
const envOf = async ({ directory }: TestInstallation) => {
  const written = parseEnv(await readFile(join(directory, '.env'), 'utf8'));
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ''));
};

it('a set-up from the environment tries everything once, and writes a .env that only its owner can read', async () => {
  const installation = await createInstallation();
  const file = join(installation.directory, '.env');
  await writeFile(file, '# mine\nLANGUAGE=de\nLOOKUP_API_KEY=an-old-key # old\n', { mode: 0o644 });
  const local = await platformSettings();
  const HTTP_PORT = String(await freePort());
  const ended = await installation.run(['setup'], { ...local, HTTP_PORT });
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  const { LOOKUP_BASE_URL, LOOKUP_API_KEY = '' } = installation.settings;
  expect(await envOf(installation)).toEqual({
    LOOKUP_BASE_URL,
    LOOKUP_API_KEY,
    ...local,
    HTTP_PORT,
    LANGUAGE: 'de',
  });
  const used = Object.keys({ LOOKUP_BASE_URL, LOOKUP_API_KEY, ...local, HTTP_PORT });
  const [, listed = ''] = /only you can read it\. It has (.*)\.\n/.exec(ended.stdout) ?? [];
  expect(listed.split(', ').toSorted()).toEqual(used.toSorted());
  expect(ended.stdout).toContain(
    'This environment has other values of STORE_URL, LIMIT_WINDOW, LOOKUP_TIMEOUT.',
  );
  expect(await readFile(file, 'utf8')).toContain('# mine\nLANGUAGE=de\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(ended.stdout).toContain('https://t.me/imei_bot');
  expect(ended.stdout).toContain(`client_id=${APPLICATION}`);
  expect(ended.stdout).toContain('The service accepts LOOKUP_API_KEY');
  expect(installation.service.arrivals.map(({ call }) => call)).toEqual(['key-status']);
  for (const secret of [TOKEN, DISCORD_TOKEN, LOOKUP_API_KEY]) {
    expect(ended.stdout).not.toContain(secret);
  }
  // The store is still new to the bot, which lets a window pass.
  expect(await readdir(installation.directory)).toEqual(['.env']);
  const bot = await installation.start();
  expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ result: 'found' }]);
  expect((await installation.run(['setup'])).stdout).toContain(
    'The key was not tried: a bot runs on this store',
  );
  expect(
    installation.service.arrivals.filter(({ call }) => call === 'key-status').length,
  ).toBeLessThan(3);
});

it.skipIf(lacksScript)(
  'a set-up in a terminal asks again for what is wrong, finds the owner, and shows no key',
  async () => {
    const { directory, settings } = await createInstallation();
    const telegram = await startTelegram(systemClock);
    // A name with which somebody else could forge what the set-up says.
    const owner = createPerson(telegram, { id: 61_000, name: 'P61000\u001b[2J\n\u202e' });
    const key = settings.LOOKUP_API_KEY ?? '';
    const away = `http://127.0.0.1:${await freePort()}`;
    const taken = String(await listening(createServer()));
    const { STORE_URL = '' } = settings;
    const terminal = startInTerminal(directory, {
      STORE_URL,
      TELEGRAM_API_URL: away,
      HTTP_PORT: taken,
      // It is asked for when the key and the token have been tried.
      ADMINS: WRONG_ADMIN,
    });
    for (const [shown, typed] of [
      [/URL of the service/, `${away}\r`],
      [/Your key/, 'no-such-key-at-all\r'],
      [
        /cannot be reached[\s\S]*URL of the service/,
        `${ERASE.repeat(60)}${settings.LOOKUP_BASE_URL}\r`,
      ],
      // What was typed is tried there, too.
      [/Your key[\s\S]*Enter keeps[\s\S]*one/, '\r'],
      // The key is asked for again, and not the URL.
      [/does not accept LOOKUP_API_KEY[\s\S]*Your key/, `${key}\r`],
      [/What does a check cost you/, '0.02\r'],
      [/Where should the bot serve[\s\S]*Telegram/, `${DOWN} \r`],
      [/write \/newbot to @BotFather/, `${TOKEN}\r`],
      // The token is not asked for again: nobody has seen it yet.
      [/cannot be reached[\s\S]*URL of the API of Telegram/, `${telegram.url}\r`],
      [/Send your bot any message/, '\r'],
      [ASKED_AGAIN, '\r'],
      [/P61000 is telegram:user:61000\.[\s\S]*Admins/, '\r'],
      [/is not a person or a place/, `${ERASE.repeat(60)}telegram:user:61000\r`],
      [/Who may use the bot[\s\S]*empty: everybody who finds it/, 'telegram:chat:-100\r'],
      [/cannot listen at port[\s\S]*Port for the metrics/, '\r'],
      [/\.env is written[\s\S]*Start the bot now/, 'n'],
    ] as const) {
      await terminal.untilShown(shown);
      if (shown.source.startsWith('does not know who')) owner.say('hello');
      terminal.type(typed);
    }
    await terminal.ended;
    expect(terminal.screen()).not.toContain(key);
    const { LOOKUP_BASE_URL } = settings;
    expect(await envOf({ directory } as TestInstallation)).toEqual({
      LOOKUP_BASE_URL,
      LOOKUP_API_KEY: key,
      PRICE_PER_CHECK: '0.02',
      TELEGRAM_TOKEN: TOKEN,
      TELEGRAM_API_URL: telegram.url,
      ADMINS: 'telegram:user:61000',
      ALLOWED: 'telegram:chat:-100',
    });
  },
);

it.skipIf(lacksScript)(
  'a set-up in a terminal takes the sandbox after all and both platforms, and Ctrl-C at its last question starts no bot',
  async () => {
    const installation = await createInstallation();
    const { discord, telegram } = await startPlatforms();
    createPerson(telegram, { id: 61_000 }).say('hello');
    const terminal = startInTerminal(installation.directory, {
      STORE_URL: installation.settings.STORE_URL ?? '',
      // No bot would take this one.
      DISCORD_API_URL: 'discord.example',
      TELEGRAM_TOKEN: TOKEN,
      TELEGRAM_API_URL: telegram.url,
      ADMINS: 'telegram:user:1, telegram:user:61000',
    });
    await terminal.answer([
      [/URL of the service/, `http://127.0.0.1:${await freePort()}\r`],
      [/Your key/, `${installation.settings.LOOKUP_API_KEY}\r`],
      [/cannot be reached[\s\S]*URL of the service/, `${ERASE.repeat(60)}\r`],
      [/Where should the bot serve/, ' \r'],
      [/Reset Token/, `${DISCORD_TOKEN}\r`],
      [/DISCORD_API_URL: write a whole URL/, `${discord.apiUrl}\r`],
      [/The token works[\s\S]*client_id[\s\S]*BotFather/, '\r'],
      [/Send your bot any message/, '\r'],
      [/is telegram:user:61000\.[\s\S]*Admins/, '\r'],
      [/Who may use the bot/, '\r'],
      [/\.env is written[\s\S]*Start the bot now/, '\u0003'],
    ]);
    expect(await terminal.ended).toBe(0);
    // One for each platform.
    expect(terminal.screen().match(/The token works/g)).toHaveLength(2);
    expect(terminal.screen()).not.toContain('Nothing was written');
    expect(await envOf(installation)).toEqual({
      DISCORD_TOKEN,
      DISCORD_API_URL: discord.apiUrl,
      TELEGRAM_TOKEN: TOKEN,
      TELEGRAM_API_URL: telegram.url,
      // Nobody is proposed twice, whatever spaces are between them.
      ADMINS: 'telegram:user:1,telegram:user:61000',
    });
  },
);

it.skipIf(lacksScript)(
  'a set-up in a terminal ends if settings are wrong only with a service on another machine',
  async () => {
    const { directory } = await createInstallation();
    const terminal = startInTerminal(directory, { LIMIT_WINDOW: '500ms' });
    await terminal.answer([
      [/URL of the service/, 'https://service.example\r'],
      [/Your key/, 'some-long-key\r'],
    ]);
    await terminal.untilShown(/LIMIT_WINDOW: the service allows/);
    expect(await terminal.ended).toBe(78);
  },
);

it.skipIf(lacksScript).each(['Ctrl-C', 'SIGTERM'])(
  'a set-up that has started the bot ends with it, in order, after %s',
  async (how) => {
    const { directory } = await createInstallation();
    const telegram = await startTelegram(systemClock);
    const terminal = startInTerminal(directory, {
      TELEGRAM_TOKEN: TOKEN,
      TELEGRAM_API_URL: telegram.url,
      ADMINS: 'telegram:user:1',
    });
    await terminal.answer([
      [/URL of the service/, '\r'],
      [/Where should the bot serve/, '\r'],
      [/Token of your bot/, '\r'],
      [/Send your bot any message/, '\r'],
      [ASKED_AGAIN, '\r'],
      [/Admins/, '\r'],
      [/Who may use the bot/, '\r'],
      [/Start the bot now/, 'y'],
    ]);
    await terminal.untilShown(/imei-bot runs/);
    if (how === 'Ctrl-C') terminal.type('\u0003');
    else process.kill(terminal.processId(), how);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain('Stopping: finishing what is under way');
  },
);

it.each([
  ['key', { LOOKUP_API_KEY: 'no-such-key-at-all' }, 'does not accept LOOKUP_API_KEY'],
  ['Telegram token', { TELEGRAM_TOKEN: '7:another-token' }, 'does not accept TELEGRAM_TOKEN'],
  ['Discord token', { DISCORD_TOKEN: 'another-discord-token' }, 'does not accept DISCORD_TOKEN'],
  ['admin', { ADMINS: 'telegram:person:1' }, 'ADMINS: "telegram:person:1" is not a person'],
  ['URL of a platform', { DISCORD_API_URL: 'http://127.0.0.1:1' }, 'Discord cannot be reached'],
  ['address', { HTTP_PORT: '8081', HTTP_HOST: '192.0.2.1' }, 'cannot listen at port 8081'],
  ['port', { HTTP_PORT: 'none' }, 'HTTP_PORT: write a whole number'],
  ['key that is missing', { LOOKUP_API_KEY: '' }, 'LOOKUP_API_KEY: is not set'],
])(
  'a set-up ends with one sentence for a wrong %s, and writes nothing',
  async (_what, wrong, says) => {
    const installation = await createInstallation();
    const ended = await installation.run(['setup'], { ...(await platformSettings()), ...wrong });
    expect(ended.exitCode).toBe(78);
    expect(ended.stderr.trim().split('\n')).toEqual([expect.stringContaining(says)]);
    expect(await readdir(installation.directory)).not.toContain('.env');
  },
);

it('a set-up ends before its first question if settings are wrong that it does not ask for', async () => {
  const { run } = await createInstallation();
  const wrong = { TELEGRAM_WEBHOOK_URL: 'http://bot.example', BATCH_MAX: 'many' };
  const sandbox = { LOOKUP_BASE_URL: '', LOOKUP_API_KEY: '' };
  const ended = await run(['setup'], { ...sandbox, ...wrong, ADMINS: WRONG_ADMIN });
  expect(ended).toMatchObject({ exitCode: 78, stdout: '' });
  for (const name of Object.keys(wrong)) expect(ended.stderr).toContain(`${name}: `);
  expect(ended.stderr).not.toContain('ADMINS');
});

it('a set-up takes the port that a webhook of Telegram needs', async () => {
  const installation = await createInstallation();
  const webhook = {
    TELEGRAM_WEBHOOK_URL: 'https://bot.example/hook',
    HTTP_PORT: String(await freePort()),
  };
  const ended = await installation.run(['setup'], { ...(await platformSettings()), ...webhook });
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await envOf(installation)).HTTP_PORT).toBe(webhook.HTTP_PORT);
});

it('a set-up whose store cannot be opened keeps the answers, and says that the key was not tried', async () => {
  const installation = await createInstallation();
  const away = { STORE_URL: 'postgres://127.0.0.1:1/bot', CACHE_SECRET: 'sixteen-letters-' };
  const ended = await installation.run(['setup'], away);
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ended.stdout).toContain('The key was not tried: The store cannot be used just now.');
  expect(ended.stdout).not.toContain('StoreFailed');
  expect((await envOf(installation)).LOOKUP_API_KEY).toBe(installation.settings.LOOKUP_API_KEY);
});

it.each([
  ['plain', 'B=plain\n'],
  ['a!(b)*{c}=%', 'B=a!(b)*{c}=%\n'],
  ['with # and spaces', "B='with # and spaces'\n"],
  ['$HOME', "B='$HOME'\n"],
  ['a\\nb', "B='a\\nb'\n"],
])('.env holds %s so that Docker, Compose, systemd and Node read the same', (value, line) => {
  const values = new Map([['B', value]]);
  expect(withValues('', values, NAMES)).toBe(line);
  expect(parseEnv(withValues('B=1\nA=2\n', values, NAMES))).toEqual({ A: '2', B: value });
});

it.each([
  ['line ends of Windows', 'B=1\r\nA=2\r\n', 'B=new\r\nA=2\r\n'],
  ['line ends of old Macs', 'B=1\rA=2\r\n', 'B=new\rA=2\r\n'],
  ['no line end', 'A=2\nexport B = 1 # old', 'A=2\nB=new\n'],
  ['an empty line above it', 'B=\nA=2\nB=1\n', 'B=\nA=2\nB=new\n'],
  ['quotes over several lines', "B='1\n2'\nA=3\n", 'B=new\nA=3\n'],
  ['a value that looks like it', 'A="1\nB=2"\n# B=3\n', 'A="1\nB=2"\n# B=3\nB=new\n'],
])('.env with %s gets a value into its line', (_, before, after) => {
  expect(withValues(before, new Map([['B', 'new']]), ['A'])).toBe(after);
});

it('.env takes nothing that it could not give back, and nothing that the bot would refuse', () => {
  const write = (before: string, value: string) =>
    withValues(before, new Map([['B', value]]), NAMES);
  expect(() => write('', "it's")).toThrow('B could not be written');
  expect(() => write('B=1\nB=2\n', '3')).toThrow('line 2: B is set twice');
  expect(() => write("C='x\n", "it's")).toThrow('B could not be written');
});

it('a set-up keeps a .env that the bot reads, and changes the lines that count', async () => {
  const installation = await createInstallation();
  const file = join(installation.directory, '.env');
  const { LOOKUP_BASE_URL = '', LOOKUP_API_KEY = '' } = installation.settings;
  const before = 'ALLOWED=telegram:user:1\r\nADMINS=\r\nLANGUAGE=de\r\nADMINS=telegram:user:2\r\n';
  await writeFile(file, `\uFEFF${before}`);
  const ended = await installation.run(['setup'], { ADMINS: 'telegram:user:3' });
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readEnvironment(file, {}, SETTING_NAMES).values).toEqual(
    expect.objectContaining({
      ALLOWED: 'telegram:user:1',
      ADMINS: 'telegram:user:3',
      LANGUAGE: 'de',
      LOOKUP_BASE_URL,
      LOOKUP_API_KEY,
    }),
  );
});
