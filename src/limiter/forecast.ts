import type { Rank } from './window/slots.ts';

/** All that is known of the limiter at one moment. Times are in milliseconds from that moment; 0 is now. */
export interface Situation {
  /** When each slot of the window is expected to be free. */
  readonly slotsFreeIn: readonly number[];
  /** When each place in flight is expected to be free. */
  readonly placesFreeIn: readonly number[];
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
export interface Forecast {
  /** Milliseconds until the next one of the line is sent. */
  next(rank: Rank): number;
  /** Milliseconds until the last of the next `count` of the line is sent; 0 when that is none. */
  last(rank: Rank, count: number): number;
}

/** Plays the line through from a situation on, as if nobody else came. */
export function createForecast(situation: Situation): Forecast {
  const { pausedForMs, batchEveryMs, latencyMs, holdMs } = situation;
  let slots = [...situation.slotsFreeIn];
  let places = [...situation.placesFreeIn];
  let batchInMs = situation.batchInMs;
  const next = (rank: Rank): number => {
    const slot = earliest(slots);
    const place = earliest(places);
    const freeIn = Math.max(slots[slot] ?? 0, places[place] ?? 0, pausedForMs);
    const startsIn = rank === 'batch' ? Math.max(freeIn, batchInMs) : freeIn;
    batchInMs = Math.max(batchInMs, startsIn) + batchEveryMs;
    places[place] = startsIn + latencyMs;
    slots[slot] = startsIn + latencyMs + holdMs;
    return startsIn;
  };
  const play = (rank: Rank, count: number): number => {
    let startsIn = 0;
    for (let played = 0; played < count; played += 1) startsIn = next(rank);
    return startsIn;
  };
  const skip = (ms: number): void => {
    slots = slots.map((freeIn) => freeIn + ms);
    places = places.map((freeIn) => freeIn + ms);
    batchInMs += ms;
  };
  return {
    next,
    last: (rank, count) => {
      // After so many, all is as it was so many before, only later.
      const round = slots.length * places.length;
      if (count < 3 * round) return play(rank, count);
      const roundMs = -play(rank, round) + play(rank, round);
      const rounds = Math.floor((count - 2 * round) / round) - 1;
      skip(rounds * roundMs);
      return play(rank, count - (2 + rounds) * round);
    },
  };
}

/** When the last of so many is sent: singles, and batch checks after them. */
export function lastOf(
  forecast: Forecast,
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
