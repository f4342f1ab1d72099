import type { Priority } from '../core/priority.ts';

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

/** Predicts when queued jobs will be sent, one after another in the order of the queue. */
export interface QueueForecast {
  /** Milliseconds until the next job of the queue is sent. */
  next(priority: Priority): number;
  /** Milliseconds until the last of the next `count` jobs is sent; 0 if `count` is 0. */
  last(priority: Priority, count: number): number;
}

/** Simulates the queue from a situation on, as if no further job came. */
export function createQueueForecast(situation: Situation): QueueForecast {
  const { pausedForMs, batchEveryMs, latencyMs, holdMs } = situation;
  let slots = [...situation.windowFreeIn];
  let inFlight = [...situation.inFlightFreeIn];
  let batchInMs = situation.batchInMs;
  const next = (priority: Priority): number => {
    const slot = earliest(slots);
    const flight = earliest(inFlight);
    const freeIn = Math.max(slots[slot] ?? 0, inFlight[flight] ?? 0, pausedForMs);
    const startsIn = priority === 'batch' ? Math.max(freeIn, batchInMs) : freeIn;
    batchInMs = Math.max(batchInMs, startsIn) + batchEveryMs;
    inFlight[flight] = startsIn + latencyMs;
    slots[slot] = startsIn + latencyMs + holdMs;
    return startsIn;
  };
  const play = (priority: Priority, count: number): number => {
    let startsIn = 0;
    for (let played = 0; played < count; played += 1) startsIn = next(priority);
    return startsIn;
  };
  const skip = (ms: number): void => {
    slots = slots.map((freeIn) => freeIn + ms);
    inFlight = inFlight.map((freeIn) => freeIn + ms);
    batchInMs += ms;
  };
  return {
    next,
    last: (priority, count) => {
      // Slots repeat their pattern after this many jobs, only later.
      const round = slots.length * inFlight.length;
      if (count < 3 * round) return play(priority, count);
      const roundMs = -play(priority, round) + play(priority, round);
      const rounds = Math.floor((count - 2 * round) / round) - 1;
      skip(rounds * roundMs);
      return play(priority, count - (2 + rounds) * round);
    },
  };
}

/** Milliseconds until the last of these jobs is sent: single checks, and batch checks after them. */
export function lastOf(
  forecast: QueueForecast,
  { singles, batches }: { singles: number; batches: number },
): number {
  const singlesMs = forecast.last('single', singles);
  return batches === 0 ? singlesMs : forecast.last('batch', batches);
}

function earliest(times: readonly number[]): number {
  let best = 0;
  let bestTime = times[0] ?? 0;
  // By index: this runs for every queued job, and the pairs of `entries()` would be most of the garbage.
  for (let index = 1; index < times.length; index += 1) {
    const time = times[index] ?? 0;
    if (time >= bestTime) continue;
    best = index;
    bestTime = time;
  }
  return best;
}
