import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Claims, createClaims, FailedElsewhere } from '../../src/checks/lookup/claims.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { PermitSettings, Permits } from '../../src/store/cluster/permits.ts';
import { connectRedis, type RedisConnection } from '../../src/store/redis/connection.ts';
import { createPermits } from '../../src/store/redis/permits.ts';
import { createRedisStore } from '../../src/store/redis/store.ts';
import { createSteppedClock, hasSteppedClock, type SteppedClock } from '../support/clocks/stepped.ts';
import { type RedisServer, startRedis } from '../support/store/redis.ts';

const HOUR_MS = 3_600_000;
/** As in real life: nothing here waits for a window, which is why the numbers need not be small. */
const WINDOW_MS = 60_000;
const HELD_MS = WINDOW_MS + 500;
/** As precisely as Redis keeps the time it saw. */
const ALMOST_MS = 200;
const SETTINGS: PermitSettings = {
  concurrent: 4,
  perWindow: 19,
  windowMs: WINDOW_MS,
  batchEveryMs: 5_000,
  leaseMs: { windowSlot: 130_000, inFlight: 70_000 },
};
const STATE_KEY = '{imei-bot}:limit:state';

describe.skipIf(!hasSteppedClock)('the limit on a Redis whose clock is set', () => {
  let clock: SteppedClock;
  let redis: RedisServer;
  let connections: RedisConnection[];
  let tokens = 0;

  const connect = async (machine?: string): Promise<Permits> => {
    const connection = connectRedis(redis.url);
    connections.push(connection);
    await vi.waitFor(() => connection.run((client) => client.ping()), 5_000);
    return createPermits(connection, SETTINGS, machine);
  };
  /** Changes what Redis keeps of the limit. */
  const change = async (...command: string[]): Promise<void> => {
    const client = await createClient({ url: redis.url }).connect();
    await client.sendCommand(command);
    client.destroy();
  };
  /** A process whose Redis knows what was sent before. */
  const join = async (machine?: string): Promise<Permits> => {
    const permits = await connect(machine);
    await permits.ask('first', 'single');
    await change('HDEL', STATE_KEY, 'fence');
    return permits;
  };
  /** Asks and answers until nothing more is given, and tells how many were. */
  const sendAll = async (permits: Permits): Promise<number> => {
    for (let sent = 0; ; sent += 1) {
      tokens += 1;
      const token = `sent ${tokens}`;
      if (!(await permits.ask(token, 'single')).granted) return sent;
      await permits.giveBack(token, 'single', { windowSlotMs: HELD_MS, inFlightMs: 0 });
    }
  };

  beforeEach(async () => {
    connections = [];
    clock = await createSteppedClock();
    redis = await startRedis({ persistence: 'always', environment: clock.environment });
  });
  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await redis.destroy();
    await clock.remove();
  });

  it('lets through no more in a window when it is set forward by an hour', async () => {
    const permits = await join();
    expect(await sendAll(permits)).toBe(SETTINGS.perWindow);
    await clock.set(HOUR_MS);
    expect(await sendAll(permits)).toBe(0);
    expect((await permits.look()).slotsFreeIn).toHaveLength(SETTINGS.perWindow);
  });

  it('stops nobody for longer than a window when it is set back by an hour', async () => {
    const permits = await join();
    await sendAll(permits);
    await permits.pause(10_000);
    await clock.set(-HOUR_MS);
    const { slotsFreeIn, closedForMs } = await permits.look();
    expect(slotsFreeIn).toHaveLength(SETTINGS.perWindow);
    for (const ms of slotsFreeIn) expect(ms).toBeLessThanOrEqual(HELD_MS + ALMOST_MS);
    expect(closedForMs).toBeGreaterThan(0);
    expect(closedForMs).toBeLessThanOrEqual(10_000 + ALMOST_MS);
  });

  it('lets through no more when it is set forward and back, again and again, whoever asks first', async () => {
    const [one, other] = [await join(), await connect('another machine')];
    expect(await sendAll(one)).toBe(SETTINGS.perWindow);
    for (const offsetMs of [HOUR_MS, 0, -HOUR_MS, HOUR_MS, 0]) {
      await clock.set(offsetMs);
      expect(await sendAll(other)).toBe(0);
      expect(await sendAll(one)).toBe(0);
    }
    const { slotsFreeIn } = await one.look();
    // Each step may be taken for half a second that has passed.
    for (const ms of slotsFreeIn) expect(ms).toBeGreaterThan(WINDOW_MS / 2);
    for (const ms of slotsFreeIn) expect(ms).toBeLessThanOrEqual(HELD_MS + ALMOST_MS);
  });

  it('knows by the machine it runs on what has passed while nobody asked', async () => {
    const permits = await join();
    await permits.ask('one', 'single');
    await permits.giveBack('one', 'single', { windowSlotMs: 1_200, inFlightMs: 0 });
    await delay(1_300);
    expect((await permits.look()).slotsFreeIn).toEqual([]);
  });

  it('takes what nobody vouches for as half a second, as where another machine asks first', async () => {
    const permits = await join();
    await permits.ask('one', 'single');
    await permits.giveBack('one', 'single', { windowSlotMs: 60_000, inFlightMs: 0 });
    await delay(1_300);
    const { slotsFreeIn } = await (await connect('another machine')).look();
    expect(slotsFreeIn).toHaveLength(1);
    expect(slotsFreeIn[0]).toBeGreaterThanOrEqual(59_000);
  });

  it('takes what an earlier version has written, that did not keep the time it saw', async () => {
    const permits = await join();
    await sendAll(permits);
    await change('HDEL', STATE_KEY, 'seen', 'machine', 'running');
    expect(await sendAll(permits)).toBe(0);
    // It goes on beside this one for a while, and gives what this one takes for a thing of an hour ago.
    await change('HINCRBY', STATE_KEY, 'seen', String(-HOUR_MS));
    const { slotsFreeIn } = await (await connect('another machine')).look();
    for (const ms of slotsFreeIn) expect(ms).toBeLessThanOrEqual(SETTINGS.leaseMs.windowSlot);
  });

  it('begins with a whole lease, which no step of the clock ends', async () => {
    const permits = await connect();
    await permits.ask('first', 'single');
    await clock.set(HOUR_MS);
    const { granted, closedForMs } = await permits.ask('second', 'single');
    expect(granted).toBe(false);
    expect(closedForMs).toBeGreaterThan(SETTINGS.leaseMs.windowSlot - 5_000);
    expect(closedForMs).toBeLessThanOrEqual(SETTINGS.leaseMs.windowSlot);
  });
});

