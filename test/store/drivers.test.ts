import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { DRIVERS, driverOf, openStore } from '../../src/store/open.ts';
import { redisDriver } from '../../src/store/redis/driver.ts';
import { sqliteDriver } from '../../src/store/sqlite/driver.ts';
import { parseConfig } from '../support/settings.ts';

const ROOT = new URL('../../', import.meta.url);
const STORE = new URL('src/store/', ROOT);

/** The folders that hold a driver. */
const FOLDERS = readdirSync(STORE).filter((name) => existsSync(new URL(`${name}/driver.ts`, STORE)));

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const parsed = parseConfig(environment);
  return parsed.ok ? [] : parsed.problems;
}

describe('the drivers of stores', () => {
  it('are those that have a folder, and no others', async () => {
    const found: unknown[] = [];
    for (const name of FOLDERS) {
      const brought: object = await import(new URL(`${name}/driver.ts`, STORE).href);
      found.push(...Object.values(brought));
    }
    expect(found.length).toBeGreaterThanOrEqual(2);
    expect(new Set(DRIVERS)).toEqual(new Set(found));
    expect(DRIVERS).toHaveLength(found.length);
  });

  it.each(FOLDERS)('load nothing but what is in core before a store is opened: %s', (name) => {
    const text = readFileSync(new URL(`${name}/driver.ts`, STORE), 'utf8');
    const loaded = [...text.matchAll(/^import (?!type )[^;]*;/gm)].map(([statement]) => statement);
    expect(loaded.filter((statement) => !statement.includes(" from '../../core/"))).toEqual([]);
  });

  it('take no STORE_URL of each other', () => {
    for (const driver of DRIVERS)
      for (const scheme of driver.schemes) {
        expect(driverOf(`${scheme}somewhere`)).toBe(driver);
        expect(DRIVERS.filter(({ schemes }) => schemes.some((one) => one.startsWith(scheme)))).toEqual([
          driver,
        ]);
      }
  });

  it.each(['nowhere://somewhere', 'sqlite://', 'data/imei-bot.sqlite'])(
    'are all named to whoever writes a STORE_URL that none of them takes: %s',
    async (url) => {
      const [problem, ...others] = problemsOf({ STORE_URL: url });
      expect(others).toEqual([]);
      for (const { usage } of DRIVERS) expect(problem).toContain(usage);
      await expect(openStore(url, undefined, systemClock)).rejects.toThrow('STORE_URL');
    },
  );

  it('want the secret of a store that is shared, and make one for a store that is not', async () => {
    for (const { isShared, schemes } of DRIVERS) {
      const url = `${schemes[0]}localhost`;
      expect(problemsOf({ STORE_URL: url }).some((one) => one.startsWith('CACHE_SECRET'))).toBe(isShared);
      if (isShared) await expect(openStore(url, undefined, systemClock)).rejects.toThrow('secret');
    }
    const opened = await openStore('sqlite://:memory:', undefined, systemClock);
    onTestFinished(opened.close);
    expect(
      opened.seal.open(opened.seal.close('text', { collection: 'a', id: 'b' }), { collection: 'a', id: 'b' }),
    ).toBe('text');
    expect([opened.shared, opened.markFile]).toEqual([undefined, undefined]);
  });

  it('say what is wrong with an address that cannot be one', () => {
    const problems = problemsOf({
      STORE_URL: 'redis://host:no-port',
      CACHE_SECRET: 'a secret of some length',
    });
    expect(problems).toEqual([`STORE_URL: ${redisDriver.problemOf('redis://host:no-port')}`]);
    expect(sqliteDriver.problemOf('sqlite://data/store.sqlite')).toBeUndefined();
  });
});

describe('the recipe for a driver', () => {
  const readme = readFileSync(new URL('src/README.md', ROOT), 'utf8');
  const [, recipe = ''] = /^\*\*A store driver\*\*([\s\S]*?)^(?:\*\*|## )/m.exec(readme) ?? [];
  const named = [...recipe.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, path = '']) => path);

  it.each(FOLDERS)('names only what there is, as in %s', (name) => {
    expect(named).toContain('src/store/NAME/driver.ts');
    expect(
      named.map((path) => path.replace('NAME', name)).filter((path) => !existsSync(new URL(path, ROOT))),
    ).toEqual([]);
  });

  it('names the contracts by their names, each in the file that is said to have it', () => {
    const said = [...recipe.matchAll(/`(\w+)` of `([^`]+)`/g)].map(([, what = '', path = '']) => ({
      what,
      path,
    }));
    expect(said.length).toBeGreaterThanOrEqual(4);
    for (const { what, path } of said)
      expect(readFileSync(new URL(path, ROOT), 'utf8')).toMatch(
        new RegExp(`^export [a-z ]+ ${what}\\b`, 'm'),
      );
  });
});
