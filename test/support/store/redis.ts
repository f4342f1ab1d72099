import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { freePort } from '../free-port.ts';
import { endWithTests } from '../process/end-with-tests.ts';

/**
 * `always`: what is acknowledged is in the append-only file. `everysec`: it is, but for the last second. `none`: a restart
 * begins with nothing.
 */
export type Persistence = 'always' | 'everysec' | 'none';

/** A real redis-server of the test's own, which can be killed, frozen and started again. */
export interface RedisServer {
  readonly url: string;
  kill(): Promise<void>;
  /** Starts it again on its port and, where it persists, with its data. */
  restart(): Promise<void>;
  /** Stops it in its tracks: connections stay open, nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Removes it with its data. */
  destroy(): Promise<void>;
}

const hasServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis that is there already, and may be emptied: for developers without a redis-server of their own. */
const givenUrl = process.env.REDIS_URL;

/** Whether tests that only talk to a Redis can run; without one they are named as skipped, but for CI, which fails. */
export const hasRedis = hasServer || givenUrl !== undefined;
/** Whether tests that kill and freeze a Redis can run. */
export const hasOwnRedis = hasServer;

if (!hasOwnRedis && process.env.CI !== undefined) {
  throw new Error('redis-server is not installed, and CI runs no test run without it.');
}

/**
 * Takes so much time from what is left to each key: the time of a Redis cannot be moved, but what expires in it can be.
 * What has none left is gone.
 */
export async function ageKeys(url: string, ms: number): Promise<void> {
  const client = await createClient({ url }).connect();
  for (const key of await client.keys('*')) {
    const leftMs = await client.pTTL(key);
    if (leftMs >= 0) await client.pExpire(key, leftMs - ms);
  }
  client.destroy();
}

/** The connections to a Redis that were made since this one, and it. */
export async function connectionsSince<Found extends { readonly id: number }>(client: {
  clientId(): Promise<number>;
  clientList(): Promise<readonly Found[]>;
}): Promise<readonly Found[]> {
  const ownId = await client.clientId();
  return (await client.clientList()).filter(({ id }) => id >= ownId);
}

/** An empty Redis of the test's own, where there is a redis-server. */
export async function startRedis({
  persistence = 'none',
  snapshot,
}: {
  persistence?: Persistence;
  /** A file of Redis' own from which it begins. */
  snapshot?: string;
} = {}): Promise<RedisServer> {
  if (!hasServer && givenUrl !== undefined) return emptied(givenUrl);
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-redis-'));
  if (snapshot !== undefined) await copyFile(snapshot, join(directory, 'dump.rdb'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child = await launch({ directory, port, persistence });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    kill,
    restart: async () => {
      await kill();
      child = await launch({ directory, port, persistence });
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    destroy: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Launch {
  readonly directory: string;
  readonly port: number;
  readonly persistence: Persistence;
}

async function launch({ directory, port, persistence }: Launch): Promise<ChildProcess> {
  const persist = persistence === 'none' ? [] : ['--appendonly', 'yes', '--appendfsync', persistence];
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '', ...persist],
    { stdio: 'ignore' },
  );
  endWithTests(child);
  await untilAnswering(`redis://127.0.0.1:${port}`, child);
  return child;
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode} at its start`);
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.ping();
      client.destroy();
      return;
    } catch {
      // Not up yet, or loading its file.
      await delay(20);
    }
  }
}

/** As a server that was just started, it knows no script either. */
export async function emptyOut(url: string): Promise<void> {
  const client = await createClient({ url }).connect();
  await client.sendCommand(['CLIENT', 'UNPAUSE']);
  await client.flushDb();
  await client.scriptFlush();
  client.destroy();
}

async function emptied(url: string): Promise<RedisServer> {
  await emptyOut(url);
  const cannot = (): never => {
    throw new Error('a Redis of somebody else is neither killed nor frozen');
  };
  return { url, kill: cannot, restart: cannot, freeze: cannot, thaw: cannot, destroy: () => emptyOut(url) };
}
