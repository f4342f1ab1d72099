import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';
import { systemClock } from '../src/core/clock.ts';
import { createLimiter } from '../src/limiter/limiter.ts';
import { createRandom } from '../src/sandbox/faults/random.ts';
import { createSimulatedClock } from '../test/support/clocks/simulated.ts';
import { createRecorder, mostWithin, requestOnce } from '../test/support/recorder.ts';
import { type Bench, figure, type Goal } from './bench.ts';

const PER_WINDOW = 19;
const CONCURRENT = 4;
/** The service's minute, scaled down. */
const WINDOW_MS = 3_000;
const MINUTE = { perWindow: PER_WINDOW, concurrent: CONCURRENT, windowMs: 60_000, requestTimeoutMs: 20_000 };
/** A request takes up to so long to arrive, and is then worked on. */
const NETWORK_MS = 60;
const WORK_MS = 40;
/** Enough senders to use whatever a limiter lets through. */
const FEEDERS = 40;
const BURST = 60;

/** Sends one request when the limiter allows it. */
type Run = (send: () => Promise<void>) => Promise<unknown>;

/** Limiters as their users would set them up for 19 in a window and 4 at once. */
const CONTENDERS: Readonly<Record<string, () => { readonly run: Run; readonly end: () => unknown }>> = {
  'imei-bot': () => {
    const limits = { perWindow: PER_WINDOW, concurrent: CONCURRENT, windowMs: WINDOW_MS };
    const limiter = createLimiter({ ...limits, requestTimeoutMs: 2_000, clock: systemClock });
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const run: Run = (send) =>
      limiter.schedule(
        { priority: 'single', fairnessKey: 'one', signal },
        { send: (turn) => turn.confirm().then(send) },
      );
    return { run, end: limiter.stop };
  },
  'Bottleneck, reservoir': () =>
    bottleneck({
      reservoir: PER_WINDOW,
      reservoirRefreshAmount: PER_WINDOW,
      reservoirRefreshInterval: WINDOW_MS,
    }),
  'Bottleneck, minTime': () => bottleneck({ minTime: Math.ceil(WINDOW_MS / PER_WINDOW) }),
  'p-queue, strict': () => {
    const limits = { concurrency: CONCURRENT, intervalCap: PER_WINDOW, interval: WINDOW_MS };
    const queue = new PQueue({ ...limits, strict: true });
    return { run: (send) => queue.add(send), end: () => queue.clear() };
  },
};

function bottleneck(settings: Bottleneck.ConstructorOptions) {
  const limiter = new Bottleneck({ maxConcurrent: CONCURRENT, ...settings });
  const run: Run = (send) => limiter.schedule(send);
  return { run, end: () => limiter.disconnect() };
}

interface Figures {
  readonly name: string;
  readonly mostInWindow: number;
  readonly mostAtOnce: number;
  /** Of the 19, over several windows. */
  readonly sustained: number;
  readonly burstMs?: number;
}

/** What each limiter keeps of the service's rule, and how much of it it uses. */
export const limiter: Bench = {
  title: 'Limiter: at most 19 arrivals in any window, at most 4 at once',
  run: async ({ seed, tiny, progress }) => {
    progress('all limiters');
    const windows = tiny ? 4 : 12;
    const all = await Promise.all(Object.keys(CONTENDERS).map((name) => measure(name, windows)));
    progress('the minute of the service');
    const minutes = tiny ? 5 : 60;
    const minute = await measureMinute(minutes, seed);
    const [ours] = all;
    return {
      about: `An HTTP server for each limiter records arrivals; a request takes up to ${NETWORK_MS} ms to arrive and ${WORK_MS} ms to answer. The window is ${WINDOW_MS / 1_000} s: first a burst of ${BURST} at the edge of a window, then ${FEEDERS} senders for ${windows} windows. The last row is imei-bot at 60 s, ${minutes} minutes of simulated time.`,
      tables: [
        {
          title: 'Limiters',
          columns: [
            'limiter',
            'most in a window',
            'most at once',
            'sustained, of 19',
            'first 19 of a burst, ms',
          ],
          rows: [...all, minute].map(({ name, mostInWindow, mostAtOnce, sustained, burstMs }) => [
            name,
            String(mostInWindow),
            String(mostAtOnce),
            percent(sustained),
            burstMs === undefined ? '' : figure(burstMs),
          ]),
        },
      ],
      goals: [
        ...(ours ? goalsOf(ours, `window of ${WINDOW_MS / 1_000} s`, reachable(WINDOW_MS), 0.97) : []),
        ...goalsOf(minute, 'window of 60 s', reachable(MINUTE.windowMs), 0.99),
      ],
    };
  },
};

