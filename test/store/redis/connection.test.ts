import dns from 'node:dns';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectRedis, defineScript, type RedisConnection } from '../../../src/store/redis/connection.ts';
import { freePort } from '../../support/free-port.ts';
import { connectionsSince, hasRedis } from '../../support/store/redis.ts';
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

/** @param also the clock, where it counts how long ago something was */
function fakeTimers(...also: readonly 'performance'[]): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', ...also] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Takes connections, and never says a word of its own. */
async function startServer(
  meet: (socket: Socket) => void = () => undefined,
): Promise<{ readonly url: string; readonly sockets: readonly Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    sockets.push(socket);
    meet(socket);
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

/** Stands before a Redis, and hands over what both say for as long as it is not held. */
async function startRelay(url: string) {
  const { hostname, port } = new URL(url);
  let isHeld = false;
  const server = await startServer((socket) => {
    const redis = createConnection(Number(port), hostname);
    redis.on('error', () => undefined).on('data', (said) => isHeld || socket.write(said));
    socket.on('data', (said) => isHeld || redis.write(said)).on('close', () => redis.destroy());
  });
  return {
    ...server,
    hold: () => {
      isHeld = true;
    },
    /** Says this on the newest connection, in the place of Redis. */
    say: (answer: string) => void server.sockets.at(-1)?.write(answer),
  };
}

describe('a connection to what is no Redis', () => {
  it('rejects at once with what is wrong, and is no error that ends the process', async () => {
    const port = await freePort();
    const connection = connect(`redis://127.0.0.1:${port}`);
    // Nothing is wrong yet, and nothing waits for it.
    await expect(ping(connection)).rejects.toThrow('offline');
    const says = new RegExp(`^connect ECONNREFUSED 127.0.0.1:${port}$`);
    await vi.waitFor(() => expect(ping(connection)).rejects.toThrow(says), { timeout: 5_000, interval: 5 });
    await expect(connection.runKeyv((adapter) => adapter.get('k'))).rejects.toThrow(says);
  });

  it('is told by its code where a host has several addresses, of which none is one', async () => {
    const port = await freePort();
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const lookUp = (_host: string, _options: unknown, found: (error: null, all: unknown) => void): void =>
      found(null, addresses);
    vi.spyOn(dns, 'lookup').mockImplementation(lookUp as typeof dns.lookup);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const connection = connect(`redis://redis.example:${port}`);
    await vi.waitFor(() => expect(ping(connection)).rejects.toThrow(/^ECONNREFUSED$/), {
      timeout: 5_000,
      interval: 5,
    });
    await expect(ping(connection)).rejects.toMatchObject({ cause: expect.any(AggregateError) });
  });

  it('is tried again after pauses that grow to a second', async () => {
    const { url, sockets } = await startServer((socket) => socket.destroy());
    const connection = connect(url);
    const options = await connection.run(async (client) => client.options.socket);
    const pauseMs = options?.reconnectStrategy;
    if (typeof pauseMs !== 'function') throw new Error('no pauses of its own');
    expect([0, 1, 2, 3, 4, 5, 60].map((tries) => pauseMs(tries, new Error('lost')))).toEqual([
      ...[50, 100, 200, 400, 800],
      ...[1_000, 1_000],
    ]);
    await until(() => sockets.length === 1);
    await expect.poll(() => sockets.length).toBe(3);
  });

  it('is not tried again once it is closed between two attempts', async () => {
    const { url, sockets } = await startServer((socket) => socket.destroy());
    const connection = connectRedis(url);
    await vi.waitFor(() => expect(ping(connection)).rejects.toThrow('Socket closed'), {
      timeout: 5_000,
      interval: 5,
    });
    const tries = sockets.length;
    await connection.close();
    await delay(200);
    expect(sockets).toHaveLength(tries);
  });

  it('is given up for a new one where nothing is said at all, and says so until something is', async () => {
    const { url, sockets } = await startServer();
    fakeTimers();
    const connection = connect(url);
    await until(() => sockets.length === 1);
    await pass(ANSWER_MS - 50);
    expect(sockets).toHaveLength(1);
    await pass(100);
    await until(() => sockets.length === 2 && sockets[0]?.destroyed === true);
    await expect(ping(connection)).rejects.toThrow('Redis did not answer within 2 s.');
  });

  it('is not tried again once it is closed', async () => {
    const { url, sockets } = await startServer();
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
    await vi.waitFor(() => ping(connection), { timeout: 5_000, interval: 5 });
    return { admin, connection };
  }
  const clients = async (admin: Awaited<ReturnType<typeof open>>['admin']) =>
    (await connectionsSince(admin)).length;

  it('gives up what hangs, tells so, and works on a new one', async () => {
    const { admin, connection } = await open();
    const [{ id: before } = { id: 0 }] = (await connectionsSince(admin)).filter(({ cmd }) => cmd === 'ping');
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
    await expect.poll(() => write()).toBe(1);
    await expect.poll(() => clients(admin)).toBe(2);
    expect((await connectionsSince(admin)).map(({ id }) => id)).not.toContain(before);
  });

  it('keeps no timer of what was answered, and gives up nothing for it', async () => {
    const { admin, connection } = await open();
    const [{ id: before } = { id: 0 }] = (await connectionsSince(admin)).filter(({ cmd }) => cmd === 'ping');
    fakeTimers();
    const kept: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const timers = vi.getTimerCount();
      await ping(connection);
      await expect(connection.run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
      kept.push(vi.getTimerCount() - timers);
    }
    // Others in this process may have timers of their own meanwhile.
    expect(Math.min(...kept)).toBe(0);
    await pass(3 * ANSWER_MS);
    expect((await connectionsSince(admin)).map(({ id }) => id)).toContain(before);
  });

  it('is not given up once Redis has greeted, nor for what hung on the one before it', async () => {
    const { admin, connection: another } = await open();
    await another.close();
    await expect.poll(() => clients(admin)).toBe(1);
    fakeTimers();
    const connection = connect(url());
    const ready = async (): Promise<number> => {
      while (!(await connection.run(async ({ isReady }) => isReady).catch(() => false))) await turn();
      return connection.run((client) => client.clientId());
    };
    const hang = () => expect(connection.run(() => new Promise(() => undefined))).rejects.toThrow('answer');
    const first = await ready();
    await pass(2 * ANSWER_MS);
    expect(await ready()).toBe(first);
    const hung = [hang()];
    await pass(ANSWER_MS / 2);
    hung.push(hang());
    await pass(ANSWER_MS / 2 + 50);
    const second = await ready();
    expect(second).not.toBe(first);
    await pass(ANSWER_MS / 2 + 50);
    await Promise.all(hung);
    expect(await ready()).toBe(second);
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

  it('is made anew when it is lost', async () => {
    const { admin, connection } = await open();
    const [{ id: lost } = { id: 0 }] = (await connectionsSince(admin)).filter(({ cmd }) => cmd === 'ping');
    await admin.sendCommand(['CLIENT', 'KILL', 'ID', String(lost)]);
    await vi.waitFor(() => ping(connection), { timeout: 5_000, interval: 5 });
    const ids = (await connectionsSince(admin)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(ids).not.toContain(lost);
  });

  it('is closed also where Redis hangs, waits no longer than for an answer, and is not made anew', async () => {
    const { url: address, sockets, hold } = await startRelay(url());
    const connection = connectRedis(address);
    await vi.waitFor(() => ping(connection), { timeout: 5_000, interval: 5 });
    fakeTimers();
    hold();
    const asked = expect(connection.run((client) => client.incr('n'))).rejects.toThrow('did not answer');
    let isClosed = false;
    const closing = connection.close().then(() => {
      isClosed = true;
    });
    const late = expect(ping(connection)).rejects.toThrow('is closed');
    await pass(ANSWER_MS - 50);
    expect(isClosed).toBe(false);
    await pass(100);
    await Promise.all([asked, closing, late]);
    await until(() => sockets[0]?.destroyed === true);
    await pass(3 * ANSWER_MS);
    expect(sockets).toHaveLength(1);
  });

  it('is kept where what was asked at once is answered one by one, each in time but all of it not', async () => {
    const { url: address, sockets, hold, say } = await startRelay(url());
    const connection = connect(address);
    await vi.waitFor(() => ping(connection), { timeout: 5_000, interval: 5 });
    fakeTimers('performance');
    hold();
    const asked = [ping(connection), ping(connection), ping(connection)];
    const silent = expect(ping(connection)).rejects.toThrow('Redis did not answer within 2 s.');
    for (const one of asked) {
      await pass(ANSWER_MS - 500);
      say('+PONG\r\n');
      expect(await one).toBe('PONG');
    }
    expect(sockets).toHaveLength(1);
    // What is no longer answered is noticed as soon as ever.
    await pass(ANSWER_MS + 50);
    await silent;
  });

  it('does what was begun before it is closed, and nothing after', async () => {
    const { admin, connection } = await open();
    const script = defineScript("return redis.call('INCR', KEYS[1])");
    // Two commands, since Redis does not know it yet.
    const asked = connection.run((client) => script(client, ['n'], []));
    const closing = connection.close();
    await expect(connection.run((client) => client.incr('n'))).rejects.toThrow('is closed');
    await expect(connection.runKeyv((adapter) => adapter.set('k', 'v'))).rejects.toThrow('is closed');
    expect(await asked).toBe(1);
    await closing;
    expect(await admin.get('n')).toBe('1');
    // The cache's adapter would connect again.
    await expect(connection.runKeyv((adapter) => adapter.get('k'))).rejects.toThrow('is closed');
    await expect.poll(() => clients(admin)).toBe(1);
  });

  it.each(['first', 'next'])('is closed also in the midst of the %s attempt to make it', async (which) => {
    const { admin, connection: another } = await open();
    await another.close();
    const received = async () =>
      Number(/^total_connections_received:(\d+)/m.exec(await admin.info('stats'))?.[1]);
    const before = await received();
    const connection = connect(url());
    if (which === 'next') {
      await vi.waitFor(() => ping(connection), { timeout: 5_000, interval: 5 });
      await connection.run(async (client) => {
        client.once('reconnecting', () => void connection.close());
      });
      const [, { id } = { id: 0 }] = await connectionsSince(admin);
      await admin.sendCommand(['CLIENT', 'KILL', 'ID', String(id)]);
    } else await connection.close();
    await expect.poll(received).toBe(before + (which === 'next' ? 2 : 1));
    await expect.poll(() => clients(admin)).toBe(1);
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
