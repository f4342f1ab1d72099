import { describe, expect, it } from 'vitest';
import { type BotConfig, parseConfig } from '../support/settings.ts';

function config(environment: Record<string, string>): BotConfig {
  const result = parseConfig(environment);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}

function problems(environment: Record<string, string>): readonly string[] {
  const result = parseConfig(environment);
  return result.ok ? [] : result.problems;
}

const SERVICE = { LOOKUP_BASE_URL: 'https://service.example', LOOKUP_API_KEY: 'a whole key' };

describe('the configuration', () => {
  it('needs nothing: with an empty environment the sandbox is used within the limits of the interface', () => {
    const { service, limits, storeUrl } = config({});
    expect(service).toBeUndefined();
    expect(limits).toEqual({ concurrent: 4, perWindow: 19, windowMs: 60_000 });
    expect(storeUrl).toBe('sqlite://data/imei-bot.sqlite');
  });

  it('keeps no secret that is not set', () => {
    expect(config({}).secrets).toEqual([]);
  });

  it('takes an empty variable as unset, never as zero', () => {
    expect(config({ LIMIT_PER_WINDOW: '', BATCH_MAX: '  ' }).limits.perWindow).toBe(19);
  });

  it.each([
    ['90000ms', 90_000],
    ['90s', 90_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
  ])('reads the duration %s', (text, ms) => {
    expect(config({ REQUEST_MAX_AGE: text }).requestMaxAgeMs).toBe(ms);
  });

  it.each(['20', '20 s', '-1s', '1.5h', 's', '1w', '0x10s'])(
    'refuses the duration "%s" and says how to write one',
    (text) => {
      expect(problems({ LOOKUP_TIMEOUT: text })).toEqual([expect.stringMatching(/^LOOKUP_TIMEOUT: .*20s/)]);
    },
  );

  it.each(['1e3', '0x10', '-4', '4.5', 'four', '0'])('refuses "%s" as a number of requests', (text) => {
    expect(problems({ LIMIT_CONCURRENT: text })).toEqual([expect.stringMatching(/^LIMIT_CONCURRENT: /)]);
  });

  it('reports all problems at once', () => {
    const all = problems({ LOOKUP_TIMEOUT: 'x', STORE_URL: 'mysql://x', ADMINS: 'me', CACHE_SCOPE: 'all' });
    expect(all.map((problem) => problem.split(':')[0])).toEqual([
      'LOOKUP_TIMEOUT',
      'STORE_URL',
      'CACHE_SCOPE',
      'ADMINS',
    ]);
  });

  it('points out a name that was nearly right, and leaves the rest of the environment alone', () => {
    expect(problems({ LOOKUP_APIKEY: 'x' })).toEqual([
      expect.stringContaining('Did you mean LOOKUP_API_KEY?'),
    ]);
    expect(problems({ LOGLEVEL: 'x' })).toEqual([expect.stringContaining('Did you mean LOG_LEVEL?')]);
    expect(
      problems({
        PATH: '/bin',
        HOME: '/',
        LANG: 'C',
        LANGUAGE: 'sv_SE.UTF-8:en',
        npm_config_cache: 'x',
        TERM: 'xterm',
      }),
    ).toEqual([]);
  });

  it('wants the address and the key of the service together', () => {
    expect(problems({ LOOKUP_BASE_URL: 'https://service.example' })).toEqual([
      expect.stringContaining('LOOKUP_API_KEY'),
    ]);
    expect(problems({ LOOKUP_API_KEY: 'a whole key' })).toEqual([expect.stringContaining('LOOKUP_BASE_URL')]);
    expect(config(SERVICE).service).toEqual({ baseUrl: 'https://service.example', apiKey: 'a whole key' });
  });

  it.each(['javascript:alert(1)', 'service.example', 'ftp://service.example', '/api'])(
    'refuses %s as an address',
    (url) => {
      expect(problems({ ...SERVICE, LOOKUP_BASE_URL: url })).not.toEqual([]);
    },
  );

  it('lets the limits be lower than the service allows, never higher', () => {
    expect(
      config({ ...SERVICE, LIMIT_CONCURRENT: '2', LIMIT_PER_WINDOW: '10', LIMIT_WINDOW: '2m' }).limits,
    ).toEqual({
      concurrent: 2,
      perWindow: 10,
      windowMs: 120_000,
    });
    const tooMuch = { LIMIT_CONCURRENT: '5', LIMIT_PER_WINDOW: '20', LIMIT_WINDOW: '59s' };
    expect(problems({ ...SERVICE, ...tooMuch })).toHaveLength(3);
  });

  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'lets the limits be anything towards %s, which is this machine',
    (url) => {
      expect(
        problems({ ...SERVICE, LOOKUP_BASE_URL: url, LIMIT_PER_WINDOW: '1000', LIMIT_WINDOW: '1s' }),
      ).toEqual([]);
    },
  );

  it('is not fooled by an address that only begins like this machine', () => {
    const url = 'https://127.0.0.1.example.com';
    expect(problems({ ...SERVICE, LOOKUP_BASE_URL: url, LIMIT_PER_WINDOW: '20' })).toHaveLength(1);
  });

  it.each([
    'http://service.example',
    'HTTP://service.example/',
    'http://127.0.0.1.example',
    'http://10.0.0.7',
  ])('does not send the key in clear to %s, unless it is told to', (url) => {
    expect(problems({ ...SERVICE, LOOKUP_BASE_URL: url })).toEqual([
      expect.stringMatching(/^LOOKUP_BASE_URL: .*https:\/\/.*LOOKUP_ALLOW_HTTP=true/),
    ]);
    expect(config({ ...SERVICE, LOOKUP_BASE_URL: url, LOOKUP_ALLOW_HTTP: 'true' }).service?.baseUrl).toBe(
      url,
    );
    expect(problems({ ...SERVICE, LOOKUP_BASE_URL: url, LOOKUP_ALLOW_HTTP: 'false' })).toHaveLength(1);
  });

  it.each([
    ['DISCORD', 'a-token-of-discord', 'http://discord-proxy:8080/api', 'http://127.0.0.1:9/api'],
    ['TELEGRAM', '7:a-token-of-telegram', 'http://10.0.0.7:8081', 'http://localhost:8081'],
  ])(
    'does not send the token of %s in clear to another machine, unless it is told to',
    (platform, token, url, here) => {
      const served = { [`${platform}_TOKEN`]: token, [`${platform}_API_URL`]: url };
      const told = new RegExp(`^${platform}_API_URL: .*${platform}_TOKEN.*${platform}_ALLOW_HTTP=true`);
      expect(problems(served)).toEqual([expect.stringMatching(told)]);
      expect(problems({ ...served, [`${platform}_ALLOW_HTTP`]: 'true' })).toEqual([]);
      expect(problems({ ...served, [`${platform}_API_URL`]: here })).toEqual([]);
      // Where nothing is served, nothing is sent.
      expect(problems({ [`${platform}_API_URL`]: url })).toEqual([]);
    },
  );

  it.each([
    'https://user:hunter2hunter2@service.example',
    'https://user@service.example',
    'http://:p@127.0.0.1',
  ])('refuses a name and a password in an address where they would not be used: %s', (url) => {
    for (const name of ['LOOKUP_BASE_URL', 'DISCORD_API_URL', 'TELEGRAM_API_URL']) {
      const told = problems({ ...SERVICE, [name]: url });
      expect(told).toEqual([expect.stringMatching(new RegExp(`^${name}: .*without a name and a password`))]);
      expect(told.join()).not.toContain('hunter2');
    }
  });

  it.each(['a', 'info', 'seven77'])(
    'refuses "%s" as a key or a token: it could not be kept secret',
    (short) => {
      for (const name of ['LOOKUP_API_KEY', 'DISCORD_TOKEN'])
        expect(problems({ ...SERVICE, [name]: short })).toEqual([
          expect.stringMatching(new RegExp(`^${name}: .*fewer than 8 characters`)),
        ]);
    },
  );

  it('reads admins and allowed places, and says which one is malformed', () => {
    const admins = 'discord:user:123, discord:role:9,telegram:user:456,';
    expect(config({ ADMINS: admins }).access.admins).toEqual([
      'discord:user:123',
      'discord:role:9',
      'telegram:user:456',
    ]);
    expect(problems({ ALLOWED: 'telegram:chat:-100,discord' })).toEqual([
      expect.stringContaining('"discord"'),
    ]);
  });

  it('cannot be changed once it is made', () => {
    expect(Object.isFrozen(config({}))).toBe(true);
    expect(Object.isFrozen(config(SERVICE).limits)).toBe(true);
  });

  it('never repeats a secret in a problem', () => {
    const secret = 'hunter2hunter2';
    const text = problems({
      ...SERVICE,
      LOOKUP_API_KEY: secret,
      LOOKUP_BASE_URL: 'x',
      CACHE_SECRET: 'short',
    }).join();
    expect(text).not.toContain(secret);
    expect(text).not.toContain('short"');
  });
});

