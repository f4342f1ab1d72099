import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CheckRefused } from '../../src/checks/answer.ts';
import { systemClock } from '../../src/core/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { createSqliteStore } from '../../src/store/sqlite.ts';
import { openSqlite } from '../../src/store/sqlite-database.ts';
import { StoreUnusable } from '../../src/store/unusable.ts';
import { startChecking, testImei } from '../support/checking.ts';
import { emptyDirectory, runMain } from '../support/process-main.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-hostile-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

async function sql(file: string, statements: string): Promise<void> {
  await (await openSqlite(file, { setUp: statements, busyTimeoutMs: 1_000 })).close();
}

async function opened(url: string) {
  const open = await openStore(url, 'a secret of some length', systemClock);
  onTestFinished(() => open.close());
  return open;
}

describe('what STORE_URL names', () => {
  it('is refused with a sentence where it is a directory', async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'data'));
    const opening = openStore(`sqlite://${join(directory, 'data')}`, undefined, systemClock);
    await expect(opening).rejects.toThrow(StoreUnusable);
    await expect(opening).rejects.toThrow(/data is a directory/);
  });

  it('is refused, and left as it is, where it is a file of something else', async () => {
    const file = join(await temporaryDirectory(), 'letter.txt');
    const text = 'Dear diary, this is no database, and longer than the header of one is.'.repeat(20);
    await writeFile(file, text);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(StoreUnusable);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it.each([
    'CREATE TABLE moz_places (id INTEGER); PRAGMA user_version = 77;',
    'CREATE TABLE notes (id INTEGER);',
    'PRAGMA application_id = 252006673;',
  ])('is refused, and left as it is, where it is the database of another program: %s', async (statements) => {
    const file = join(await temporaryDirectory(), 'places.sqlite');
    await sql(file, statements);
    const before = await readFile(file);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/another program/);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('is refused with a sentence where nothing can be made', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'file'), '');
    const opening = openStore(
      `sqlite://${join(directory, 'file', 'x', 'bot.sqlite')}`,
      undefined,
      systemClock,
    );
    await expect(opening).rejects.toThrow(StoreUnusable);
    await expect(opening).rejects.toThrow(/cannot be made/);
  });

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('is refused with a sentence where it cannot be written', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'bot.sqlite');
    await writeFile(file, '', { mode: 0o400 });
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/cannot be read and written/);
    await chmod(directory, 0o500);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/cannot be read and written/);
    await chmod(directory, 0o700);
  });

  it('ends a start with 78 and without a stack', async () => {
    const directory = await emptyDirectory();
    const url = `sqlite://${directory}`;
    const { exitCode, stderr } = await runMain({
      directory,
      args: ['490154203237518'],
      environment: { STORE_URL: url },
    });
    expect(exitCode).toBe(78);
    expect(stderr).toMatch(/^.* is a directory\. Write a file into STORE_URL: .*\n$/);
  });
});

describe('a store of a newer version', () => {
  it('is refused, and left as it is, in a file', async () => {
    const directory = await emptyDirectory();
    const file = join(directory, 'bot.sqlite');
    await (await openStore(`sqlite://${file}`, undefined, systemClock)).close();
    await sql(file, 'PRAGMA user_version = 1000;');
    const before = await readFile(file);
    const { exitCode, stderr } = await runMain({
      directory,
      args: ['490154203237518'],
      environment: { STORE_URL: `sqlite://${file}` },
    });
    expect(exitCode).toBe(78);
    expect(stderr).toMatch(/^.* written by a newer version of imei-bot \(format 1000; .*\n$/);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it.skipIf(!hasRedis)('is refused, and left as it is, in Redis', async () => {
    const server = await startRedis();
    onTestFinished(() => server.destroy());
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.close());
    await client.set('{imei-bot}:version', '1000');
    await expect(opened(server.url)).rejects.toThrow(/newer version of imei-bot \(format 1000/);
    expect(await client.keys('*')).toEqual(['{imei-bot}:version']);
    await client.set('{imei-bot}:version', 'gibberish');
    await expect(opened(server.url)).rejects.toThrow(StoreUnusable);
  });
});

describe('whoever reads a stolen store', () => {
  it('finds no id of a person among the counts of their checks, and after /forget not those of other days', async () => {
    const DAY_MS = 86_400_000;
    const now = { at: Date.now() };
    const { checks, check, store } = await startChecking({
      clock: { ...systemClock, now: () => now.at },
      settings: { allowance: { checksPerDay: 2, reserve: 0 } },
    });
    const counts = store.collection('allowances');
    const counted = async () => (await counts.entries()).filter(([, value]) => /^[0-9]+$/.test(value));
    const ask = (serial: number) => check(testImei(serial), { requester: 'test:user:123456789' });
    await ask(1);
    now.at += DAY_MS;
    await ask(2);
    await ask(3);
    expect(JSON.stringify(await counts.entries())).not.toContain('123456789');
    expect(await counted()).toHaveLength(2);
    await checks.forget('test:user:123456789');
    expect(await counted()).toHaveLength(1);
    // To be forgotten is no way to begin the day anew.
    await expect(ask(4)).rejects.toThrow(CheckRefused);
  });

  it('finds none under the ids of an earlier version once somebody asks again, whose checks still count', async () => {
    const { check, store } = await startChecking({
      settings: { allowance: { checksPerDay: 3, reserve: 0 } },
    });
    const counts = store.collection('allowances');
    const day = new Date().toISOString().slice(0, 10);
    await counts.add(`test:user:123456789/${day}`, 2);
    const ask = (serial: number) => check(testImei(serial), { requester: 'test:user:123456789' });
    await ask(1);
    expect(JSON.stringify(await counts.entries())).not.toContain('123456789');
    await expect(ask(2)).rejects.toThrow(CheckRefused);
  });
});

describe('a file that another program holds', () => {
  it('costs one busy time-out for all that is written meanwhile, rows and answers alike', async () => {
    const file = join(await temporaryDirectory(), 'bot.sqlite');
    const BUSY_MS = 300;
    const store = createSqliteStore(`sqlite://${file}`, systemClock, { busyTimeoutMs: BUSY_MS });
    onTestFinished(() => store.close());
    await store.keyv.set('before', '1');
    const backup = await openSqlite(file, { setUp: 'BEGIN IMMEDIATE;', busyTimeoutMs: 0 });
    const startedAt = systemClock.elapsed();
    const writes = Array.from({ length: 20 }, (_, i) => [
      store.collection('rows').put(`row ${i}`, '1'),
      store.keyv.set(`key ${i}`, '1'),
    ]);
    const settled = await Promise.allSettled(writes.flat());
    const tookMs = systemClock.elapsed() - startedAt;
    expect(settled.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 'rejected'));
    // One by one they would take 40 time-outs.
    expect(tookMs).toBeLessThan(10 * BUSY_MS);
    await backup.close();
    await store.collection('rows').put('row 1', '2');
    expect(await store.collection('rows').get('row 1')).toBe('2');
  });
});
