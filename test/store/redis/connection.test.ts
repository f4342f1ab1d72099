import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectRedis, type RedisConnection } from '../../../src/store/redis/connection.ts';
import { defineScript } from '../../../src/store/redis/script.ts';
import { freePort } from '../../support/free-port.ts';
import { hasRedis } from '../../support/store/redis.ts';
import { emptyRedisForEach } from '../../support/store/redis-for-each.ts';

/** As long as Redis may take to answer. */
const ANSWER_MS = 2_000;

const ping = (connection: RedisConnection): Promise<string> => connection.run((client) => client.ping());

function connect(url: string): RedisConnection {
  const connection = connectRedis(url);
  onTestFinished(() => connection.close());
  return connection;
}

/** Lets the timers of so much time fire, with what follows from each and comes over sockets meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    vi.advanceTimersByTime(Math.min(left, 50));
    await delay(2);
  }
}

/** Waits for what comes over sockets, without a timer. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo() && turns < 20_000; turns += 1) await turn();
  expect(isSo()).toBe(true);
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Takes connections, and never says a word. */
async function startSilentServer(): Promise<{ readonly url: string; readonly sockets: readonly Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `redis://127.0.0.1:${address.port}`, sockets };
}

describe('a connection to what is no Redis', () => {
  it('rejects at once, and is no error that ends the process', async () => {
    const connection = connect(`redis://127.0.0.1:${await freePort()}`);
    await expect(ping(connection)).rejects.toThrow();
    await expect(connection.runKeyv((adapter) => adapter.get('k'))).rejects.toThrow();
  });

  it('is given up for a new one where nothing is said at all', async () => {
    const { url, sockets } = await startSilentServer();
    fakeTimers();
    connect(url);
    await until(() => sockets.length === 1);
    await pass(ANSWER_MS - 50);
    expect(sockets).toHaveLength(1);
    await pass(100);
    await until(() => sockets.length === 2 && sockets[0]?.destroyed === true);
  });

  it('is not tried again once it is closed', async () => {
    const { url, sockets } = await startSilentServer();
    fakeTimers();
    const connection = connectRedis(url);
    await until(() => sockets.length === 1);
    await connection.close();
    await until(() => sockets[0]?.destroyed === true);
    await pass(3 * ANSWER_MS);
    expect(sockets).toHaveLength(1);
  });
});

describe.skipIf(!hasRedis)('a connection to a Redis', () => {
  const url = emptyRedisForEach();
  async function open() {
    const admin = createClient({ url: url() });
    await admin.connect();
    onTestFinished(() => admin.destroy());
    const connection = connect(url());
    await vi.waitFor(() => ping(connection), { interval: 5 });
    return { admin, connection };
  }
  const clients = async (admin: Awaited<ReturnType<typeof open>>['admin']) =>
    (await admin.clientList()).length;

  it('gives up what hangs, tells so, and works on a new one', async () => {
    const { admin, connection } = await open();
    const [{ id: before } = { id: 0 }] = (await admin.clientList()).filter(({ cmd }) => cmd === 'ping');
    const write = () => connection.run((client) => client.incr('n'));
    fakeTimers();
    await admin.sendCommand(['CLIENT', 'PAUSE', '60000', 'WRITE']);
    onTestFinished(async () => {
      await admin.sendCommand(['CLIENT', 'UNPAUSE']);
    });
    const told = Promise.all([
      expect(write()).rejects.toThrow('Redis did not answer within 2 s.'),
      expect(connection.runKeyv((adapter) => adapter.set('k', 'v'))).rejects.toThrow(),
    ]);
    await pass(ANSWER_MS - 50);
    await pass(100);
    await told;
    await admin.sendCommand(['CLIENT', 'UNPAUSE']);
    vi.useRealTimers();
    // What nobody waits for any more is not done when it goes on.
    await vi.waitFor(async () => expect(await write()).toBe(1));
    await expect.poll(() => clients(admin)).toBe(2);
    expect((await admin.clientList()).map(({ id }) => id)).not.toContain(before);
  });

  it('keeps no timer of what was answered, and gives up nothing for it', async () => {
    const { admin, connection } = await open();
    const [{ id: before } = { id: 0 }] = (await admin.clientList()).filter(({ cmd }) => cmd === 'ping');
    fakeTimers();
    await ping(connection);
    await expect(connection.run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(vi.getTimerCount()).toBe(0);
    await pass(3 * ANSWER_MS);
    expect((await admin.clientList()).map(({ id }) => id)).toContain(before);
  });

  it('is closed after what was asked is answered', async () => {
    const { admin, connection } = await open();
    const asked = connection.run((client) => client.incr('n'));
    await connection.close();
    expect(await asked).toBe(1);
    await expect.poll(() => clients(admin)).toBe(1);
    await expect(ping(connection)).rejects.toThrow();
    // Once more is no matter.
    await connection.close();
  });

  it('sends a script whole once, and tells what went wrong in it', async () => {
    const { admin, connection } = await open();
    await admin.sendCommand(['CONFIG', 'RESETSTAT']);
    const script = defineScript("return redis.call('INCRBY', KEYS[1], ARGV[1])");
    const run = (by: string) => connection.run((client) => script(client, ['n'], [by]));
    expect([await run('2'), await run('3')]).toEqual([2, 5]);
    const stats = await admin.info('commandstats');
    expect(/^cmdstat_eval:calls=(\d+)/m.exec(stats)?.[1]).toBe('1');
    expect(/^cmdstat_evalsha:calls=(\d+)/m.exec(stats)?.[1]).toBe('2');
    await expect(run('no number')).rejects.toThrow('not an integer');
    expect(/^cmdstat_eval:calls=(\d+)/m.exec(await admin.info('commandstats'))?.[1]).toBe('1');
  });
});
