import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { StoreUnusable } from '../../../src/store/errors.ts';
import { connectRedis, type RedisConnection, untilItAnswers } from '../../../src/store/redis/connection.ts';
import { redisDriver } from '../../../src/store/redis/driver.ts';
import { REDIS_VERSION, versionIn, withFormat } from '../../../src/store/redis/format.ts';
import { openRedisStore } from '../../../src/store/redis/open.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { freePort } from '../../support/free-port.ts';
import { connectionsSince, hasRedis } from '../../support/store/redis.ts';
import { emptyRedisForEach } from '../../support/store/redis-for-each.ts';

const VERSION = '{imei-bot}:version';

describe('a start that waits for a Redis', () => {
  it('asks again until it answers, and no more', async () => {
    const clock = createFakeClock();
    let asked = 0;
    const ask = async (): Promise<void> => {
      asked += 1;
      if (asked < 3) throw new Error('ECONNREFUSED');
    };
    await clock.advanceUntil(untilItAnswers(ask, clock));
    expect([asked, clock.elapsed()]).toEqual([3, 100]);
  });

  it('goes on without it after three seconds', async () => {
    const clock = createFakeClock();
    let asked = 0;
    const ask = () => {
      asked += 1;
      return Promise.reject(new Error('ECONNREFUSED'));
    };
    await clock.advanceUntil(untilItAnswers(ask, clock));
    expect([asked, clock.elapsed()]).toEqual([60, 3_000]);
  });

  it('ends at once with what only a person can mend', async () => {
    const clock = createFakeClock();
    const unusable = new StoreUnusable('of another program');
    await expect(untilItAnswers(() => Promise.reject(unusable), clock)).rejects.toBe(unusable);
    expect(clock.elapsed()).toBe(0);
  });
});

describe.skipIf(!hasRedis)('what is opened in a Redis', () => {
  const url = emptyRedisForEach();
  let admin: ReturnType<typeof createClient>;
  const opened: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    admin = createClient({ url: url() });
    await admin.connect();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    admin.destroy();
  });

  const connect = (): RedisConnection => {
    const connection = connectRedis(url());
    opened.push(connection);
    return connection;
  };
  const clients = async () => (await connectionsSince(admin)).length;

  it('is a store of this version, whose rows and answers can be told, and which is closed', async () => {
    const database = await openRedisStore(url(), systemClock);
    await database.store.collection('rows').put('a', 'one');
    await database.store.collection('rows').put('b', 'two', { expiresAt: systemClock.now() + 60_000 });
    await database.store.keyv.set('k', 'cached', 60_000);
    expect(await admin.get(VERSION)).toBe(String(REDIS_VERSION));
    const rows = [];
    for await (const portion of database.dump()) rows.push(...portion);
    const kept = rows.filter(({ collection }) => collection !== 'probe');
    expect(kept).toEqual([
      { collection: 'rows', id: 'a', value: 'one', expiresAt: undefined },
      { collection: 'rows', id: 'b', value: 'two', expiresAt: expect.any(Number) },
      { id: 'k', value: 'cached', expiresAt: expect.any(Number) },
    ]);
    for (const { expiresAt = systemClock.now() + 55_000 } of kept) {
      expect(expiresAt).toBeGreaterThan(systemClock.now() + 50_000);
      expect(expiresAt).toBeLessThanOrEqual(systemClock.now() + 60_000);
    }
    await database.close();
    await expect.poll(clients).toBe(1);
  });

  it('is left as it is where it is of another version, or of nobody', async () => {
    for (const [found, says] of [
      [String(REDIS_VERSION + 1), 'another version'],
      ['first', 'holds no version'],
      ['-1', 'holds no version'],
      ['1.5', 'holds no version'],
    ]) {
      await admin.set(VERSION, found ?? '');
      const opening = openRedisStore(url(), systemClock);
      await expect(opening).rejects.toThrow(StoreUnusable);
      await expect(opening).rejects.toThrow(says);
      expect(await admin.get(VERSION)).toBe(found);
      // And nobody keeps a connection to it.
      await expect.poll(clients).toBe(1);
    }
  });

  it('lets nothing through before its format is known, and asks again where that could not be found out', async () => {
    const connection = connect();
    await untilItAnswers(() => connection.run(async (client) => void (await client.ping())), systemClock);
    let isAway = true;
    let asked = 0;
    const shaky: RedisConnection = {
      ...connection,
      run: (work) => {
        if (work === versionIn) asked += 1;
        return isAway ? Promise.reject(new Error('away')) : connection.run(work);
      },
    };
    const guarded = withFormat(shaky);
    await expect(guarded.run((client) => client.set('{imei-bot}:x', '1'))).rejects.toThrow('away');
    await expect(guarded.runKeyv((adapter) => adapter.set('k', 'v'))).rejects.toThrow('away');
    expect(await admin.keys('*')).toEqual([]);
    isAway = false;
    asked = 0;
    await Promise.all([1, 2, 3].map(() => guarded.runKeyv((adapter) => adapter.get('k'))));
    // Once for all of them, and never again.
    expect(asked).toBe(1);
    expect(await guarded.run((client) => versionIn(client))).toBe(REDIS_VERSION);
  });

  it('costs no more than a look where it is of this version', async () => {
    await (await openRedisStore(url(), systemClock)).close();
    const connection = connect();
    await untilItAnswers(() => connection.run(async (client) => void (await client.ping())), systemClock);
    let works = 0;
    const counted: RedisConnection = {
      ...connection,
      run: (work) => {
        works += 1;
        return connection.run(work);
      },
    };
    await withFormat(counted).runKeyv((adapter) => adapter.get('k'));
    expect(works).toBe(1);
  });
});

describe('a Redis that is away', () => {
  it('is opened all the same', async () => {
    const clock = createFakeClock();
    const url = `redis://127.0.0.1:${await freePort()}`;
    const database = await clock.advanceUntil(openRedisStore(url, clock));
    await expect(database.store.collection('rows').get('a')).rejects.toThrow();
    await database.close();
    expect(clock.elapsed()).toBe(3_000);
  });
});

describe('the driver of Redis', () => {
  it('says what is wrong with an address before anything is loaded for it', () => {
    expect(redisDriver.problemOf('redis://:password@redis.example:6379/2')).toBeUndefined();
    expect(redisDriver.problemOf('redis://host:no-port')).toContain('write an address');
  });
});