/** What is left of the limit if each slot is held until a window after its answer. */
function reachable(windowMs: number): number {
  return windowMs / (windowMs + NETWORK_MS / 2 + WORK_MS);
}

function goalsOf(figures: Figures, where: string, most: number, least: number): Goal[] {
  const { mostInWindow, mostAtOnce, sustained } = figures;
  return [
    {
      goal: `${where}: at most ${PER_WINDOW} in a window, ${CONCURRENT} at once`,
      measured: `${mostInWindow} and ${mostAtOnce}`,
      isReached: mostInWindow <= PER_WINDOW && mostAtOnce <= CONCURRENT,
    },
    {
      goal: `${where}: at least ${percent(least)} of what the latency leaves of ${PER_WINDOW}`,
      measured: percent(sustained / most),
      isReached: sustained / most >= least,
    },
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function measure(name: string, windows: number): Promise<Figures> {
  const server = await createRecorder({ networkDelayMs: NETWORK_MS, workMs: WORK_MS, hangs: 0, resets: 0 });
  const { run, end } = CONTENDERS[name]?.() ?? bottleneck({});
  let isOver = false;
  const open = new AbortController();
  setMaxListeners(0, open.signal);
  const send = (): Promise<void> =>
    isOver ? Promise.resolve() : requestOnce(server.url, open.signal).catch(() => undefined);
  // One request long before, so that a fixed window has begun, and the burst comes near its edge.
  await run(send);
  await delay(WINDOW_MS - 400);
  const burstAt = performance.now();
  for (let sent = 0; sent < BURST; sent += 1) void run(send);
  await delay(WINDOW_MS * 2);
  const burstMs = (server.arrivals[PER_WINDOW] ?? Number.NaN) - burstAt;
  const feed = async (): Promise<void> => {
    while (!isOver) await run(send);
  };
  for (let feeder = 0; feeder < FEEDERS; feeder += 1) void feed().catch(() => undefined);
  const before = server.arrivals.length;
  await delay(WINDOW_MS * windows);
  const sustained = sustainedShare(server.arrivals.slice(before), WINDOW_MS);
  isOver = true;
  open.abort();
  await end();
  await server.close();
  const mostInWindow = mostWithin(server.arrivals, WINDOW_MS);
  return { name, mostInWindow, mostAtOnce: server.mostInFlight, sustained, burstMs };
}

/** imei-bot's limiter at the service's own minute, always with more to send, on simulated time. */
async function measureMinute(minutes: number, seed: number): Promise<Figures> {
  const clock = createSimulatedClock(0);
  const random = createRandom(seed);
  const ours = createLimiter({ ...MINUTE, clock });
  const arrivals: number[] = [];
  let [inFlight, mostAtOnce] = [0, 0];
  const send = async (): Promise<void> => {
    await clock.sleep(random() * NETWORK_MS);
    arrivals.push(clock.now());
    inFlight += 1;
    mostAtOnce = Math.max(mostAtOnce, inFlight);
    await clock.sleep(WORK_MS);
    inFlight -= 1;
  };
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const feed = async (): Promise<void> => {
    for (;;) await ours.schedule({ priority: 'single', fairnessKey: 'one', signal }, { send });
  };
  // They end when the limiter is stopped.
  for (let feeder = 0; feeder < FEEDERS; feeder += 1) feed().catch(() => undefined);
  await clock.run(clock.sleep(minutes * MINUTE.windowMs));
  ours.stop();
  const mostInWindow = mostWithin(arrivals, MINUTE.windowMs);
  return {
    name: 'imei-bot, 60 s',
    mostInWindow,
    mostAtOnce,
    sustained: sustainedShare(arrivals, MINUTE.windowMs),
  };
}

/** The rate between whole multiples of the limit, after the first window, so that the burst does not blur it. */
function sustainedShare(arrivals: readonly number[], windowMs: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const from = sorted.findIndex((at) => at - (sorted[0] ?? 0) > windowMs / 2);
  const whole = Math.floor((sorted.length - 1 - from) / PER_WINDOW) * PER_WINDOW;
  const tookMs = (sorted[from + whole] ?? 0) - (sorted[from] ?? 0);
  return (whole * windowMs) / tookMs / PER_WINDOW;
}
