import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/config/arguments.ts';
import { maskSecrets } from '../../src/ops/log/mask.ts';
import { configOf, problemsOf } from '../support/settings.ts';

const SERVICE = { LOOKUP_BASE_URL: 'https://service.example', LOOKUP_API_KEY: 'a-whole-key' };

it('the words after the name of the program are options and one line', () => {
  expect(parseArguments(['--json', 'imei', '1'])).toMatchObject({
    json: true,
    help: false,
    line: 'imei 1',
  });
  expect(parseArguments(['-h'])).toMatchObject({ help: true, version: false, line: undefined });
  expect(parseArguments(['--version'])).toMatchObject({ version: true, json: false });
  expect(() => parseArguments(['--jsn'])).toThrow(/^Unknown option '--jsn'\.$/);
  // A line of a list is not an option.
  for (const line of ['- 490154203237518', '-- IMEI: 490154203237518', '-490154203237518 x']) {
    expect(parseArguments(['--json', line])).toMatchObject({ json: true, line });
  }
});

it.each([[['']], [[' ']], [['--json', '']], [['', '\t']]])(
  'a line of nothing is an error, not a bot that serves: %j',
  (words) => {
    expect(() => parseArguments(words)).toThrow('The line to answer is empty.');
  },
);

describe('the configuration', () => {
  it('needs nothing: an empty environment means the sandbox, within the limits of the service', () => {
    expect(configOf({})).toMatchObject({
      service: undefined,
      limits: { concurrent: 4, perWindow: 19, windowMs: 60_000 },
      storeUrl: 'sqlite://data/imei-bot.sqlite',
      proxy: undefined,
    });
  });

  it('takes an empty variable as unset, never as zero', () => {
    expect(configOf({ LIMIT_PER_WINDOW: '', BATCH_MAX: '  ' }).batchMax).toBe(500);
  });

  it.each([
    ['90000ms', 90_000],
    ['90s', 90_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
  ])('reads the duration %s', (text, ms) => {
    expect(configOf({ CACHE_TTL_FOUND: text }).cache.foundTtlMs).toBe(ms);
  });

  it.each([
    ['LOOKUP_TIMEOUT', ['20', '20 s', '-1s', '1.5h', 's', '1w', '0x10s'], /such as 500ms, 20s/],
    ['LIMIT_CONCURRENT', ['1e3', '0x10', '-4', '4.5', 'four', '0'], /from 1 to 1000/],
    ['PRICE_PER_CHECK', ['$1', '1,5', '-1'], /such as 0.02/],
    [
      'LOOKUP_BASE_URL',
      ['javascript:alert(1)', 'service.example', 'ftp://a.example', '/api'],
      /whole URL/,
    ],
    [
      'LOOKUP_BASE_URL',
      ['https://ann:hunter2hunter2@a.example', 'https://ann@a.example'],
      /without a name/,
    ],
    ['DISCORD_API_URL', ['http://:hunter2hunter2@127.0.0.1'], /without a name and a password/],
    [
      'LOOKUP_BASE_URL',
      ['https://a.example/?key=hunter2', 'https://a.example/x#hunter2'],
      /without a \? or a #/,
    ],
    ['LOOKUP_BASE_URL', ['https://a.example/api', 'https://a.example/x/api//'], /without \/api/],
    ['LOOKUP_API_KEY', ['a', 'seven77'], /fewer than 8 characters/],
    ['DISCORD_TOKEN', ['a', 'seven77'], /fewer than 8 characters/],
    [
      'LOOKUP_API_KEY',
      ['“hunter2hunter2”', '"hunter2hunter2', "'hunter2hunter2'", 'hunter2 hunter2'],
      /without spaces and quotes/,
    ],
    ['DISCORD_TOKEN', ['Bot hunter2hunter2', '„hunter2hunter2“'], /without spaces and quotes/],
    // A letter that only looks like an English one cannot be sent in a header.
    ['DISCORD_TOKEN', ['huntеr2hunter2', 'hunter2hünter2'], /with English letters only/],
    ['TELEGRAM_TOKEN', ['7', 'bot7:abc', '7:аbc'], /as BotFather gave it/],
    [
      'TELEGRAM_WEBHOOK_URL',
      ['https://bot.example', 'http://bot.example/x', 'x'],
      /a path of its own/,
    ],
    ['CACHE_SECRET', ['hunter2hunter2'], /at least 16 characters/],
    ['HTTPS_PROXY', ['proxy.example:3128'], /whole URL/],
    ['ADMINS', ['me', 'discord', 'telegram:user:1,me'], /write discord:user:123/],
    [
      'ALLOWED',
      ['telegram:user:1; telegram:user:2', 'telegram:user:1 telegram:user:2'],
      /with a comma between two/,
    ],
    ['STORE_URL', ['mysql://x', 'sqlite://', 'postgres://'], /sqlite:/],
    // It would become part of the name of a new file.
    ['STORE_URL', ['sqlite://data/x.sqlite?mode=ro'], /follows the \?/],
  ])('refuses in %s: %j', (name, values, says) => {
    for (const value of values) {
      const found = problemsOf({ ...SERVICE, [name]: value });
      expect(found, value).toEqual([
        expect.stringMatching(new RegExp(`^${name}: .*${says.source}`)),
      ]);
      expect(found.join()).not.toContain('hunter2');
      // Advice that the mask has changed helps nobody.
      expect(maskSecrets(found.join())).toBe(found.join());
    }
  });

  it('reports all problems at once', () => {
    const all = problemsOf({
      LOOKUP_TIMEOUT: 'x',
      STORE_URL: 'mysql://x',
      ADMINS: 'me',
      CACHE_SCOPE: 'all',
    });
    const named = all.map((problem) => problem.split(':')[0]);
    expect(named).toEqual(['LOOKUP_TIMEOUT', 'STORE_URL', 'CACHE_SCOPE', 'ADMINS']);
  });

  it.each(['en_US:', 'POSIX', 'C.UTF-8', 'sv_SE.UTF-8:en', ':de_DE@euro::en', 'pt-BR'])(
    'takes LANGUAGE as systems set it for all programs: %s',
    (LANGUAGE) => {
      expect(configOf({ LANGUAGE }).language).toBe(LANGUAGE);
    },
  );

  it.each(['german', 'de,en', '1'])('refuses an invalid LANGUAGE: %s', (LANGUAGE) => {
    expect(problemsOf({ LANGUAGE })).toEqual([
      'LANGUAGE: write a language such as en, de or pt-BR',
    ]);
  });

  it.each([
    ['LOOKUP_API_KEY', { LOOKUP_BASE_URL: 'https://service.example' }],
    ['LOOKUP_BASE_URL', { LOOKUP_API_KEY: 'a-whole-key' }],
    ['CACHE_SECRET', { STORE_URL: 'postgres://host/bot' }],
    [
      'HTTP_PORT',
      { TELEGRAM_TOKEN: '7:abc', TELEGRAM_WEBHOOK_URL: 'https://bot.example/telegram' },
    ],
  ])('needs %s with %j', (name, environment: Record<string, string>) => {
    expect(problemsOf(environment)).toEqual([expect.stringMatching(`^${name}: is needed with`)]);
  });

  it('reads admins and allowed places', () => {
    const admins = 'discord:user:123, discord:role:9,telegram:user:456,';
    expect(configOf({ ADMINS: admins }).access.admins).toEqual([
      'discord:user:123',
      'discord:role:9',
      'telegram:user:456',
    ]);
  });
});

describe('the limits', () => {
  const tooMuch = { LIMIT_CONCURRENT: '5', LIMIT_PER_WINDOW: '20', LIMIT_WINDOW: '59s' };

  it('may be lower than the service allows, never higher', () => {
    const less = { LIMIT_CONCURRENT: '2', LIMIT_PER_WINDOW: '10', LIMIT_WINDOW: '2m' };
    expect(configOf({ ...SERVICE, ...less }).limits).toEqual({
      concurrent: 2,
      perWindow: 10,
      windowMs: 120_000,
    });
    expect(problemsOf({ ...SERVICE, ...tooMuch }).map((one) => one.split(':')[0])).toEqual(
      Object.keys(tooMuch),
    );
  });

  it.each([
    ['http://127.0.0.1:8080', 0],
    ['http://localhost:8080', 0],
    ['http://[::1]:8080', 0],
    ['https://127.0.0.1.example.com', 3],
  ])('may be anything towards this machine only: %s', (url, count) => {
    expect(problemsOf({ ...SERVICE, LOOKUP_BASE_URL: url, ...tooMuch })).toHaveLength(count);
  });
});

it('takes URLs with or without a slash at their end', async () => {
  const [telegram] = configOf({
    TELEGRAM_TOKEN: '1:abc',
    TELEGRAM_API_URL: 'https://a.example/api//',
  }).platforms;
  const called: string[] = [];
  await telegram?.examine(async (url) => {
    called.push(url);
    return { status: 401, body: undefined };
  });
  expect(called).toEqual(['https://a.example/api/bot1:abc/getMe']);
});

describe('a key or a token', () => {
  it.each([
    ['LOOKUP_BASE_URL', 'LOOKUP_API_KEY', SERVICE, 'http://service.example'],
    ['LOOKUP_BASE_URL', 'LOOKUP_API_KEY', SERVICE, 'HTTP://127.0.0.1.example/'],
    ['LOOKUP_BASE_URL', 'LOOKUP_API_KEY', SERVICE, 'http://10.0.0.7'],
    [
      'DISCORD_API_URL',
      'DISCORD_TOKEN',
      { DISCORD_TOKEN: 'a-token-of-discord' },
      'http://discord-proxy/api',
    ],
    ['TELEGRAM_API_URL', 'TELEGRAM_TOKEN', { TELEGRAM_TOKEN: '7:a-token' }, 'http://10.0.0.7:8081'],
  ])(
    'is sent in clear to another machine only with ALLOW_HTTP: %s, %s',
    (name, token, others, url) => {
      const set = { ...others, [name]: url };
      expect(problemsOf(set)).toEqual([
        expect.stringMatching(new RegExp(`^${name}: .*${token}.*ALLOW_HTTP=true`)),
      ]);
      expect(problemsOf({ ...set, ALLOW_HTTP: 'false' })).toHaveLength(1);
      expect(problemsOf({ ...set, ALLOW_HTTP: 'true' })).toEqual([]);
      expect(problemsOf({ ...set, [name]: 'http://localhost:8081' })).toEqual([]);
      // If nothing is served, nothing is sent.
      if (name !== 'LOOKUP_BASE_URL') expect(problemsOf({ [name]: url })).toEqual([]);
    },
  );
});

describe('a proxy', () => {
  it('is read from HTTPS_PROXY and NO_PROXY, in capitals or small letters', () => {
    const proxy = { url: 'http://ann:5%zz@proxy.example:3128', except: 'localhost' };
    expect(configOf({ HTTPS_PROXY: proxy.url, NO_PROXY: 'localhost' }).proxy).toEqual(proxy);
    const small = { https_proxy: proxy.url, no_proxy: 'localhost' };
    expect(configOf(small).proxy).toEqual(proxy);
    // As in a copy of `.env.example`.
    expect(configOf({ HTTPS_PROXY: '', NO_PROXY: '', ...small }).proxy).toEqual(proxy);
  });
});
