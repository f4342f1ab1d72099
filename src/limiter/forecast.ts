import type { Priority } from './queue.ts';

/** How many jobs are simulated; the rest of a longer queue is assumed to go at the same rate. */
const MAX_PLAYED = 2_000;

/** The state of the limiter at one moment. Times are in milliseconds from that moment; 0 is now. */
export interface Situation {
  /** When each window slot is expected to be free. */
  readonly windowFreeIn: readonly number[];
  /** When each in-flight slot is expected to be free. */
  readonly inFlightFreeIn: readonly number[];
  /** Nothing is sent before this. */
  readonly pausedForMs: number;
  /** When the next batch check may be sent, and how far apart they are. */
  readonly batchInMs: number;
  readonly batchEveryMs: number;
  /** How long an answer takes. */
  readonly latencyMs: number;
  /** How long a window slot is held after the answer. */
  readonly holdMs: number;
}

/**
 * Milliseconds until the next job of the queue is sent: one call for each, in the order of the
 * queue.
 */
export type Forecast = (priority: Priority) => number;

/** Simulates the queue from a situation on, without new jobs. */
export function createForecast(situation: Situation): Forecast {
  const { pausedForMs, batchEveryMs, latencyMs, holdMs } = situation;
  const slots = [...situation.windowFreeIn];
  const inFlight = [...situation.inFlightFreeIn];
  let { batchInMs } = situation;
  return (priority) => {
    const slot = earliest(slots);
    const flight = earliest(inFlight);
    const freeIn = Math.max(slots[slot] ?? 0, inFlight[flight] ?? 0, pausedForMs);
    const startsIn = priority === 'batch' ? Math.max(freeIn, batchInMs) : freeIn;
    batchInMs = Math.max(batchInMs, startsIn) + batchEveryMs;
    inFlight[flight] = startsIn + latencyMs;
    slots[slot] = startsIn + latencyMs + holdMs;
    return startsIn;
  };
}

/**
 * Milliseconds until the last of these jobs is sent: single checks, and batch checks after them.
 */
export function lastOf(
  next: Forecast,
  { singles, batches }: { singles: number; batches: number },
): number {
  const all = singles + batches;
  const played = Math.min(all, MAX_PLAYED);
  let startsIn = 0;
  for (let job = 0; job < played; job += 1) startsIn = next(job < singles ? 'single' : 'batch');
  return all > played ? (startsIn * all) / played : startsIn;
}

function earliest(times: readonly number[]): number {
  return times.indexOf(Math.min(...times));
}
