import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Priority } from '../../src/core/priority.ts';
import type { PermitAnswer, PermitSettings, Permits } from '../../src/store/cluster/permits.ts';
import { connectRedis, type RedisConnection } from '../../src/store/redis/connection.ts';
import { createPermits } from '../../src/store/redis/permits.ts';
import { hasOwnRedis, type RedisServer, startRedis } from '../support/store/redis.ts';

const WINDOW_MS = 500;
const SETTINGS: PermitSettings = {
  concurrent: 4,
  perWindow: 19,
  windowMs: WINDOW_MS,
  batchEveryMs: 100,
  leaseMs: { slot: 700, place: 200 },
};

describe.skipIf(!hasOwnRedis)('the permits of all processes together', () => {
  let server: RedisServer;
  let connections: RedisConnection[];
  let tokens = 0;

  const connect = (settings: Partial<PermitSettings> = {}): Permits => {
    const connection = connectRedis(server.url);
    connections.push(connection);
    return createPermits(connection, { ...SETTINGS, ...settings });
  };
  const newToken = (): string => {
    tokens += 1;
    return `token ${tokens}`;
  };
  const ask = (permits: Permits, priority: Priority = 'single', token = newToken()) =>
    permits.ask(token, priority);
  /** Waits until Redis answers and is sure that nothing from before is on its way. */
  const untilOpen = async (permits: Permits): Promise<void> => {
    await vi.waitFor(
      async () => {
        const token = newToken();
        expect((await permits.ask(token, 'single')).granted).toBe(true);
        await permits.giveBack(token, 'single', { slotMs: 0, placeMs: 0 });
      },
      { timeout: 5_000, interval: 10 },
    );
  };
  /** Once a first one has waited, no further one has to, however long its own permits last. */
  const connectOpen = async (settings: Partial<PermitSettings>): Promise<Permits> => {
    await untilOpen(connect());
    const permits = connect(settings);
    await untilOpen(permits);
    return permits;
  };

  beforeEach(async () => {
    connections = [];
    server = await startRedis({ persistence: 'always' });
  });
  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.destroy();
  });

  it('are given to no more than fit at once, whoever asks', async () => {
    const leaseMs = { slot: 60_000, place: 60_000 };
    const [one, two] = [await connectOpen({ leaseMs }), await connectOpen({ leaseMs })];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(index % 2 === 0 ? one : two)),
    );
    expect(answers.filter(({ granted }) => granted)).toHaveLength(SETTINGS.concurrent);
  });

  it('are given to no more than fit in a window, counted from the answer', async () => {
    const permits = connect();
    await untilOpen(permits);
    const slotMs = 2 * WINDOW_MS;
    for (let sent = 1; sent <= SETTINGS.perWindow; sent += 1) {
      expect((await ask(permits, 'single', `sent${sent}`)).granted).toBe(true);
      // The last answer is followed at once, so that a slow machine is not past the window when it asks.
      const isLast = sent === SETTINGS.perWindow;
      await permits.giveBack(`sent${sent}`, 'single', { slotMs: isLast ? slotMs : 60_000, placeMs: 0 });
    }
    const refused = await ask(permits);
    expect(refused.granted).toBe(false);
    expect(refused.retryInMs).toBeLessThanOrEqual(slotMs);
    await delay(refused.retryInMs + 5);
    expect((await ask(permits)).granted).toBe(true);
  });

  it('come back by themselves from a process that died', async () => {
    const leaseMs = { slot: 60_000, place: 1_000 };
    const permits = await connectOpen({ leaseMs });
    await Promise.all(Array.from({ length: SETTINGS.concurrent }, () => ask(permits)));
    expect((await ask(permits)).granted).toBe(false);
    await delay(leaseMs.place + 20);
    expect((await ask(permits)).granted).toBe(true);
    expect((await permits.look()).slotsFreeIn).toHaveLength(SETTINGS.concurrent + 1);
  });

  it('keep one pace for the batches of all processes, and one place for singles', async () => {
    const batchEveryMs = 600;
    const slow = { batchEveryMs, windowMs: 10 * batchEveryMs, leaseMs: { slot: 60_000, place: 60_000 } };
    const [one, two] = [await connectOpen(slow), await connectOpen(slow)];
    await delay(batchEveryMs);
    expect((await ask(one, 'batch')).granted).toBe(true);
    const early = await ask(two, 'batch');
    expect(early.granted).toBe(false);
    expect(early.retryInMs).toBeLessThanOrEqual(batchEveryMs);
    expect((await ask(two, 'single')).granted).toBe(true);
    expect((await ask(two, 'single')).granted).toBe(true);
    await delay(1.5 * batchEveryMs);
    expect((await ask(one, 'batch')).granted).toBe(false);
    expect((await ask(two, 'single')).granted).toBe(true);
  });

  it('leave the last place in flight to singles, however many batches ask', async () => {
    const wide = { concurrent: 2, batchEveryMs: 0, leaseMs: { slot: 60_000, place: 60_000 } };
    const permits = await connectOpen(wide);
    expect((await ask(permits, 'batch')).granted).toBe(true);
    expect((await ask(permits, 'batch')).granted).toBe(false);
    expect((await ask(permits, 'single')).granted).toBe(true);
  });

  it('are not given while one process has asked for a pause', async () => {
    const [one, two] = [connect(), connect()];
    await untilOpen(one);
    await untilOpen(two);
    await one.pause(1_000);
    const refused = await ask(two);
    expect(refused).toMatchObject({ granted: false });
    expect(refused.closedForMs).toBeGreaterThan(50);
    await delay(1_010);
    expect((await ask(two)).granted).toBe(true);
  });

  it('are not given by a Redis that may have forgotten some, for as long as one can last', async () => {
    const permits = connect();
    const first = await vi.waitFor(() => ask(permits), 5_000);
    expect(first).toMatchObject({ granted: false });
    expect(first.closedForMs).toBeGreaterThan(SETTINGS.leaseMs.slot / 2);
    expect(first.closedForMs).toBeLessThanOrEqual(SETTINGS.leaseMs.slot);
  });

  it('are not given by a replica that became the master, which may lack the last ones', async () => {
    const permits = connect();
    await untilOpen(permits);
    const replica = await startRedis({ persistence: 'always' });
    const master = await createClient({ url: server.url }).connect();
    await master.configSet('repl-diskless-sync-delay', '0');
    master.destroy();
    const admin = await createClient({ url: replica.url }).connect();
    await admin.replicaOf('127.0.0.1', Number(new URL(server.url).port));
    await vi.waitFor(async () => expect(await admin.exists('{imei-bot}:limit:state')).toBe(1), 10_000);
    await admin.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    admin.destroy();
    const connection = connectRedis(replica.url);
    connections.push(connection);
    const there = createPermits(connection, SETTINGS);
    const answer = await vi.waitFor(() => ask(there), 5_000);
    expect(answer).toMatchObject({ granted: false });
    expect(answer.closedForMs).toBeGreaterThan(0);
    await replica.destroy();
  });

  it('are not given when a part of what was kept is gone, as where Redis evicts', async () => {
    const permits = connect();
    await untilOpen(permits);
    await ask(permits);
    const admin = await createClient({ url: server.url }).connect();
    await admin.del('{imei-bot}:limit:slots');
    admin.destroy();
    expect(await ask(permits)).toMatchObject({
      granted: false,
      closedForMs: expect.toSatisfy((ms) => ms > 0),
    });
  });

  it('move the pace of the batches only where a batch had one and did not use it', async () => {
    const batchEveryMs = 1_000;
    const permits = connect({ batchEveryMs, windowMs: 10 * batchEveryMs });
    await untilOpen(permits);
    await delay(batchEveryMs);
    expect((await ask(permits, 'batch', 'used')).granted).toBe(true);
    await permits.giveBack('never given', 'batch', { slotMs: 0, placeMs: 0 });
    expect((await ask(permits, 'batch')).granted).toBe(false);
    await permits.giveBack('used', 'batch', { slotMs: 0, placeMs: 0 });
    expect((await ask(permits, 'batch')).granted).toBe(true);
  });

  it.each([
    ['keeps all of it', 'always', true, [2]],
    ['may lack the last second of it', 'everysec', false, [0, 1]],
    ['keeps none of it', 'none', false, [0]],
  ] as const)('after a restart of a Redis that %s', async (_, persistence, goesOn, taken) => {
    await server.destroy();
    server = await startRedis({ persistence });
    const permits = connect();
    await untilOpen(permits);
    await ask(permits, 'single', 'before');
    await permits.giveBack('before', 'single', { slotMs: 60_000, placeMs: 0 });
    await server.restart();
    const answer: PermitAnswer = await vi.waitFor(() => ask(permits), 5_000);
    expect(answer.granted).toBe(goesOn);
    expect(taken).toContain((await permits.look()).slotsFreeIn.length);
  });
});
