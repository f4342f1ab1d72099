import { expect, it } from 'vitest';
import { announce } from '../../src/bot/run.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { configOf } from '../support/settings.ts';

const SECRETS = { LOOKUP_API_KEY: 'key-of-eight-and-more', CACHE_SECRET: 'a-secret-of-enough-characters' };

/** The lines of a log that masks nothing. */
function announced(environment: Record<string, string>, platforms: readonly string[]) {
  const config = configOf(environment);
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const log = createLog({ level: 'info', secrets: [], readable: false, destination });
  const adapters = platforms.map((platform) => fakeAdapter({ platform }));
  announce(log, config, adapters);
  return lines.map((line) => JSON.parse(line));
}

it('a start names the service by its host, the store and the platforms, and no secret', () => {
  const set = { ...SECRETS, LOOKUP_BASE_URL: 'https://service.example/path', HTTP_PORT: '8081' };
  const [line] = announced({ ...set, STORE_URL: 'sqlite://data/bot.sqlite' }, ['discord', 'telegram']);
  expect(line).toMatchObject({
    ...{ msg: 'imei-bot runs', service: 'service.example', store: 'sqlite://data/bot.sqlite' },
    ...{ platforms: ['discord', 'telegram'], http: '127.0.0.1:8081' },
  });
  for (const secret of Object.values(SECRETS)) expect(JSON.stringify(line)).not.toContain(secret);
});

it('a start does not interrupt a chat in the terminal', () => {
  expect(announced({}, ['console'])).toEqual([]);
});
