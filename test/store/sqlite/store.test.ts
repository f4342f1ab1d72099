import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { KeyvSqlite } from '@keyv/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/contract.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { describeStore } from '../../contract/store-contract.ts';

/** A clock that shows the time it is told. */
function createSteppedClock() {
  let now = Date.now();
  return {
    now: () => now,
    elapsed: () => now,
    uptime: () => now,
    advance: (ms: number) => {
      now += ms;
    },
    sleep: () => Promise.reject(new Error('the store does not sleep')),
    later: () => {
      throw new Error('the store does nothing later');
    },
  };
}

describeStore('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-store-'));
  const clock = createSteppedClock();
  const url = `sqlite://${join(directory, 'not', 'there', 'yet', 'bot.sqlite')}`;
  return {
    clock,
    advance: async (ms) => clock.advance(ms),
    open: async () => createSqliteStore(url, clock),
    destroy: () => rm(directory, { recursive: true }),
  };
});

describe('a SQLite store', () => {
  let directory: string;
  let file: string;
  let store: Store;
  let clock: ReturnType<typeof createSteppedClock>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'imei-bot-store-'));
    file = join(directory, 'bot.sqlite');
    clock = createSteppedClock();
    store = createSqliteStore(`sqlite://${file}`, clock);
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  it('heals after another process held the file while it was opened', async () => {
    await store.probe();
    await store.close();
    const other = new KeyvSqlite(`sqlite://${file}`);
    await other.query('PRAGMA locking_mode = EXCLUSIVE');
    await other.query('CREATE TABLE held (x)');
    const quick = createSqliteStore(`sqlite://${file}`, clock, { busyTimeoutMs: 50 });
    await expect(quick.collection('rows').put('a', '1')).rejects.toThrow(/SQLITE_BUSY/);
    await expect(quick.collection('rows').put('too', 'soon')).rejects.toThrow(/SQLITE_BUSY/);
    await other.close();
    clock.advance(2_000);
    await quick.collection('rows').put('a', '1');
    expect(await quick.collection('rows').get('a')).toBe('1');
    await quick.close();
  });

  it('goes on in a new file when its file was removed, once it is probed', async () => {
    await store.collection('rows').put('a', '1');
    await rm(file);
    await store.probe();
    await store.collection('rows').put('b', '2');
    await expect(stat(file)).resolves.toBeDefined();
    await store.close();
    store = createSqliteStore(`sqlite://${file}`, clock);
    expect(await store.collection('rows').get('b')).toBe('2');
  });

  it('rejects instead of answering with a miss when the file is damaged', async () => {
    await store.keyv.set('k', 'v');
    await store.close();
    await writeFile(
      file,
      'this is no database, and it is long enough to have a header of its own'.repeat(100),
    );
    store = createSqliteStore(`sqlite://${file}`, clock);
    await expect(store.keyv.get('k')).rejects.toThrow(/SQLITE_NOTADB/);
    await expect(store.probe()).rejects.toThrow();
  });

  it('rejects when the directory cannot be made, and works when it can', async () => {
    const blocked = join(directory, 'blocked');
    await writeFile(blocked, '');
    const other = createSqliteStore(`sqlite://${join(blocked, 'bot.sqlite')}`, clock);
    await expect(other.probe()).rejects.toThrow();
    await rm(blocked);
    clock.advance(2_000);
    await other.probe();
    await other.close();
  });

  it('gives what is swept back to the disk, but for a little that is filled again', async () => {
    const ttlMs = 1_000;
    for (let i = 0; i < 2_000; i += 1) void store.keyv.set(`key ${i}`, 'x'.repeat(4_000), ttlMs);
    await store.collection('rows').put('stays', '1');
    clock.advance(Date.now() - clock.now() + ttlMs + 1);
    expect(await store.sweep()).toBe(2_000);
    await store.close();
    const { size } = await stat(file);
    expect(size).toBeLessThan(2 * 2 ** 20);
    store = createSqliteStore(`sqlite://${file}`, clock);
    expect(await store.collection('rows').get('stays')).toBe('1');
  });

  it('puts what it sweeps into the file as it goes, so that no write waits for all of it', async () => {
    // Each portion takes a while, but not too long: none grows.
    let elapsedMs = 0;
    const elapsed = (): number => {
      elapsedMs += 4;
      return elapsedMs;
    };
    const swept = createSqliteStore(`sqlite://${file}`, { ...clock, elapsed });
    await swept.probe();
    const other = new KeyvSqlite(`sqlite://${file}`);
    await other.query(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
      INSERT INTO cache (key, value)
      SELECT 'keyv:' || hex(randomblob(32)), '{"value":"' || hex(randomblob(250)) || '","expires":1}' FROM n`);
    await other.query('PRAGMA wal_checkpoint(TRUNCATE)');
    await other.close();
    expect(await swept.sweep()).toBe(12_000);
    const { size: logSize } = await stat(`${file}-wal`);
    // SQLite by itself would let it grow to a thousand pages.
    expect(logSize).toBeLessThan(400 * 4_096);
    await swept.close();
  });

  it('lets go of the file when it is closed in the midst of a sweep', async () => {
    const ttlMs = 1_000;
    await store.close();
    // A slow portion is followed by a rest that no test waits for.
    let elapsedMs = 0;
    const elapsed = (): number => {
      elapsedMs += 60_000;
      return elapsedMs;
    };
    store = createSqliteStore(`sqlite://${file}`, { ...clock, elapsed });
    for (let i = 0; i < 2_000; i += 1) void store.keyv.set(`key ${i}`, 'x', ttlMs);
    await store.probe();
    clock.advance(Date.now() - clock.now() + ttlMs + 1);
    const before = elapsedMs;
    const sweeping = Promise.allSettled([store.sweep()]);
    await expect.poll(() => elapsedMs - before, { interval: 1 }).toBeGreaterThanOrEqual(120_000);
    await delay(50);
    await store.close();
    // SQLite takes its log away with the last connection.
    expect(await readdir(directory)).toEqual(['bot.sqlite']);
    await sweeping;
    store = createSqliteStore(`sqlite://${file}`, clock);
  });

  it('ends with all that was begun, and takes nothing more', async () => {
    const rows = store.collection('rows');
    await rows.put('a', '1');
    const copied = rows.get('a').then((value) => rows.put('b', String(value)));
    await store.close();
    await copied;
    await expect(rows.put('c', '2')).rejects.toThrow('closed');
    store = createSqliteStore(`sqlite://${file}`, clock);
    expect(await store.collection('rows').get('b')).toBe('1');
    expect(await store.collection('rows').get('c')).toBeUndefined();
  });

  it('writes answers and rows at the same time, and neither keeps the other from the file', async () => {
    const quick = createSqliteStore(`sqlite://${file}`, clock, { busyTimeoutMs: 300 });
    const counters = quick.collection('counters');
    for (let round = 0; round < 5; round += 1) {
      // Changes of one row are a transaction of as many statements.
      const counted = Promise.all(Array.from({ length: 300 }, () => counters.add('day', 1)));
      await delay(5);
      const kept = ['a', 'b', 'c', 'd'].map((key) => quick.keyv.set(key, 'v'));
      await Promise.all([counted, ...kept]);
    }
    expect(await counters.get('day')).toBe('1500');
    await quick.close();
  });

  it('leaves all of it in the one file when it is closed, so that it can be copied', async () => {
    for (let time = 0; time < 20; time += 1) {
      await Promise.all([store.keyv.set('k', 'v'), store.collection('rows').put('a', '1')]);
      await store.close();
      await expect(stat(`${file}-wal`)).rejects.toThrow('ENOENT');
      store = createSqliteStore(`sqlite://${file}`, clock);
    }
  });

  it('writes the file for its owner only', async () => {
    await store.probe();
    await chmod(directory, 0o755);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });
});
