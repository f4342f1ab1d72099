import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredRow } from '../../../src/store/contract.ts';
import { ANSWER_PREFIX, connectRedis, type RedisConnection } from '../../../src/store/redis/connection.ts';
import { dumpRedis } from '../../../src/store/redis/passes/dump.ts';
import { createRedisStore } from '../../../src/store/redis/store.ts';
import { clockAt } from '../../support/clocks/clock-at.ts';
import { ageKeys, hasRedis } from '../../support/store/redis.ts';
import { emptyRedisForEach } from '../../support/store/redis-for-each.ts';

const NOW = 1_000_000;
const clock = clockAt(() => NOW);
const MINUTE_MS = 60_000;
/** As long as a slow machine takes for a few commands. */
const ALMOST_MS = 5_000;

describe.skipIf(!hasRedis)('a pass through all of a Redis', () => {
  const url = emptyRedisForEach();
  let admin: ReturnType<typeof createClient>;
  let connection: RedisConnection;

  beforeEach(async () => {
    admin = createClient({ url: url() });
    await admin.connect();
    connection = connectRedis(url(), 5_000);
    await vi.waitFor(() => connection.run((client) => client.ping()), { timeout: 5_000, interval: 5 });
  });
  afterEach(async () => {
    admin.destroy();
    await connection.close();
  });

  const dump = async (of = connection): Promise<StoredRow[]> => {
    const rows: StoredRow[] = [];
    for await (const portion of dumpRedis(of, clock)) rows.push(...portion);
    return rows;
  };
  const rowsOf = (name: string) => createRedisStore(connection, clock).collection(name);
  /** The same connection, whose client does some things in another way. */
  const withClient = (change: object): RedisConnection => ({
    ...connection,
    run: (work) =>
      connection.run((client) => work(Object.assign(Object.create(client) as typeof client, change))),
  });
  /** Answers as the cache keeps them. */
  const putAnswers = (...answers: readonly (readonly [id: string, stored: string])[]) =>
    admin.mSet(answers.map(([id, stored]): [string, string] => [ANSWER_PREFIX + id, stored]));
  const kept = (value: string, expires?: number): string => JSON.stringify({ value, expires });

  it('finds nothing in one that is empty', async () => {
    expect(await dump()).toEqual([]);
  });

  it('tells each row, oldest first, with the time at which it expires by the clock that asks', async () => {
    for (const id of ['c', 'a', 'b']) await rowsOf('rows').put(id, `of ${id}`);
    await rowsOf('others').put('soon', 'expires', { expiresAt: NOW + MINUTE_MS });
    const rows = await dump();
    const ofRows = rows.filter(({ collection }) => collection === 'rows');
    expect(ofRows).toEqual(
      ['c', 'a', 'b'].map((id) => ({ collection: 'rows', id, value: `of ${id}`, expiresAt: undefined })),
    );
    const [soon, ...more] = rows.filter(({ collection }) => collection !== 'rows');
    expect([soon, more]).toEqual([
      { collection: 'others', id: 'soon', value: 'expires', expiresAt: expect.any(Number) },
      [],
    ]);
    expect(soon?.expiresAt).toBeGreaterThan(NOW + MINUTE_MS - ALMOST_MS);
    expect(soon?.expiresAt).toBeLessThanOrEqual(NOW + MINUTE_MS);
  });

  it('tells nothing of what has expired, also while it is asked', async () => {
    await rowsOf('rows').put('stays', 'one');
    await rowsOf('rows').put('gone', 'two', { expiresAt: NOW + MINUTE_MS });
    await ageKeys(url(), MINUTE_MS);
    await rowsOf('rows').put('going', 'three', { expiresAt: NOW + MINUTE_MS });
    let read: Promise<unknown> = Promise.resolve();
    const slow = withClient({
      mGet: (keys: string[]) => {
        read = admin.mGet(keys);
        return read;
      },
      pTTL: async (key: string) => {
        await read;
        if (key.endsWith('going')) await admin.del(key);
        return admin.pTTL(key);
      },
    });
    expect((await dump(slow)).map(({ id }) => id)).toEqual(['stays']);
  });

  it('tells more than is read at once', async () => {
    const ids = Array.from({ length: 1_100 }, (_, place) => `${place}`);
    await rowsOf('rows').put('0', 'of 0');
    await Promise.all(ids.slice(1).map((id) => rowsOf('rows').put(id, `of ${id}`)));
    await putAnswers(...ids.map((id) => [id, kept(`of ${id}`)] as const));
    const rows = await dump();
    const inRows = rows.filter(({ collection }) => collection === 'rows');
    expect(inRows.map(({ id }) => id)).toEqual(ids);
    const answers = new Map(rows.flatMap((row) => (row.collection === undefined ? [[row.id, row]] : [])));
    expect(answers.size).toBe(ids.length);
    expect(answers.get('77')).toEqual({ id: '77', value: 'of 77', expiresAt: undefined });
  });

  it('tells answers with the time that is kept beside them, and none that cannot be read or have gone', async () => {
    await putAnswers(
      ['a', kept('paid')],
      ['b', kept('paid', NOW + 5)],
      ['odd', 'no answer'],
      ['late', kept('x')],
    );
    const slow = withClient({
      mGet: async (keys: string[]) => {
        await admin.del(`${ANSWER_PREFIX}late`);
        return admin.mGet(keys);
      },
    });
    const rows = (await dump(slow)).sort((one, other) => one.id.localeCompare(other.id));
    expect(rows).toEqual([
      { id: 'a', value: 'paid', expiresAt: undefined },
      { id: 'b', value: 'paid', expiresAt: NOW + 5 },
    ]);
  });
});
