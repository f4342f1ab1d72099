import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import type { Finding } from '../../../src/core/findings.ts';
import { LEAVING } from '../../../src/store/cluster/attendance.ts';
import { examineRedis } from '../../../src/store/redis/examine.ts';
import { REDIS_VERSION } from '../../../src/store/redis/format.ts';
import { openRedisStore } from '../../../src/store/redis/open.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { freePort } from '../../support/free-port.ts';
import { connectionsSince, hasRedis } from '../../support/store/redis.ts';
import { emptyRedisForEach } from '../../support/store/redis-for-each.ts';

const VERSION = '{imei-bot}:version';
/** As Redis has them at its start. */
const CONFIG = {
  ...{ appendonly: 'no', appendfsync: 'everysec' },
  ...{ maxmemory: '0', 'maxmemory-policy': 'noeviction' },
};

describe.skipIf(!hasRedis)('an examination of a store in a Redis', () => {
  const url = emptyRedisForEach();
  let admin: ReturnType<typeof createClient>;

  beforeEach(async () => {
    admin = createClient({ url: url() });
    await admin.connect();
  });
  afterEach(async () => {
    await admin.configSet(CONFIG);
    await admin.sendCommand(['ACL', 'DELUSER', 'managed']);
    admin.destroy();
  });

  const examine = async ({ at = url(), clock = systemClock }: { at?: string; clock?: Clock } = {}) => {
    const examined = await examineRedis(at, clock);
    await examined.close();
    return examined;
  };
  /** The one finding that speaks of something. */
  const about = ({ findings }: { readonly findings: readonly Finding[] }, words: string) => {
    const found = findings.filter(({ says }) => says.includes(words));
    expect(found).toHaveLength(1);
    return found[0]?.state;
  };
  const makeStore = async () => (await openRedisStore(url(), systemClock)).close();

  it('tells which format it is in, and whether there is a store', async () => {
    const empty = await examine();
    expect([about(empty, 'holds no store yet'), empty.isReady]).toEqual(['note', false]);
    await makeStore();
    const made = await examine();
    expect([about(made, `the format is ${REDIS_VERSION}, this version's`), made.isReady]).toEqual([
      'fine',
      true,
    ]);
  });

  it('tells how many bots work on it, and not of those that have left', async () => {
    await makeStore();
    const { store, close } = await openRedisStore(url(), systemClock);
    const alone = await examine();
    expect([about(alone, 'No bot works on it.'), alone.isInUse]).toEqual(['note', false]);
    for (const [name, word] of [
      ['one', ''],
      ['two', ''],
      ['gone', LEAVING],
    ] as const)
      await store.collection('members').put(name, word);
    const busy = await examine();
    expect([about(busy, '2 bots work on it.'), busy.isInUse]).toEqual(['fine', true]);
    await close();
  });

  it('dumps what it holds', async () => {
    const { store, close } = await openRedisStore(url(), systemClock);
    await store.collection('rows').put('a', 'one');
    await close();
    const examined = await examineRedis(url(), systemClock);
    const rows = [];
    for await (const portion of examined.dump()) rows.push(...portion);
    await examined.close();
    expect(rows).toContainEqual({ collection: 'rows', id: 'a', value: 'one', expiresAt: undefined });
    await expect.poll(() => connectionsSince(admin)).toHaveLength(1);
  });

  it.each([
    ['no', 'always', 'warning'],
    ['yes', 'everysec', 'warning'],
    ['yes', 'always', 'fine'],
  ])('tells what it keeps through a restart: appendonly %s, appendfsync %s', async (only, fsync, state) => {
    await admin.configSet({ appendonly: only, appendfsync: fsync });
    const words = state === 'fine' ? 'before it is acknowledged' : 'may lose what it acknowledged';
    expect(about(await examine(), words)).toBe(state);
  });

  it('tells whether it throws rows away', async () => {
    expect(about(await examine(), 'throws nothing away')).toBe('fine');
    await admin.configSet({ 'maxmemory-policy': 'allkeys-lru' });
    expect(about(await examine(), '(allkeys-lru)')).toBe('wrong');
  });

  it('tells how full it is, where it has a bound', async () => {
    const ofMemory = async () => (await examine()).findings.filter(({ says }) => says.includes('memory'));
    expect(await ofMemory()).toEqual([]);
    await admin.configSet({ maxmemory: '1000mb' });
    expect(await ofMemory()).toMatchObject([{ state: 'fine', says: expect.stringMatching(/^[01] % of/) }]);
    const used = Number(/^used_memory:(\d+)/m.exec(await admin.info('memory'))?.[1]);
    await admin.configSet({ maxmemory: String(Math.round(used * 1.03)) });
    const full = /^\d{2,3} % of its memory is used\. When it is full, nothing can be written down\.$/;
    expect(await ofMemory()).toMatchObject([{ state: 'warning', says: expect.stringMatching(full) }]);
  });

  it.each([
    [0, 'fine', 'clock agrees'],
    [1_900, 'fine', 'clock agrees'],
    [-1_900, 'fine', 'clock agrees'],
    [-10_000, 'warning', '10 s ahead of'],
    [10_000, 'warning', '10 s behind'],
  ])('tells how far apart the clocks are: %i ms', async (aheadMs, state, words) => {
    const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
    expect(about(await examine({ clock }), words)).toBe(state);
  });

  it('says what to look at where the settings are not told', async () => {
    await admin.sendCommand([
      'ACL',
      'SETUSER',
      'managed',
      'on',
      '>word',
      '~*',
      '&*',
      '+@all',
      '-config',
      '-info',
    ]);
    const examined = await examine({ at: url().replace('//', '//managed:word@') });
    expect(about(examined, 'does not tell its settings')).toBe('note');
    expect(examined.findings.map(({ says }) => says).join()).not.toContain('memory');
    expect(about(examined, 'clock agrees')).toBe('fine');
  });

  it('says that a store of another version cannot be asked', async () => {
    await admin.set(VERSION, String(REDIS_VERSION + 1));
    const examined = await examine();
    expect([about(examined, 'another version'), examined.isReady, examined.isInUse]).toEqual([
      'wrong',
      false,
      false,
    ]);
    await expect.poll(() => connectionsSince(admin)).toHaveLength(1);
  });
});

it('an examination of a Redis that is away says where to look, and dumps nothing', async () => {
  const clock = createFakeClock();
  const url = `redis://127.0.0.1:${await freePort()}`;
  const examined = await clock.advanceUntil(examineRedis(url, clock));
  expect(examined).toMatchObject({
    findings: [{ state: 'wrong', says: expect.stringContaining('Look at STORE_URL') }],
    ...{ isInUse: false, isReady: false },
  });
  for await (const portion of examined.dump()) expect(portion).toBeUndefined();
  await examined.close();
});
