import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../../src/sandbox/faults/random.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { type BotProcess, startBotProcess } from '../chaos/child.ts';
import { chaosEnvironment } from '../chaos/environment.ts';
import type { Told } from '../chaos/protocol.ts';
import { imeiOf } from '../imeis.ts';
import { mostWithin } from '../recorder.ts';
import { until } from '../until.ts';
import { type Persistence, type RedisServer, startRedis } from './redis.ts';

/** The service's limits over a shorter window. */
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 3_000 } as const;
const REQUEST_TIMEOUT_MS = 1_000;
/** Requests kept open in each process: enough to use whatever the limit allows. */
const OPEN_IN_EACH = 8;
const KNOWN_TACS = ['49015420', '01124500', '01161200', '01194800'];

export interface ClusterSettings {
  readonly built: string;
  readonly seed: number;
  readonly processes: number;
  readonly persistence?: Persistence;
  /** Milliseconds by which the clock of each process is wrong; those not named are right. */
  readonly skewsMs?: readonly number[];
  /** How long it is measured, from the first arrival on. */
  readonly forMs: number;
  /** What goes wrong meanwhile. */
  readonly disturb?: (cluster: Cluster) => Promise<void>;
}

/** A cluster under load, to be disturbed. */
export interface Cluster {
  readonly redis: RedisServer;
  readonly processes: number;
  readonly random: () => number;
  /** Kills a process and starts another one in its place. */
  kill(number: number): Promise<void>;
  freeze(number: number): void;
  thaw(number: number): void;
  /** Milliseconds since the first arrival. */
  elapsedMs(): number;
  arrivals(): number;
}

export interface ClusterOutcome {
  readonly mostInAWindow: number;
  readonly mostAtOnce: number;
  readonly blocked: boolean;
  readonly arrivals: number;
  /** Arrivals in each whole window, on average. */
  readonly perWindow: number;
  /** Requests that were accepted, and those of them that nobody answered in the end. */
  readonly accepted: number;
  readonly unanswered: readonly string[];
  readonly answeredTwice: number;
  /** IMEIs that were paid for more than once. */
  readonly paidAgain: number;
  readonly kills: number;
  readonly errors: string;
}

/** Several processes share one Redis and one service that records what arrives, while something goes wrong. */
export async function runCluster(settings: ClusterSettings): Promise<ClusterOutcome> {
  const redis = await startRedis({ persistence: settings.persistence ?? 'always' });
  const sandbox = await startSandbox({ limits: LIMITS, delay: { from: 5, to: 150, seed: settings.seed } });
  const bots: BotProcess[] = [];
  try {
    return await run(settings, { redis, sandbox, bots });
  } finally {
    await Promise.all(bots.map((bot) => bot.end('SIGKILL')));
    await sandbox.close();
    await redis.destroy();
  }
}

interface Stage {
  readonly redis: RedisServer;
  readonly sandbox: Sandbox;
  readonly bots: BotProcess[];
}

