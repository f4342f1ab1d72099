import { spawn, spawnSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { Queue, Worker } from 'bullmq';
import PQueue from 'p-queue';
import { Lifetime } from '../src/core/lifetime/lifetime.ts';
import { systemClock } from '../src/core/time/clock.ts';
import { Limiter } from '../src/limiter/limiter.ts';
import { freePort } from '../test/support/free-port.ts';
import { mostWithin } from '../test/support/most-within.ts';
import type { Bench } from './bench.ts';
import { createRecorder, requestOnce } from './recorder.ts';

const PER_WINDOW = 19;
const CONCURRENT = 4;
/** The service's minute, and scaled down; how many windows the senders get of each. */
const WINDOWS = { 60000: 5, 3000: 12 };
/**
 * The least share of the limit that has to be reached. The limit is what latency leaves if each
 * slot is held until a window after its answer.
 */
const MIN = 0.99;
/** A request takes up to so long to arrive, and is then worked on. */
const NETWORK_MS = 60;
const WORK_MS = 40;
/** Enough senders to use whatever a limiter lets through. */
const FEEDERS = 40;
const BURST = 60;

/** Sends one request when the limiter allows it. */
type Run = (send: () => Promise<void>) => Promise<unknown>;
interface Contender {
  readonly run: Run;
  readonly end: () => unknown;
}

type Create = (windowMs: number) => Contender | Promise<Contender>;
/** Limiters as their users would set them up for 19 in a window and 4 at once. */
const CONTENDERS: Readonly<Record<string, Create | undefined>> = {
  'imei-bot': (windowMs) => {
    const limits = { perWindow: PER_WINDOW, concurrent: CONCURRENT, windowMs };
    const lifetime = new Lifetime(console.error);
    const limiter = new Limiter({
      ...limits,
      callTimeoutMs: 2_000,
      clock: systemClock,
      lifetime,
    });
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const run: Run = (send) =>
      limiter.schedule(
        { priority: 'single', account: 'one', group: 'one', signal },
        async (permit) => {
          await permit.untilNoHalt();
          permit.canSend();
          await send();
        },
      );
    return { run, end: () => lifetime.end(0) };
  },
  'Bottleneck, reservoir': (windowMs) =>
    bottleneck({
      reservoir: PER_WINDOW,
      reservoirRefreshAmount: PER_WINDOW,
      reservoirRefreshInterval: windowMs,
    }),
  'Bottleneck, minTime': (windowMs) => bottleneck({ minTime: Math.ceil(windowMs / PER_WINDOW) }),
  'p-queue, strict': (windowMs) => {
    const limits = { concurrency: CONCURRENT, intervalCap: PER_WINDOW, interval: windowMs };
    const queue = new PQueue({ ...limits, strict: true });
    return { run: (send) => queue.add(send), end: () => queue.clear() };
  },
  BullMQ: spawnSync('redis-server', ['--version']).status === 0 ? bullMq : undefined,
};

function bottleneck(settings: Bottleneck.ConstructorOptions): Contender {
  const limiter = new Bottleneck({ maxConcurrent: CONCURRENT, ...settings });
  return { run: (send) => limiter.schedule(send), end: () => limiter.disconnect() };
}

async function bullMq(windowMs: number): Promise<Contender> {
  const port = await freePort();
  const redis = spawn('redis-server', ['--port', String(port), '--save', ''], { stdio: 'ignore' });
  const connection = { port, maxRetriesPerRequest: null };
  const sends = new Map<string | undefined, () => Promise<void>>();
  const queue = new Queue('checks', { connection });
  const limits = { concurrency: CONCURRENT, limiter: { max: PER_WINDOW, duration: windowMs } };
  const worker = new Worker('checks', ({ id }) => sends.get(id)?.() ?? Promise.resolve(), {
    connection,
    ...limits,
  });
  // Both complain until the Redis has started and after it has ended.
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  let jobs = 0;
  const run: Run = (send) =>
    new Promise<void>((resolve) => {
      jobs += 1;
      sends.set(`job-${jobs}`, () => send().finally(resolve));
      void queue.add('check', {}, { jobId: `job-${jobs}`, removeOnComplete: true });
    });
  const end = async (): Promise<void> => {
    await Promise.all([worker.close(true), queue.close()]);
    redis.kill();
  };
  return { run, end };
}

/** What each limiter keeps of the service's rule, and how much of it it uses. */
export const limiter: Bench = {
  title:
    'Limiter: at most 19 arrivals in any window, 4 at once, and 99 % of what latency leaves of 19',
  run: async ({ tiny, progress }) => {
    progress('all limiters');
    const windows = tiny ? { 1000: 4 } : WINDOWS;
    const goals = Object.entries(CONTENDERS).map(async ([name, create]) => {
      if (create === undefined)
        return { goal: name, measured: 'not measured: no redis-server', isReached: false };
      const all = Object.entries(windows).map(([ms, count]) => measure(create, Number(ms), count));
      const figures = await Promise.all(all);
      const measured = figures.map(({ text }) => text).join('; ');
      return { goal: name, measured, isReached: figures.every(({ isKept }) => isKept) };
    });
    return {
      about: `An HTTP server for each limiter records arrivals; a request takes up to ${NETWORK_MS} ms to arrive and ${WORK_MS} ms to answer. First a burst of ${BURST} at the edge of a window, then ${FEEDERS} senders for ${Object.values(windows).join(' or ')} windows.`,
      tables: [],
      goals: await Promise.all(goals),
    };
  },
};

async function measure(create: Create, windowMs: number, windows: number) {
  const server = await createRecorder(NETWORK_MS, WORK_MS);
  const { run, end } = await create(windowMs);
  let isOver = false;
  const open = new AbortController();
  setMaxListeners(0, open.signal);
  const send = (): Promise<void> =>
    isOver ? Promise.resolve() : requestOnce(server.url, open.signal).catch(() => undefined);
  // One request long before, so that a fixed window has begun, and the burst comes near its edge.
  await run(send);
  await delay(windowMs - 400);
  for (let sent = 0; sent < BURST; sent += 1) void run(send);
  await delay(windowMs * 2);
  const feed = async (): Promise<void> => {
    while (!isOver) await run(send);
  };
  for (let feeder = 0; feeder < FEEDERS; feeder += 1) void feed().catch(() => undefined);
  const before = server.arrivals.length;
  await delay(windowMs * windows);
  const reachable = windowMs / (windowMs + NETWORK_MS / 2 + WORK_MS);
  const share = sustainedShare(server.arrivals.slice(before), windowMs) / reachable;
  isOver = true;
  open.abort();
  await end();
  await server.close();
  const most = mostWithin(server.arrivals, windowMs);
  const atOnce = server.mostInFlight;
  const text = `${most} and ${atOnce}, ${(share * 100).toFixed(1)} % at ${windowMs / 1_000} s`;
  return { text, isKept: most <= PER_WINDOW && atOnce <= CONCURRENT && share >= MIN };
}

/**
 * The rate between whole multiples of the limit. It begins after the first window, so that the
 * burst does not blur it.
 */
function sustainedShare(arrivals: readonly number[], windowMs: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const from = sorted.findIndex((at) => at - (sorted[0] ?? 0) > windowMs / 2);
  const whole = Math.floor((sorted.length - 1 - from) / PER_WINDOW) * PER_WINDOW;
  const tookMs = (sorted[from + whole] ?? 0) - (sorted[from] ?? 0);
  return (whole * windowMs) / tookMs / PER_WINDOW;
}
