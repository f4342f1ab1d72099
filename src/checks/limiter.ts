import Bottleneck from 'bottleneck';
import type { Clock } from '../core/clock.ts';
import type { CheckRequest, Usage, Wait } from './answer.ts';
import { createForecast, type Situation, untilBatchIsDue } from './forecast.ts';
import type { PastSend } from './ledger.ts';
import { createLine } from './line.ts';
import { slotsOfPastSends } from './past-slots.ts';

/** Timers fire early and clocks drift: a slot is held this part of the window longer (0.5 s of a minute). */
const MARGIN = 1 / 120;
/** A request without an answer may still arrive: its slot is held this part of the window longer. */
const FAILURE_HOLD = 1 / 2;
/** Until there are answers to measure, one is expected to take this long. */
const FIRST_LATENCY_MS = 500;
/** How much the newest answer counts in the expected latency. */
const LATENCY_WEIGHT = 0.2;
/** Bottleneck's priorities at the gate: the lowest goes first. */
const GATE_PRIORITY = { seed: 0, single: 3, batch: 6 } as const;

export interface LimiterSettings {
  /** Requests at the same time. */
  readonly concurrent: number;
  /** Requests that may arrive in any window. */
  readonly perWindow: number;
  readonly windowMs: number;
  /** When the client gives up on an answer. */
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
}

export interface Job<T> {
  readonly priority: 'status' | CheckRequest['priority'];
  /** Batches take turns by this key. */
  readonly fairnessKey: string;
  /** Told where the job stands, whenever that changes. */
  readonly onWait?: (wait: Wait) => void;
  readonly onTicket?: (ticket: Ticket) => void;
  /** Asked when the slot comes: true, or a throw, gives it back unused. */
  readonly needless?: () => Promise<boolean>;
  /** Makes one request. */
  readonly send: () => Promise<T>;
  /** Whether the request that failed this way may have arrived; without this, all may. */
  readonly arrived?: (error: unknown) => boolean;
  /** Leaves the line; has no effect once the job is sent. */
  readonly signal: AbortSignal;
}

/** A job's place in the line. */
export interface Ticket {
  /** Makes a single of a batch check. */
  promote(): void;
}

/**
 * The one limiter: in no rolling window more than `perWindow` ARRIVALS at the service, and never more than
 * `concurrent` in flight (interface section 8). A job keeps its slot until a window after its answer came, so that,
 * whatever the network does, arrival(n + perWindow) ≥ dispatch(n + perWindow) ≥ answer(n) + window
 * ≥ arrival(n) + window. Singles go before batches; a batch is spread evenly over the window, so that a single
 * waits for little more than one slot behind it.
 */
export interface Limiter {
  /** Resolves with what `send` resolves with, or with nothing when the job turned out needless. */
  schedule<T>(job: Job<T>): Promise<T | undefined>;
  /** Takes the slots of what was sent before a restart. Call it before the first job. */
  seed(past: readonly PastSend[]): void;
  /** Sends nothing for a full window. */
  pause(): void;
  /** How long `count` more batch checks would take from now, and how long one more single would wait. */
  estimate(count: number): { readonly batchMs: number; readonly singleMs: number };
  usage(): Pick<Usage, 'waiting' | 'inFlight' | 'windowUsed' | 'windowLimit' | 'windowMs'>;
  /** Sends nothing more; what waits keeps waiting. Resolves when nothing is in flight. */
  drain(): Promise<void>;
}

interface Item {
  priority: 'single' | 'batch';
  readonly fairnessKey: string;
  readonly onWait: Job<unknown>['onWait'];
  /** Uses the slot; resolves when it may be given back. */
  readonly run: () => Promise<void>;
}