describe.skipIf(!hasSteppedClock)('a claim on a Redis whose clock is set', () => {
  let clock: SteppedClock;
  let redis: RedisServer;
  let connections: RedisConnection[];

  const join = (by: string): Claims => {
    const connection = connectRedis(redis.url);
    connections.push(connection);
    const rows = createRedisStore(connection, systemClock).collection('claims');
    const onError = (error: unknown): never => {
      throw error;
    };
    return createClaims({ rows, by, clock: systemClock, requestTimeoutMs: 20_000, onError });
  };

  beforeEach(async () => {
    connections = [];
    clock = await createSteppedClock();
    redis = await startRedis({ environment: clock.environment });
  });
  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await redis.destroy();
    await clock.remove();
  });

  it('is not free for whoever asks for the same IMEI when it is set forward, be it by a day or by months', async () => {
    const [one, other] = [join('one'), join('other')];
    const wanted = { imeiHash: 'imei', seen: undefined };
    await vi.waitFor(() => one.take('imei', wanted), 5_000);
    await vi.waitFor(() => other.look('imei'), 5_000);
    for (const offsetMs of [HOUR_MS, 24 * HOUR_MS, -HOUR_MS, 5_000 * HOUR_MS]) {
      expect(await one.renew('imei')).toBe(true);
      await clock.set(offsetMs);
      expect(await other.take('imei', wanted)).toBe('held');
    }
    await one.release('imei');
    expect(await other.take('imei', wanted)).toBe('taken');
  });

  it('leaves a failure to whoever waited for it, though it is set forward by days meanwhile', async () => {
    const [one, other] = [join('one'), join('other')];
    const wanted = { imeiHash: 'imei', seen: undefined };
    await vi.waitFor(() => one.take('imei', wanted), 5_000);
    await vi.waitFor(() => other.look('imei'), 5_000);
    await one.release('imei', { code: 'timeout', imeiHash: 'imei' });
    await clock.set(100 * HOUR_MS);
    await expect(other.take('imei', wanted)).rejects.toBeInstanceOf(FailedElsewhere);
  });
});
