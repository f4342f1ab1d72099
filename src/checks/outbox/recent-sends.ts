import type { Clock } from '../../core/clock.ts';
import type { SealedRows } from '../../store/seal/sealed-rows.ts';

/** One of the rows by which this process names its recent requests; it names one at a time. */
export interface RecentPlace {
  /** Persists which row of the ledger is meant, until that row expires. Rejects if it cannot be persisted. */
  name(ledgerId: string, expiresAt: number): Promise<void>;
  /** The request has ended: the row names it as long as it may hold a slot, and is reused then. */
  settled(): void;
  /** The request could not be persisted: the row is reused at once. */
  free(): void;
  /** The request was never sent: the row is deleted. Rejects if that cannot be persisted. */
  clear(): Promise<void>;
}

/** A recent request of an earlier process. */
export interface Recent {
  /** The row that names it. */
  readonly id: string;
  /** The row of the ledger; undefined if it cannot be read. */
  readonly ledgerId: string | undefined;
}

/**
 * Which rows of the ledger a start has to read: those of requests that may still hold a slot, or were cut off. A process
 * reuses a few rows for this, since the limit lets few requests be under way or hold a slot. So a start reads these, and not
 * the requests of two days.
 */
export interface RecentSends {
  /** Takes a row that may be reused, or a new one. */
  take(): RecentPlace;
  /** The recent requests of earlier processes. */
  named(): Promise<readonly Recent[]>;
  /** Removes a row of a process that has ended. */
  remove(id: string): Promise<void>;
}

export interface RecentSendsNeeds {
  readonly rows: Pick<SealedRows, 'put' | 'delete' | 'portionsAndUnreadable'>;
  readonly clock: Clock;
  /** The name of this process; the ids of its rows begin with it. */
  readonly by: string;
  /** The longest time for which a request can hold a slot after it has ended. */
  readonly longestHoldMs: number;
}

export function createRecentSends({ rows, clock, by, longestHoldMs }: RecentSendsNeeds): RecentSends {
  const free: number[] = [];
  /** Rows whose requests have ended, in that order, and until when they are kept, as `Clock.elapsed()`. */
  const ended: { readonly place: number; readonly untilMs: number }[] = [];
  let places = 0;
  const next = (): number => {
    while ((ended[0]?.untilMs ?? Number.POSITIVE_INFINITY) <= clock.elapsed()) {
      const over = ended.shift();
      if (over !== undefined) free.push(over.place);
    }
    const found = free.pop() ?? places;
    places = Math.max(places, found + 1);
    return found;
  };
  return {
    take: () => {
      const place = next();
      const id = `${by}/${place}`;
      let hasEnded = false;
      const reuse = (): void => {
        if (!hasEnded) free.push(place);
        hasEnded = true;
      };
      return {
        name: (ledgerId, expiresAt) => rows.put(id, ledgerId, { expiresAt }),
        settled: () => {
          if (!hasEnded) ended.push({ place, untilMs: clock.elapsed() + longestHoldMs });
          hasEnded = true;
        },
        free: reuse,
        clear: async () => {
          await rows.delete(id);
          reuse();
        },
      };
    },
    named: async () => {
      const found: Recent[] = [];
      for await (const portion of rows.portionsAndUnreadable())
        found.push(...portion.map(([id, ledgerId]) => ({ id, ledgerId })));
      return found.filter(({ id }) => !id.startsWith(`${by}/`));
    },
    remove: async (id) => {
      await rows.delete(id);
    },
  };
}
