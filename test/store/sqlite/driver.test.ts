import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { parseConfig } from '../../support/settings.ts';

const DRIVER = new URL('../../../src/store/sqlite/driver.ts', import.meta.url);

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const parsed = parseConfig(environment);
  return parsed.ok ? [] : parsed.problems;
}

describe('the driver of SQLite', () => {
  it('loads nothing before a store is opened', () => {
    const text = readFileSync(DRIVER, 'utf8');
    expect([...text.matchAll(/^import (?!type )/gm)]).toEqual([]);
  });

  it.each(['redis://localhost', 'postgres://localhost/bot', 'sqlite://', 'data/imei-bot.sqlite'])(
    'is named to whoever writes a STORE_URL that it does not take: %s',
    (url) => {
      const problems = problemsOf({ STORE_URL: url });
      expect(problems).toEqual([expect.stringContaining(sqliteDriver.usage)]);
    },
  );

  it('says what is wrong with an address that cannot be one', () => {
    expect(problemsOf({ STORE_URL: 'sqlite://data/store.sqlite?mode=ro' })).toEqual([
      `STORE_URL: ${sqliteDriver.problemOf('sqlite://data/store.sqlite?mode=ro')}`,
    ]);
    expect(problemsOf({ STORE_URL: 'sqlite://data/store.sqlite' })).toEqual([]);
  });
});