async function run(settings: ClusterSettings, { redis, sandbox, bots }: Stage): Promise<ClusterOutcome> {
  const random = createRandom(settings.seed);
  const load = createClusterLoad();
  let errors = '';
  let kills = 0;
  let over = false;
  const start = (number: number): void => {
    const bot = startBotProcess({
      built: settings.built,
      environment: environmentOf(redis, sandbox, settings.skewsMs?.[number] ?? 0),
      onTold: (told) => load.hear(told),
      onLog: (text) => {
        errors += text;
      },
    });
    bots[number] = bot;
    void bot.ready.then(() => load.restarted(number, bot));
  };
  for (let number = 0; number < settings.processes; number += 1) start(number);
  const feeding = (async () => {
    while (!over) {
      for (const [number, bot] of bots.entries()) for (const asked of load.next(number)) bot.ask(asked);
      await delay(10);
    }
  })();
  while (sandbox.arrivals.length === 0) await delay(10);
  const startedAt = performance.now();
  const elapsedMs = (): number => performance.now() - startedAt;
  const cluster: Cluster = {
    redis,
    processes: settings.processes,
    random,
    kill: async (number) => {
      kills += 1;
      await bots[number]?.end('SIGKILL');
      start(number);
    },
    freeze: (number) => bots[number]?.signal('SIGSTOP'),
    thaw: (number) => bots[number]?.signal('SIGCONT'),
    elapsedMs,
    arrivals: () => sandbox.arrivals.length,
  };
  await Promise.all([settings.disturb?.(cluster), delay(settings.forMs)]);
  const measuredMs = elapsedMs();
  const arrivals = sandbox.arrivals.length;
  load.enough();
  await until(() => load.open().length === 0, 60_000);
  over = true;
  await feeding;
  const { paidChecks } = sandbox;
  return {
    mostInAWindow: mostWithin(
      sandbox.arrivals.map(({ at }) => at),
      LIMITS.windowMs,
    ),
    mostAtOnce: sandbox.mostAtOnce,
    blocked: sandbox.blocked,
    arrivals,
    perWindow: arrivals / (measuredMs / LIMITS.windowMs),
    accepted: load.accepted(),
    unanswered: load.open(),
    answeredTwice: load.answeredTwice(),
    paidAgain: paidChecks.length - new Set(paidChecks).size,
    kills,
    errors,
  };
}

/** One new number after the other for each process, so many at once; those of a process that was killed stay open. */
function createClusterLoad() {
  const open = new Map<string, { owner: number | undefined; accepted: boolean; readonly imei: string }>();
  let answers = 0;
  let accepted = 0;
  let closed = 0;
  let serial = 100_000;
  let isEnough = false;
  const ready = new Map<number, BotProcess>();
  const ask = (id: string, imei: string) => ({
    id,
    command: 'imei',
    values: { imei, fresh: false },
    requester: 'parent:user:1',
  });
  return {
    restarted: (number: number, bot: BotProcess): void => {
      ready.set(number, bot);
      for (const [id, one] of open) {
        if (one.owner !== number) continue;
        // What nobody said was written down is delivered again, as a platform would; the rest is for others to go on with.
        if (one.accepted) one.owner = undefined;
        else bot.ask(ask(id, one.imei));
      }
    },
    next: (number: number) => {
      const theirs = [...open.values()].filter(({ owner }) => owner === number).length;
      if (isEnough || !ready.has(number)) return [];
      return Array.from({ length: Math.max(OPEN_IN_EACH - theirs, 0) }, () => {
        serial += 1;
        const imei = imeiOf(KNOWN_TACS[serial % KNOWN_TACS.length] ?? '', serial);
        const id = randomUUID();
        open.set(id, { owner: number, accepted: false, imei });
        return ask(id, imei);
      });
    },
    hear: (told: Told): void => {
      if (told.kind === 'accepted') {
        const one = open.get(told.id);
        if (one !== undefined && !one.accepted) accepted += 1;
        if (one !== undefined) one.accepted = true;
      }
      if (told.kind === 'shown' && told.last) {
        answers += 1;
        if (open.delete(told.id)) closed += 1;
      }
    },
    enough: (): void => {
      isEnough = true;
    },
    open: (): string[] => [...open.entries()].filter(([, one]) => one.accepted).map(([id]) => id),
    accepted: () => accepted,
    answeredTwice: () => answers - closed,
  };
}

function environmentOf(redis: RedisServer, sandbox: Sandbox, skewMs: number): Record<string, string> {
  const requestTimeoutMs = REQUEST_TIMEOUT_MS;
  return {
    ...chaosEnvironment({ sandbox, limits: LIMITS, requestTimeoutMs, storeUrl: redis.url }),
    CACHE_SECRET: 'one secret for all processes',
    CLOCK_SKEW_MS: String(skewMs),
  };
}
