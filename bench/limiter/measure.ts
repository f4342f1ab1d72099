import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createRecorder, mostWithin, requestOnce } from '../../test/support/recorder.ts';
import { CONTENDERS, type Contender, type Rule, type Run } from './contenders.ts';

/** The service's minute, scaled down. */
export const WINDOW_MS = 3_000;
export const PER_WINDOW = 19;
const RULE: Rule = {
  perWindow: PER_WINDOW,
  windowMs: WINDOW_MS,
  concurrent: 4,
  requestTimeoutMs: 2_000,
};
/** A request is on its way for up to so long, at random, and then worked at. */
export const NETWORK_MS = 60;
export const WORK_MS = 40;
const SLOT_MS = RULE.windowMs / RULE.perWindow;
/** Enough people to use whatever a limiter lets through. */
const FEEDERS = 40;
const BURST = 60;

/** How a limiter did. */
export interface LimiterFigures {
  readonly name: string;
  readonly mostInAWindow: number;
  readonly mostAtOnce: number;
  /** Of the limit, over several windows. */
  readonly sustained: number;
  /** The same for a limiter that holds each slot until a window after the answer, and wastes nothing. */
  readonly reachable: number;
  /** Milliseconds from the beginning of a burst to its 4th and 19th arrival. */
  readonly firstFewMs: number;
  readonly firstWindowMs: number;
  /** How long a person waits for an arrival behind a list of 200, in slots of the limit. */
  readonly singleMedianSlots: number;
  readonly singleP95Slots: number;
}

export interface LimiterBenchSettings {
  /** Length of the saturated run. */
  readonly windows: number;
  /** Length of the list, and how many single checks are asked while it is under way. */
  readonly batch: number;
  readonly singles: number;
  readonly burst: boolean;
}

/** Measures every limiter by the same three runs on a server that records arrivals, side by side. */
export function measureLimiters(settings: LimiterBenchSettings): Promise<LimiterFigures[]> {
  return Promise.all(CONTENDERS.map((contender) => measure(contender, settings)));
}

async function measure(contender: Contender, settings: LimiterBenchSettings): Promise<LimiterFigures> {
  const saturated = await inRun(contender, (stage) => saturate(stage, settings.windows));
  const burst = await inRun(contender, settings.burst ? burstAfterIdle : noBurst);
  const waits = await inRun(contender, (stage) => singlesBehindBatch(stage, settings));
  return {
    name: contender.name,
    mostInAWindow: Math.max(saturated.mostInAWindow, burst.mostInAWindow, waits.mostInAWindow),
    mostAtOnce: Math.max(saturated.mostAtOnce, burst.mostAtOnce, waits.mostAtOnce),
    sustained: saturated.figure,
    reachable: WINDOW_MS / (WINDOW_MS + NETWORK_MS / 2 + WORK_MS),
    ...burst.figure,
    ...waits.figure,
  };
}

/** A limiter at work on a server of its own. */
interface Stage {
  readonly run: Run;
  readonly send: () => Promise<void>;
  readonly arrivals: readonly number[];
}

async function inRun<T>(
  { create }: Contender,
  act: (stage: Stage) => Promise<T>,
): Promise<{ readonly figure: T; readonly mostInAWindow: number; readonly mostAtOnce: number }> {
  const server = await createRecorder({ networkDelayMs: NETWORK_MS, workMs: WORK_MS, hangs: 0, resets: 0 });
  const limiter = await create(RULE);
  const over = new AbortController();
  // Every request of the run hangs on it.
  setMaxListeners(0, over.signal);
  try {
    const send = async (): Promise<void> => {
      if (!over.signal.aborted) await requestOnce(server.url, over.signal).catch(() => undefined);
    };
    const figure = await act({ run: limiter.run, send, arrivals: server.arrivals });
    return {
      figure,
      mostInAWindow: mostWithin(server.arrivals, RULE.windowMs),
      mostAtOnce: server.mostInFlight,
    };
  } finally {
    over.abort();
    await limiter.end();
    await server.close();
  }
}

async function saturate({ run, send, arrivals }: Stage, windows: number): Promise<number> {
  let isOver = false;
  const feed = async (): Promise<void> => {
    while (!isOver) await run(async () => (isOver ? undefined : send()), 'single').catch(() => delay(10));
  };
  for (let feeder = 0; feeder < FEEDERS; feeder += 1) void feed();
  await delay(RULE.windowMs * windows);
  isOver = true;
  return sustainedShare(arrivals, RULE);
}

/** Between whole multiples of the limit, from the second window on, so that bursts do not blur it. */
export function sustainedShare(
  arrivals: readonly number[],
  { windowMs, perWindow }: Pick<Rule, 'windowMs' | 'perWindow'>,
): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const startedAt = sorted[0] ?? 0;
  const from = sorted.findIndex((at) => at - startedAt > windowMs * 1.5);
  const whole = Math.floor((sorted.length - 1 - from) / perWindow) * perWindow;
  const tookMs = (sorted[from + whole] ?? 0) - (sorted[from] ?? 0);
  return from < 0 || whole === 0 ? Number.NaN : (whole * windowMs) / tookMs / perWindow;
}

async function burstAfterIdle({ run, send, arrivals }: Stage) {
  // A first one long before, so that fixed windows have begun, and the burst near the edge of one.
  await run(send, 'single');
  const before = arrivals.length;
  await delay(RULE.windowMs - 400);
  const startedAt = performance.now();
  for (let number = 0; number < BURST; number += 1) void run(send, 'single').catch(() => undefined);
  await delay(RULE.windowMs * 2.5);
  const since = arrivals.slice(before).toSorted((a, b) => a - b);
  return {
    firstFewMs: (since[RULE.concurrent - 1] ?? Number.NaN) - startedAt,
    firstWindowMs: (since[RULE.perWindow - 1] ?? Number.NaN) - startedAt,
  };
}

const noBurst = async () => ({ firstFewMs: Number.NaN, firstWindowMs: Number.NaN });

/** People ask now and then while a list is under way; what is measured is the wait until each check leaves. */
async function singlesBehindBatch({ run, send }: Stage, { batch, singles }: LimiterBenchSettings) {
  for (let number = 0; number < batch; number += 1) void run(send, 'batch').catch(() => undefined);
  const waits: number[] = [];
  const asked: Promise<void>[] = [];
  for (let number = 0; number < singles; number += 1) {
    await delay(SLOT_MS * (3 + (number % 5) / 2));
    const askedAt = performance.now();
    const leave = async (): Promise<void> => {
      waits.push(performance.now() - askedAt);
      await send();
    };
    asked.push(run(leave, 'single'));
  }
  await Promise.all(asked);
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    (sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN) / SLOT_MS;
  return { singleMedianSlots: at(0.5), singleP95Slots: at(0.95) };
}
