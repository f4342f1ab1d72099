import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';
import { systemClock } from '../src/core/clock.ts';
import { createLimiter } from '../src/limiter/limiter.ts';
import { createRecorder, mostWithin, requestOnce } from '../test/support/recorder.ts';
import { type Bench, figure, type Goal } from './bench.ts';

const PER_WINDOW = 19;
const CONCURRENT = 4;
/** The service's minute, scaled down. */
const WINDOW_MS = 3_000;
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
  readonly burstMs: number;
}

/** What each limiter keeps of the service's rule, and how much of it it uses. */
export const limiter: Bench = {
  title: 'Limiter: at most 19 arrivals in any window, at most 4 at once',
  run: async ({ tiny, progress }) => {
    progress('all limiters');
    const windows = tiny ? 4 : 12;
    const all = await Promise.all(Object.keys(CONTENDERS).map((name) => measure(name, windows)));
    const [ours] = all;
    return {
      about: `An HTTP server for each limiter records arrivals; a request takes up to ${NETWORK_MS} ms to arrive and ${WORK_MS} ms to answer. The window is ${WINDOW_MS / 1_000} s: first a burst of ${BURST} at the edge of a window, then ${FEEDERS} senders for ${windows} windows.`,
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
          rows: all.map(({ name, mostInWindow, mostAtOnce, sustained, burstMs }) => [
            name,
            String(mostInWindow),
            String(mostAtOnce),
            percent(sustained),
            figure(burstMs),
          ]),
        },
      ],
      goals: ours ? goalsOf(ours) : [],
    };
  },
};

/** At least so much of what the latency leaves of the limit if each slot is held until a window after its answer. */
const MIN = 0.97;

function goalsOf({ mostInWindow, mostAtOnce, sustained }: Figures): Goal[] {
  const reachable = WINDOW_MS / (WINDOW_MS + NETWORK_MS / 2 + WORK_MS);
  return [
    {
      goal: `at most ${PER_WINDOW} in a window, ${CONCURRENT} at once`,
      measured: `${mostInWindow} and ${mostAtOnce}`,
      isReached: mostInWindow <= PER_WINDOW && mostAtOnce <= CONCURRENT,
    },
    {
      goal: `at least ${percent(MIN)} of what the latency leaves of ${PER_WINDOW}`,
      measured: percent(sustained / reachable),
      isReached: sustained / reachable >= MIN,
    },
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function measure(name: string, windows: number): Promise<Figures> {
  const server = await createRecorder(NETWORK_MS, WORK_MS);
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

/** The rate between whole multiples of the limit, after the first window, so that the burst does not blur it. */
function sustainedShare(arrivals: readonly number[], windowMs: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const from = sorted.findIndex((at) => at - (sorted[0] ?? 0) > windowMs / 2);
  const whole = Math.floor((sorted.length - 1 - from) / PER_WINDOW) * PER_WINDOW;
  const tookMs = (sorted[from + whole] ?? 0) - (sorted[from] ?? 0);
  return (whole * windowMs) / tookMs / PER_WINDOW;
}
