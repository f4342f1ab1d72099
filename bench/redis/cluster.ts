import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type BotProcess, startBotProcess } from '../../test/support/chaos/child.ts';
import { chaosEnvironment } from '../../test/support/chaos/environment.ts';
import { mostWithin } from '../../test/support/recorder.ts';
import { type RedisServer, startRedis } from '../../test/support/store/redis.ts';
import { until } from '../../test/support/until.ts';
import { knownImei } from '../core.ts';

/** The service's limits over a shorter window. */
export const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 3_000 } as const;
/** Requests kept open in each process under load, so that each always has something to send. */
const OPEN_IN_EACH = 4;
/** Of a process that ends: requests that it has accepted and cannot send, since others have used the window up. */
const LEFT_BEHIND = 3;
const ENOUGH_FOR_THE_WINDOW = 25;
const LONGEST_MS = 120_000;

/** Several bots in processes of their own on one Redis of their own. */
export interface Cluster {
  /** Commands that Redis is sent in a second while nobody asks for anything. */
  idle(forMs: number): Promise<number>;
  /** Requests that reach the service in one window while each process always has some to send. */
  load(forMs: number): Promise<number>;
  /** Ends a process that has accepted requests; resolves with the milliseconds until others have answered the last of them. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number>;
  /** The most requests that reached the service in any window. */
  mostInAWindow(): number;
  close(): Promise<void>;
}

export async function startCluster(built: string, processes: number, seed: number): Promise<Cluster> {
  const redis = await startRedis({ persistence: 'always' });
  const sandbox = await startSandbox({ limits: LIMITS, delay: { from: 5, to: 150, seed } });
  const open = new Map<string, { readonly bot: BotProcess; isAccepted: boolean }>();
  const bots = Array.from({ length: processes }, () =>
    startBotProcess({
      built,
      environment: environmentOf(redis, sandbox),
      onTold: (told) => {
        const asked = told.kind === 'ready' ? undefined : open.get(told.id);
        if (asked === undefined) return;
        if (told.kind === 'accepted') asked.isAccepted = true;
        if (told.kind === 'shown' && told.last) open.delete(told.id);
      },
      onLog: () => undefined,
    }),
  );
  await Promise.all(bots.map(({ ready }) => ready));
  let serial = 0;
  const ask = (bot: BotProcess): string => {
    serial += 1;
    const id = randomUUID();
    open.set(id, { bot, isAccepted: false });
    const values = { imei: knownImei(serial), fresh: false };
    bot.ask({ id, command: 'imei', values, requester: `parent:user:${serial % 50}` });
    return id;
  };
  const allAnswered = (ids: readonly string[]): Promise<void> =>
    until(() => ids.every((id) => !open.has(id)), LONGEST_MS);
  return {
    idle: (forMs) => commandsPerSecond(redis.url, forMs),
    load: async (forMs) => {
      const feed = async (isOver: () => boolean): Promise<void> => {
        while (!isOver()) {
          for (const bot of bots) {
            const theirs = [...open.values()].filter((one) => one.bot === bot).length;
            for (let more = theirs; more < OPEN_IN_EACH; more += 1) ask(bot);
          }
          await delay(10);
        }
      };
      // A Redis that is new gives nothing for a window, from the first demand on.
      await feed(() => sandbox.arrivals.length >= LIMITS.perWindow);
      const before = sandbox.arrivals.length;
      const startedAt = performance.now();
      await feed(() => performance.now() - startedAt >= forMs);
      const windows = (performance.now() - startedAt) / LIMITS.windowMs;
      const perWindow = (sandbox.arrivals.length - before) / windows;
      await allAnswered([...open.keys()]);
      return perWindow;
    },
    end: async (signal) => {
      const [ending, other] = [bots.shift(), bots[0]];
      if (ending === undefined || other === undefined) throw new Error('nobody is left to take over');
      const first = Array.from({ length: ENOUGH_FOR_THE_WINDOW }, () => ask(other));
      await until(() => first.some((id) => !open.has(id)), LONGEST_MS);
      const left = Array.from({ length: LEFT_BEHIND }, () => ask(ending));
      await until(() => left.every((id) => open.get(id)?.isAccepted !== false), LONGEST_MS);
      const endedAt = performance.now();
      const gone = ending.end(signal);
      await allAnswered(left);
      const tookMs = performance.now() - endedAt;
      await gone;
      await allAnswered(first);
      return tookMs;
    },
    mostInAWindow: () =>
      mostWithin(
        sandbox.arrivals.map(({ at }) => at),
        LIMITS.windowMs,
      ),
    close: async () => {
      await Promise.all(bots.map((bot) => bot.end('SIGKILL')));
      await sandbox.close();
      await redis.destroy();
    },
  };
}

async function commandsPerSecond(url: string, forMs: number): Promise<number> {
  const client = await createClient({ url }).connect();
  const commands = async (): Promise<number> =>
    Number(/total_commands_processed:(\d+)/.exec(await client.info('stats'))?.[1]);
  const before = await commands();
  const startedAt = performance.now();
  await delay(forMs);
  // Without the one that asks.
  const counted = (await commands()) - before - 1;
  const tookMs = performance.now() - startedAt;
  client.destroy();
  return (counted / tookMs) * 1_000;
}

function environmentOf(redis: RedisServer, sandbox: Sandbox): Record<string, string> {
  return {
    ...chaosEnvironment({ sandbox, limits: LIMITS, requestTimeoutMs: 1_000, storeUrl: redis.url }),
    CACHE_SECRET: 'one secret for all processes',
  };
}