describe('a proxy', () => {
  const proxyOf = (environment: Record<string, string>) => {
    const parsed = parseConfig(environment);
    return parsed.ok ? parsed.config.proxy : parsed.problems;
  };

  it('is taken from HTTPS_PROXY and NO_PROXY, in small letters as well, as other programs take it', () => {
    const expected = { url: 'http://proxy.example:3128', except: 'localhost' };
    expect(proxyOf({ HTTPS_PROXY: expected.url, NO_PROXY: 'localhost' })).toEqual(expected);
    expect(proxyOf({ https_proxy: expected.url, no_proxy: 'localhost' })).toEqual(expected);
    expect(proxyOf({})).toBeUndefined();
  });

  it('for http is another program’s, and no slip of the pen', () => {
    expect(proxyOf({ HTTP_PROXY: 'http://proxy.example:3128' })).toBeUndefined();
    expect(proxyOf({ HTTPS_PROXI: 'http://proxy.example:3128' })).toEqual([
      'HTTPS_PROXI: there is no such variable. Did you mean HTTPS_PROXY?',
    ]);
  });

  it('has an address of HTTP', () => {
    expect(proxyOf({ HTTPS_PROXY: 'proxy.example:3128' })).toEqual([
      expect.stringContaining('HTTPS_PROXY: write a whole address'),
    ]);
  });

  it('may have a name and a password, in which each % is encoded', () => {
    const url = 'http://ann:5%25zz@proxy.example:3128';
    expect(proxyOf({ HTTPS_PROXY: url })).toMatchObject({ url });
    expect(proxyOf({ HTTPS_PROXY: 'http://ann:5%zz@proxy.example:3128' })).toEqual([
      'HTTPS_PROXY: write %25 for each % in the name or the password',
    ]);
  });
});
