import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PermitAnswer, Permits } from '../../src/store/cluster/permits.ts';
import { connectRedis, type RedisConnection } from '../../src/store/redis/connection.ts';
import { createPermits } from '../../src/store/redis/permits.ts';
import { ask, describePermits, SETTINGS, untilOpen } from '../contract/permits-contract.ts';
import { hasOwnRedis, type RedisServer, startRedis } from '../support/store/redis.ts';

describe.skipIf(!hasOwnRedis)('with a redis-server', () => {
  describePermits('Redis', async () => {
    const server = await startRedis({ persistence: 'always' });
    const connections: RedisConnection[] = [];
    return {
      connect: (settings) => {
        const connection = connectRedis(server.url);
        connections.push(connection);
        return createPermits(connection, settings);
      },
      destroy: async () => {
        await Promise.all(connections.map((connection) => connection.close()));
        await server.destroy();
      },
    };
  });
});

describe.skipIf(!hasOwnRedis)('the permits in a Redis', () => {
  let server: RedisServer;
  let connections: RedisConnection[];

  const connect = (): Permits => {
    const connection = connectRedis(server.url);
    connections.push(connection);
    return createPermits(connection, SETTINGS);
  };
  beforeEach(async () => {
    connections = [];
    server = await startRedis({ persistence: 'always' });
  });
  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.destroy();
  });

  it('are not given by a Redis that may have forgotten some, for as long as one can last', async () => {
    const permits = connect();
    const first = await vi.waitFor(() => ask(permits), 5_000);
    expect(first).toMatchObject({ granted: false });
    expect(first.closedForMs).toBeGreaterThan(SETTINGS.leaseMs.windowSlot / 2);
    expect(first.closedForMs).toBeLessThanOrEqual(SETTINGS.leaseMs.windowSlot);
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
    await expect.poll(() => admin.exists('{imei-bot}:limit:state'), { timeout: 10_000 }).toBe(1);
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
    await permits.giveBack('before', 'single', { windowSlotMs: 60_000, inFlightMs: 0 });
    await server.restart();
    const answer: PermitAnswer = await vi.waitFor(() => ask(permits), 5_000);
    expect(answer.granted).toBe(goesOn);
    expect(taken).toContain((await permits.look()).slotsFreeIn.length);
  });
});
