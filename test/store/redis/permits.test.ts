import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PermitSettings, Permits } from '../../../src/store/cluster/permits.ts';
import { connectRedis, type RedisConnection } from '../../../src/store/redis/connection.ts';
import { lookEveryMs, nameOfMachine, runningMs, unvouchedMs } from '../../../src/store/redis/permit-time.ts';
import { createPermits } from '../../../src/store/redis/permits.ts';
import { hasRedis } from '../../support/store/redis.ts';
import { emptyRedisForEach } from '../../support/store/redis-for-each.ts';

const SETTINGS: PermitSettings = {
  ...{ concurrent: 4, perWindow: 6, windowMs: 60_000, batchEveryMs: 5_000 },
  leaseMs: { windowSlot: 130_000, inFlight: 70_000 },
};
const STATE = '{imei-bot}:limit:state';
const BY_ITSELF = { windowSlotMs: 60_500.2, inFlightMs: 0 };
const UNUSED = { windowSlotMs: 0, inFlightMs: 0 };
/** As long as a slow machine takes for a few commands. */
const ALMOST_MS = 5_000;

/** A connection whose CONFIG and INFO say what a test says. */
type Said = Readonly<Record<string, string>> | 'forbidden';

describe.skipIf(!hasRedis)('the permits of a Redis that are asked for', () => {
  const url = emptyRedisForEach();
  let connection: RedisConnection;
  let admin: ReturnType<typeof createClient>;
  let permits: Permits;

  beforeEach(async () => {
    admin = createClient({ url: url() });
    await admin.connect();
    connection = connectRedis(url());
    await vi.waitFor(() => connection.run((client) => client.ping()), { timeout: 5_000, interval: 5 });
    permits = createPermits(connection, SETTINGS);
  });
  afterEach(async () => {
    admin.destroy();
    await connection.close();
  });

  /** As after the time in which what was granted before a start could still count. */
  const open = async (of = permits): Promise<void> => {
    await of.ask('first', 'single');
    await admin.hDel(STATE, 'fence');
  };
  const grantAll = async (priority: 'single' | 'batch'): Promise<number> => {
    for (let granted = 0; ; granted += 1) {
      const token = `${granted}`;
      if (!(await permits.ask(token, priority)).granted) return granted;
      await permits.giveBack(token, priority, BY_ITSELF);
    }
  };

  it('are given to nobody before what may be lost is over, and that is told', async () => {
    const { closedForMs, retryInMs, ...refused } = await permits.ask('one', 'single');
    expect(refused).toEqual({ granted: false, inFlight: 0, slotsFreeIn: [] });
    expect(closedForMs).toBe(retryInMs);
    expect(closedForMs).toBeGreaterThan(SETTINGS.leaseMs.windowSlot - ALMOST_MS);
    expect((await permits.look()).closedForMs).toBeGreaterThan(0);
  });

  it('are as many as the places, and as the window, and say how long each is held', async () => {
    await open();
    for (const token of ['a', 'b', 'c', 'd'])
      expect(await permits.ask(token, 'single')).toMatchObject({ granted: true, retryInMs: 0 });
    const { retryInMs, ...full } = await permits.ask('e', 'single');
    expect(full).toEqual({
      ...{ granted: false, inFlight: 4, closedForMs: 0 },
      // What is under way has no end that is known.
      slotsFreeIn: [undefined, undefined, undefined, undefined],
    });
    expect(retryInMs).toBeGreaterThan(SETTINGS.leaseMs.inFlight - ALMOST_MS);
    expect(retryInMs).toBeLessThanOrEqual(SETTINGS.leaseMs.inFlight);
    for (const token of ['a', 'b', 'c', 'd']) await permits.giveBack(token, 'single', BY_ITSELF);
    expect(await grantAll('single')).toBe(2);
    const { slotsFreeIn } = await permits.look();
    expect(slotsFreeIn).toHaveLength(6);
    for (const ms of slotsFreeIn) {
      expect(ms).toBeGreaterThan(60_500 - ALMOST_MS);
      expect(ms).toBeLessThanOrEqual(60_501);
    }
  });

  it('keep the pace of batches, which costs no turn that is not used', async () => {
    await open();
    expect((await permits.ask('a', 'batch')).granted).toBe(true);
    const early = await permits.ask('b', 'batch');
    expect(early.granted).toBe(false);
    expect(early.retryInMs).toBeGreaterThan(0);
    expect(early.retryInMs).toBeLessThanOrEqual(2 * SETTINGS.batchEveryMs);
    // The same name of a single is another permit.
    await permits.giveBack('a', 'single', UNUSED);
    expect((await permits.ask('b', 'batch')).granted).toBe(false);
    await permits.giveBack('a', 'batch', UNUSED);
    expect((await permits.ask('b', 'batch')).granted).toBe(true);
  });

  it('are given to nobody during a pause', async () => {
    await open();
    await permits.pause(30_000.5);
    const { granted, closedForMs } = await permits.ask('a', 'single');
    expect(granted).toBe(false);
    expect(closedForMs).toBeGreaterThan(30_000 - ALMOST_MS);
    expect(closedForMs).toBeLessThanOrEqual(30_001);
  });

  it.each<[string, Said, Said, string]>([
    [
      'keeps every write',
      { appendonly: 'yes', appendfsync: 'always' },
      { master_replid2: '0'.repeat(40) },
      '1',
    ],
    ['keeps nothing', { appendonly: 'no', appendfsync: 'always' }, { master_replid2: '0'.repeat(40) }, '0'],
    ['writes each second', { appendonly: 'yes', appendfsync: 'everysec' }, { master_replid2: '000' }, '0'],
    ['was a replica', { appendonly: 'yes', appendfsync: 'always' }, { master_replid2: '0a0' }, '0'],
    ['does not say so', 'forbidden', { master_replid2: '0'.repeat(40) }, '0'],
    ['does not say whose it was', { appendonly: 'yes', appendfsync: 'always' }, 'forbidden', '0'],
  ])(
    'know whether a Redis survives a restart with them: one that %s',
    async (_what, config, info, durable) => {
      const forbid = () => Promise.reject(new Error('NOPERM'));
      const telling: RedisConnection = {
        ...connection,
        run: (work) =>
          connection.run((client) =>
            work(
              Object.assign(Object.create(client) as typeof client, {
                configGet: config === 'forbidden' ? forbid : async () => config,
                info:
                  info === 'forbidden'
                    ? forbid
                    : async () =>
                        Object.entries(info)
                          .map(([name, value]) => `role:master\r\n${name}:${value}\r\n`)
                          .join(''),
              }),
            ),
          ),
      };
      await createPermits(telling, SETTINGS).ask('a', 'single');
      expect(await admin.hGet(STATE, 'durable')).toBe(durable);
    },
  );

  it('have a slot that is free at once, and one of which nobody knows when', async () => {
    const saying: RedisConnection = {
      ...connection,
      run: (work) =>
        connection.run((client) =>
          work(
            Object.assign(Object.create(client) as typeof client, {
              evalSha: async () => [0, 0, 0, 1, [0, -1, 5]],
            }),
          ),
        ),
    };
    expect((await createPermits(saying, SETTINGS).look()).slotsFreeIn).toEqual([0, undefined, 5]);
  });

  it('are nobody’s where the connection is lost while that is asked', async () => {
    const away = new Error('away');
    const breaking: RedisConnection = {
      ...connection,
      run: (work) =>
        connection.run((client) =>
          work(
            Object.assign(Object.create(client) as typeof client, {
              configGet: () => Promise.reject(away),
              ping: () => Promise.reject(away),
            }),
          ),
        ),
    };
    await expect(createPermits(breaking, SETTINGS).ask('a', 'single')).rejects.toBe(away);
  });
});

describe('the time of permits', () => {
  it.each([
    [60_000, 500, 200],
    [120_000, 1_000, 400],
    [500, 500, 200],
  ])(
    'of a window of %i ms is looked after before what nobody vouches for has passed',
    (window, most, every) => {
      expect([unvouchedMs(window), lookEveryMs(window)]).toEqual([most, every]);
    },
  );

  it('is that of one machine for all its processes', () => {
    expect(nameOfMachine()).toBe(nameOfMachine());
    expect(nameOfMachine().length).toBeGreaterThan(30);
    expect(nameOfMachine()).not.toContain('\n');
  });

  it('is counted in milliseconds', () => {
    const before = Math.floor(Number(process.hrtime.bigint()) / 1e6);
    const counted = runningMs();
    expect(counted).toBeGreaterThanOrEqual(before);
    expect(counted).toBeLessThanOrEqual(Number(process.hrtime.bigint()) / 1e6);
  });
});
