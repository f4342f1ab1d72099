/** What is known of the limiter at one moment; times in milliseconds from that moment. */
export interface Situation {
  /** When each slot of the window that is taken will be free, in any order. */
  readonly slots: readonly number[];
  /** When each of the requests in flight is expected back. */
  readonly places: readonly number[];
  readonly placeCount: number;
  /** Nothing is sent before this. */
  readonly pausedFor: number;
  readonly pace: Pace;
  /** How long an answer takes. */
  readonly latency: number;
  /** How long a slot stays taken after its answer. */
  readonly hold: number;
}

/** How the checks of batches are spread over the window. */
export interface Pace {
  readonly slotCount: number;
  /** When the last request of any kind was sent; before now, so not above 0. */
  readonly lastStart: number;
  /** The least time between one start and the next one of a batch. */
  readonly every: number;
}

/**
 * When the next check of a batch is due: the slots that are free are spread evenly over the time until the next slot
 * comes back, so that a batch neither burns the window in one burst nor leaves a gap in which a single would wait.
 * @param taken when each taken slot will be free
 */
export function untilBatchIsDue(taken: readonly number[], { slotCount, lastStart, every }: Pace): number {
  const free = slotCount - taken.length;
  const nextBack = Math.min(...taken);
  if (free <= 0) return nextBack;
  const atEvery = lastStart + every;
  if (!Number.isFinite(nextBack) || !Number.isFinite(lastStart)) return atEvery;
  return Math.max(atEvery, (free * lastStart + nextBack) / (free + 1));
}

/** Foretells when each of the waiting will be sent, one after the other, in milliseconds from now. */
export interface Forecast {
  next(priority: 'single' | 'batch'): number;
}

export function createForecast({ pausedFor, latency, hold, ...situation }: Situation): Forecast {
  const { slotCount, every } = situation.pace;
  const slots = [...situation.slots].sort(ascending);
  const places = [...situation.places].sort(ascending);
  let { lastStart } = situation.pace;
  let now = 0;

  const passTo = (moment: number): void => {
    now = Math.max(now, moment);
    while ((slots[0] ?? Number.POSITIVE_INFINITY) <= now) slots.shift();
    while ((places[0] ?? Number.POSITIVE_INFINITY) <= now) places.shift();
  };
  const waitForRoom = (): void => {
    passTo(pausedFor);
    if (places.length >= situation.placeCount) passTo(places[places.length - situation.placeCount] ?? 0);
    if (slots.length >= slotCount) passTo(slots[slots.length - slotCount] ?? 0);
  };
  return {
    next: (priority) => {
      waitForRoom();
      if (priority === 'batch') {
        passTo(untilBatchIsDue(slots, { slotCount, lastStart, every }));
        waitForRoom();
      }
      lastStart = now;
      insert(places, now + latency);
      insert(slots, now + latency + hold);
      return now;
    },
  };
}

function ascending(a: number, b: number): number {
  return a - b;
}

function insert(sorted: number[], value: number): void {
  let at = sorted.length;
  while (at > 0 && (sorted[at - 1] ?? 0) > value) at -= 1;
  sorted.splice(at, 0, value);
}
