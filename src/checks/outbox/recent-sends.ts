import type { Clock } from '../../core/clock.ts';
import type { SealedRows } from '../../store/seal/sealed-rows.ts';

/** A place of this process among the recent sends, which names one send at a time. */
export interface RecentPlace {
  /** Writes down which row of the ledger is meant, for as long as that lives. Rejects when it cannot be written. */
  name(ledgerId: string, expiresAt: number): Promise<void>;
  /** The send has ended: the place names it for as long as it may hold a slot, and is used again then. */
  settled(): void;
  /** It could not be written down: the place is used again at once. */
  free(): void;
  /** The send never left: the place names nothing any more. Rejects when that cannot be written. */
  clear(): Promise<void>;
}

/** A send of another process that is recent. */
export interface Recent {
  /** The row that names it. */
  readonly id: string;
  /** The row of the ledger; undefined if it cannot be read. */
  readonly ledgerId: string | undefined;
}

/**
 * Which rows of the ledger a start has to read: those that may still hold a slot, or were cut off. A process has few places,
 * since the limit lets few sends be under way or hold a slot at a time, and uses them again and again: a start reads them,
 * and not all that was sent in two days.
 */
export interface RecentSends {
  /** Takes a place that names nothing of use any more. */
  take(): RecentPlace;
  /** What the places of all other processes name, or those of one. */
  named(from?: string): Promise<readonly Recent[]>;
  /** Removes a place of a process that has ended. */
  remove(id: string): Promise<void>;
}

export interface RecentSendsNeeds {
  readonly rows: Pick<SealedRows, 'put' | 'delete' | 'entriesOf' | 'portionsAndUnreadable'>;
  readonly clock: Clock;
  /** The name of this process, which begins the ids of its places. */
  readonly by: string;
  /** For so long a send can hold a slot once it has ended. */
  readonly longestHoldMs: number;
}

export function createRecentSends({ rows, clock, by, longestHoldMs }: RecentSendsNeeds): RecentSends {
  const free: number[] = [];
  /** Those whose sends have ended, in that order, and until when they are kept, by the clock that nobody sets. */
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
      const end = (kept: () => void): void => {
        if (!hasEnded) kept();
        hasEnded = true;
      };
      return {
        name: (ledgerId, expiresAt) => rows.put(id, ledgerId, { expiresAt }),
        settled: () => end(() => ended.push({ place, untilMs: clock.elapsed() + longestHoldMs })),
        free: () => end(() => free.push(place)),
        clear: async () => {
          await rows.delete(id);
          end(() => free.push(place));
        },
      };
    },
    named: async (from) => {
      if (from !== undefined) return (await rows.entriesOf(from)).map(([id, ledgerId]) => ({ id, ledgerId }));
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
