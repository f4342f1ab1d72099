import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretsIn } from '../../src/config/setting-schemas.ts';
import { addSecret } from '../../src/core/operator/secrets.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { shownUrl } from '../../src/store/store-kinds.ts';
import { type RunPlatform, startBot } from '../support/bot.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { parseConfig, SCHEMAS, SETTING_NAMES } from '../support/settings.ts';

/** The names of settings that say of themselves that they are not to be shown. */
const SOUNDS_SECRET = /KEY|TOKEN|SECRET|PASSWORD/;
/**
 * A value for every setting that is declared secret; one that takes no such text needs its own
 * here.
 */
const TOKENS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(SCHEMAS).flatMap(([name, schema]) =>
      schema.meta()?.secret === true ? [[name, `the-value-of-${name}`]] : [],
    ),
  ),
  TELEGRAM_TOKEN: '123456:a-telegram-token-of-a-test',
};

const BASE = { LOOKUP_BASE_URL: 'https://service.example', HTTP_PORT: '8081', ...TOKENS };

function register(settings: Readonly<Record<string, string>>): void {
  for (const secret of secretsIn(settings, SCHEMAS)) addSecret(secret);
}

function logged(value: unknown, text: string): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  createLog({ level: 'info', isReadable: false, destination }).info({ value }, text);
  return lines.join('');
}

describe('what a log masks', () => {
  it('the log masks each setting whose name sounds like a secret', () => {
    const secret = SETTING_NAMES.filter((name) => SOUNDS_SECRET.test(name));
    expect(Object.keys(TOKENS).toSorted()).toEqual(secret.toSorted());
    register(TOKENS);
    for (const value of [...Object.values(TOKENS), 'a-telegram-token-of-a-test']) {
      expect(logged(new Error(`refused ${value}`), `sent with ${value}`)).not.toContain(value);
    }
  });

  it.each([
    'Z',
    'qZ7',
    'p@ss',
    'pass%21word',
    "it's",
    'qu"ote',
    String.raw`ba\ck`,
    'a password of many words',
  ])('the log masks the password in a URL, however short it is: %s', (password) => {
    for (const start of ['https://user:', 'postgres://bot:', 'http://:']) {
      const url = `${start}${password.replaceAll(' ', '%20')}@host.example:6380/a`;
      const line = logged(Object.assign(new Error(`no ${url}`), { url }), `at "${url}"`);
      expect(line).toContain('://[secret]@host.example:6380/a');
      expect(line.replace(/"time":"[^"]*"/, '')).not.toContain(password.replaceAll(' ', '%20'));
    }
  });

  it('the log never shows the password of a STORE_URL, whatever characters it has', () => {
    const url = 'postgres://bot:pa ss@host.example/bot?password=pa%20ss&application_name=a@b';
    expect(shownUrl(url)).toBe('postgres://host.example/bot');
  });

  it('the log masks nothing in a URL without a password', () => {
    const urls = 'file:///app/node_modules/@e965/xlsx/a.mjs:1:2 https://t.me/@imei_bot?a=b@c';
    expect(logged(urls, urls)).toContain(urls);
  });

  it('is the password in every URL that a setting holds, unless none is taken there', () => {
    const urls = SETTING_NAMES.filter(
      (name) => /_(?:URL|PROXY)$/.test(name) && name !== 'NO_PROXY',
    );
    const refused = urls.filter((name) => {
      const scheme = name === 'STORE_URL' ? 'postgres' : 'https';
      const taken = parseConfig({ ...BASE, [name]: `${scheme}://user:qZ7@host.example:6380/a` });
      if (!taken.ok) expect(taken.problems.join(), name).toMatch(/^(?!.*qZ7).*without a name/);
      return !taken.ok;
    });
    expect(refused.toSorted()).toEqual(['DISCORD_API_URL', 'LOOKUP_BASE_URL', 'TELEGRAM_API_URL']);
    expect(urls).toEqual(
      expect.arrayContaining(['HTTPS_PROXY', 'STORE_URL', 'TELEGRAM_WEBHOOK_URL']),
    );
  });

  it.each([undefined, 'correct horse battery staple'])(
    'the log masks the secret of the store, and the keys derived from it: %s',
    async (given) => {
      const file = join(await emptyDirectory(), 'store.sqlite');
      const environment = { STORE_URL: `sqlite://${file}`, CACHE_SECRET: given ?? '' };
      const lines: string[] = [];
      const destination = { write: (line: string) => lines.push(line) };
      register(environment);
      const log = createLog({ level: 'info', isReadable: false, destination });
      const secrets: string[] = [];
      const create: RunPlatform['create'] = async ({ store }) => {
        secrets.push(store.secretFor('telegram webhook'));
        return fakeAdapter();
      };
      await startBot(environment, { log, platforms: [{ name: 'telegram', create }] });
      secrets.push(given ?? (await readFile(`${file}.secret`, 'utf8')).trim());
      for (const secret of secrets) {
        log.info({ value: secret }, encodeURIComponent(secret));
        expect(lines.at(-1)).not.toContain(secret);
        expect(lines.at(-1)).not.toContain(encodeURIComponent(secret));
      }
    },
  );
});
