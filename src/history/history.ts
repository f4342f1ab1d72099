import type { Principal } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import { HISTORY_KEPT_MS, type HistoryTable } from '../store/schema/history.ts';

/** A check somebody made recently. */
export interface RecentCheck {
  /** The IMEI that was checked. */
  readonly imei: Imei;
  /** Brand and model; undefined if the answer had none. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The latest checks of each person, for `/recent` and for suggestions; forgotten after 30 days. */
export interface History {
  /** Newest first, each IMEI once. */
  recent(requester: Principal): Promise<readonly RecentCheck[]>;
  /** Adds a check to a person's list. Never rejects: a failed write must not cost anybody the answer. */
  add(requester: Principal, check: RecentCheck): Promise<void>;
  /** Resolves with how many there were. */
  forget(requester: Principal): Promise<number>;
}

/** Stores nothing, for `HISTORY=off`. */
export const NO_HISTORY: History = {
  recent: async () => [],
  add: async () => undefined,
  forget: async () => 0,
};

/** @param onError called if a check could not be written */
export function createHistory(
  table: HistoryTable,
  clock: Clock,
  onError: (error: unknown) => void,
): History {
  /** The last write; transactions keep their order. */
  let written: Promise<void> = Promise.resolve();
  const oldest = (): number => clock.now() - HISTORY_KEPT_MS;
  return {
    recent: async (requester) => {
      // `add` is not awaited, but the list has to include its check.
      await written;
      const checks = await table.recent(requester, oldest());
      // Only this file writes these rows, from values of type `Imei`.
      return checks.map((check) => ({ ...check, imei: check.imei as Imei }));
    },
    add: (requester, check) => {
      written = table.add(requester, check).catch(onError);
      return written;
    },
    forget: async (requester) => {
      const after = oldest();
      return (await table.forget(requester)).filter((at) => at > after).length;
    },
  };
}
