import type { Priority } from '../core/priority.ts';

/** All that is known of the limiter at one moment. Times are in milliseconds from that moment; 0 is now. */
export interface Situation {
  /** When each slot of the window is expected to be free. */
  readonly windowFreeIn: readonly number[];
  /** When each place in flight is expected to be free. */
  readonly inFlightFreeIn: readonly number[];
  /** Nothing is sent before this. */
  readonly pausedForMs: number;
  /** When the next batch check may go, and how far apart they are. */
  readonly batchInMs: number;
  readonly batchEveryMs: number;
  /** How long an answer takes. */
  readonly latencyMs: number;
  /** How long a slot is held after the answer. */
  readonly holdMs: number;
}

/** Foretells when those who wait will be sent, one after the other as they stand in the line. */
export interface QueueForecast {
  /** Milliseconds until the next one of the line is sent. */
  next(priority: Priority): number;
  /** Milliseconds until the last of the next `count` of the line is sent; 0 when that is none. */
  last(priority: Priority, count: number): number;
}

/** Plays the line through from a situation on, as if nobody else came. */
export function createQueueForecast(situation: Situation): QueueForecast {
  const { pausedForMs, batchEveryMs, latencyMs, holdMs } = situation;
  let slots = [...situation.windowFreeIn];
  let places = [...situation.inFlightFreeIn];
  let batchInMs = situation.batchInMs;
  const next = (priority: Priority): number => {
    const slot = earliest(slots);
    const place = earliest(places);
    const freeIn = Math.max(slots[slot] ?? 0, places[place] ?? 0, pausedForMs);
    const startsIn = priority === 'batch' ? Math.max(freeIn, batchInMs) : freeIn;
    batchInMs = Math.max(batchInMs, startsIn) + batchEveryMs;
    places[place] = startsIn + latencyMs;
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
    places = places.map((freeIn) => freeIn + ms);
    batchInMs += ms;
  };
  return {
    next,
    last: (priority, count) => {
      // After so many, all is as it was so many before, only later.
      const round = slots.length * places.length;
      if (count < 3 * round) return play(priority, count);
      const roundMs = -play(priority, round) + play(priority, round);
      const rounds = Math.floor((count - 2 * round) / round) - 1;
      skip(rounds * roundMs);
      return play(priority, count - (2 + rounds) * round);
    },
  };
}

/** When the last of so many is sent: singles, and batch checks after them. */
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
  // By index: this runs for everybody in the line, and pairs of `entries()` would be most of the garbage there is.
  for (let index = 1; index < times.length; index += 1) {
    const time = times[index] ?? 0;
    if (time >= bestTime) continue;
    best = index;
    bestTime = time;
  }
  return best;
}
