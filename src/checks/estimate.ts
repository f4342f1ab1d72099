import type { Rank } from './line.ts';

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
}

/** Plays the line through from a situation on, as if nobody else came. */
export function createForecast(situation: Situation): Forecast {
  const { pausedForMs, batchEveryMs, latencyMs, holdMs } = situation;
  const slots = [...situation.slotsFreeIn];
  const places = [...situation.placesFreeIn];
  let batchInMs = situation.batchInMs;
  return {
    next: (rank) => {
      const slot = earliest(slots);
      const place = earliest(places);
      const freeIn = Math.max(slots[slot] ?? 0, places[place] ?? 0, pausedForMs);
      const startsIn = rank === 'batch' ? Math.max(freeIn, batchInMs) : freeIn;
      batchInMs = Math.max(batchInMs, startsIn) + batchEveryMs;
      places[place] = startsIn + latencyMs;
      slots[slot] = startsIn + latencyMs + holdMs;
      return startsIn;
    },
  };
}

function earliest(times: readonly number[]): number {
  let best = 0;
  for (const [index, time] of times.entries()) if (time < (times[best] ?? time)) best = index;
  return best;
}