interface Settle<T> {
  readonly resolve: (value: T | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export function createLimiter(settings: LimiterSettings): Limiter {
  const { concurrent, perWindow, windowMs, clock } = settings;
  const holdMs = windowMs * (1 + MARGIN);
  const failureHoldMs = holdMs + windowMs * FAILURE_HOLD;
  const slots = createGate(perWindow);
  const places = createGate(concurrent);
  const line = createLine<Item>();
  /** Those handed to Bottleneck that wait there for a slot: at most one of a kind. */
  const atGate = new Set<Item>();
  /** Those that have a slot and not yet an answer, and since when. */
  const active = new Map<Item, number>();
  let inFlight = 0;
  /** The slots that stay taken after an answer, and until when. */
  const held = new Set<{ readonly until: number }>();
  let wakeDrained: () => void = () => undefined;
  let latencyMs = FIRST_LATENCY_MS;
  let lastStartAt = Number.NEGATIVE_INFINITY;
  /** Since when the next of the batches waits for nothing but singles. */
  let batchWaitsSince: number | undefined;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let draining = false;
  let announcing = false;
  let pumpingAt = Number.NEGATIVE_INFINITY;

  const isAtGate = (priority: Item['priority']): boolean =>
    [...atGate].some((item) => item.priority === priority);

  const pump = (): void => {
    announce();
    const { single, batch } = line.heads();
    if (draining || active.size >= concurrent) return;
    const overdue = batchIsOverdue(batch);
    if (single !== undefined && !isAtGate('single') && !(overdue && isAtGate('batch'))) handOver(single);
    if (batch === undefined || isAtGate('batch')) return;
    if (overdue) handOver(batch);
    else if (single === undefined) handOverWhenDue(batch);
  };
  /** The slots that are free are spread evenly over the time until the next one comes back. */
  const handOverWhenDue = (batch: Item): void => {
    const { slots: taken, pace } = situation();
    const waitMs = Math.floor(untilBatchIsDue(taken, pace));
    if (waitMs <= 0) handOver(batch);
    else if (taken.length < perWindow) pumpAfter(waitMs);
  };
  /** Nobody waits for ever: behind a flood of singles, one check of the batches goes each window. */
  const batchIsOverdue = (batch: Item | undefined): boolean => {
    batchWaitsSince = batch === undefined ? undefined : (batchWaitsSince ?? clock.now());
    return batchWaitsSince !== undefined && clock.now() - batchWaitsSince > windowMs;
  };
  const handOver = (item: Item): void => {
    atGate.add(item);
    void slots.schedule({ priority: GATE_PRIORITY[item.priority] }, item.run);
  };
  const pumpAfter = (waitMs: number): void => {
    const at = clock.now() + waitMs;
    if (pumpingAt <= at && pumpingAt > clock.now()) return;
    pumpingAt = at;
    void clock.sleep(waitMs).then(pump);
  };
  /** Tells all who wait where they stand, once for many changes in a row. */
  const announce = (): void => {
    if (announcing) return;
    announcing = true;
    queueMicrotask(() => {
      announcing = false;
      const forecast = createForecast(situation());
      for (const [index, item] of line.inOrder().entries()) {
        item.onWait?.({ place: index + 1, startsInMs: forecast.next(item.priority) });
      }
    });
  };
  const situation = (): Situation => {
    const now = clock.now();
    const back = [...active.values()].map((since) => Math.max(since + latencyMs - now, 0));
    return {
      slots: [...back.map((ms) => ms + holdMs), ...[...held].map(({ until }) => Math.max(until - now, 0))],
      places: back,
      placeCount: concurrent,
      pausedFor: Math.max(pausedUntil - now, 0),
      pace: { slotCount: perWindow, lastStart: lastStartAt - now, every: (holdMs + latencyMs) / perWindow },
      latency: latencyMs,
      hold: holdMs,
    };
  };
  const hold = async (slot: { readonly until: number }): Promise<void> => {
    held.add(slot);
    await clock.sleep(slot.until - clock.now());
    held.delete(slot);
    // Bottleneck gives the slot free when this has returned.
    setImmediate(pump);
  };

  /** Makes the request; resolves with how long its slot stays taken. */
  const send = async <T>(
    { send: request, arrived }: Job<T>,
    { resolve, reject }: Settle<T>,
  ): Promise<number> => {
    const since = clock.now();
    inFlight += 1;
    try {
      const answer = await request();
      latencyMs += (clock.now() - since - latencyMs) * LATENCY_WEIGHT;
      resolve(answer);
      return holdMs;
    } catch (error) {
      reject(error);
      return arrived?.(error) === false ? 0 : failureHoldMs;
    } finally {
      inFlight -= 1;
      if (inFlight === 0) wakeDrained();
    }
  };
  /** What a job does once it has a slot; resolves with how long that stays taken. */
  const useSlot = async <T>(item: Item, job: Job<T>, settle: Settle<T>): Promise<number> => {
    try {
      while (pausedUntil > clock.now()) await clock.sleep(pausedUntil - clock.now(), job.signal);
      job.signal.throwIfAborted();
      if (await job.needless?.()) {
        settle.resolve(undefined);
        return 0;
      }
      return await places.schedule({ priority: GATE_PRIORITY[item.priority] }, async () => {
        job.signal.throwIfAborted();
        // A job that is not sent any more is not settled either: at shutdown it belongs to the next process.
        return draining ? 0 : send(job, settle);
      });
    } catch (error) {
      settle.reject(error);
      return 0;
    }
  };
  const createItem = <T>(job: Job<T>, settle: Settle<T>, onSlot: () => void): Item => {
    const item: Item = {
      priority: job.priority === 'batch' ? 'batch' : 'single',
      fairnessKey: job.fairnessKey,
      onWait: job.onWait,
      run: async () => {
        leaveLine(item);
        onSlot();
        active.set(item, clock.now());
        if (item.priority === 'batch') batchWaitsSince = undefined;
        const startBefore = lastStartAt;
        lastStartAt = clock.now();
        pump();
        const heldForMs = await useSlot(item, job, settle);
        active.delete(item);
        const released = heldForMs > 0 ? hold({ until: clock.now() + heldForMs }) : undefined;
        // What was not sent does not count in the pace.
        if (released === undefined) lastStartAt = startBefore;
        pump();
        await released;
      },
    };
    return item;
  };
  const leaveLine = (item: Item): void => {
    line.remove(item);
    atGate.delete(item);
  };

  return {
    schedule: <T>(job: Job<T>) =>
      new Promise<T | undefined>((resolve, reject) => {
        job.signal.throwIfAborted();
        const leave = (): void => {
          leaveLine(item);
          reject(job.signal.reason);
          pump();
        };
        job.signal.addEventListener('abort', leave, { once: true });
        const item = createItem(job, { resolve, reject }, () =>
          job.signal.removeEventListener('abort', leave),
        );
        line.add(item);
        job.onTicket?.({
          promote: () => {
            if (item.priority === 'single' || active.has(item)) return;
            line.remove(item);
            item.priority = 'single';
            line.add(item);
            pump();
          },
        });
        pump();
      }),
    seed: (past) => {
      for (const { slotMs, placeMs } of slotsOfPastSends(past, { ...settings, holdMs, failureHoldMs })) {
        const slot = { until: clock.now() + slotMs };
        held.add(slot);
        void slots.schedule({ priority: GATE_PRIORITY.seed }, () => hold(slot));
        if (placeMs > 0) void places.schedule({ priority: GATE_PRIORITY.seed }, () => clock.sleep(placeMs));
      }
    },
    pause: () => {
      pausedUntil = clock.now() + holdMs;
      announce();
    },
    estimate: (count) => {
      const forecast = createForecast(situation());
      const single = createForecast(situation());
      for (const { priority } of line.inOrder()) {
        forecast.next(priority);
        if (priority === 'single') single.next(priority);
      }
      const starts = Array.from({ length: count }, () => forecast.next('batch'));
      return { batchMs: (starts.at(-1) ?? 0) + latencyMs, singleMs: single.next('single') };
    },
    usage: () => ({
      waiting: line.length(),
      inFlight,
      windowUsed: Math.min(held.size + active.size, perWindow),
      windowLimit: perWindow,
      windowMs,
    }),
    drain: async () => {
      draining = true;
      if (inFlight === 0) return;
      await new Promise<void>((resolve) => {
        wakeDrained = resolve;
      });
    },
  };
}

/** Bottleneck enforces the two numbers and the priority at the gate, and is used for nothing else. */
function createGate(maxConcurrent: number): Bottleneck {
  const gate = new Bottleneck({ maxConcurrent });
  // Without a listener its errors vanish; a listener that throws is called until the stack overflows.
  gate.on('error', () => undefined);
  return gate;
}
