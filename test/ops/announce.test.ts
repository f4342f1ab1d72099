import { describe, expect, it } from 'vitest';
import { announce } from '../../src/bot/run.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { parseConfig } from '../support/settings.ts';

const KEY = 'key-of-eight-and-more';

/** The lines of a log that masks nothing, so that what is left out is left out by what says it. */
function announced(environment: Record<string, string>, platforms: readonly string[]) {
  const configured = parseConfig(environment);
  if (!configured.ok) throw new Error(configured.problems.join());
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const log = createLog({ level: 'info', secrets: [], readable: false, destination });
  const adapters = platforms.map((platform) => fakeAdapter({ platform }));
  announce(log, configured.config, adapters);
  return lines.map((line) => JSON.parse(line));
}

describe('what is said at the start', () => {
  it('names the service by its host, and no secret', () => {
    const [line] = announced(
      {
        LOOKUP_BASE_URL: 'https://service.example/path',
        LOOKUP_API_KEY: KEY,
        STORE_URL: 'sqlite://data/bot.sqlite',
        CACHE_SECRET: 'a-secret-of-enough-characters',
        HTTP_PORT: '8081',
      },
      ['discord', 'telegram'],
    );
    expect(line).toMatchObject({
      msg: 'imei-bot runs',
      service: 'service.example',
      store: 'sqlite://data/bot.sqlite',
      platforms: ['discord', 'telegram'],
      http: '127.0.0.1:8081',
    });
    for (const secret of [KEY, 'a-secret-of-enough']) expect(JSON.stringify(line)).not.toContain(secret);
  });

  it('does not interrupt a chat in the terminal', () => {
    expect(announced({}, ['console'])).toEqual([]);
  });
});
