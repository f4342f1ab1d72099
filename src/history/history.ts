import type { Principal } from '../core/principal.ts';
import type { Query } from '../core/query.ts';
import type { Clock } from '../core/time/clock.ts';
import { asImei, type Imei } from '../imei/imei.ts';
import { HISTORY_KEPT_MS, type HistoryTable, MAX_CHECKS } from '../store/schema/history-table.ts';

export interface RecentCheck {
  readonly imei: Imei;
  /** Brand and model, '' if the answer has neither; undefined if no phone was found. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * The latest checks of each person, at most 50, for `/recent` and for suggestions; forgotten after
 * 30 days.
 */
export interface History {
  /** A person’s recent checks, newest first, each IMEI once. */
  recent(requester: Principal): Promise<readonly RecentCheck[]>;
  /** Adds checks of a person, in the order in which they were answered, in a transaction. */
  add(query: Query, requester: Principal, checks: readonly RecentCheck[]): Promise<void>;
}

/** A history that stores nothing, for `HISTORY=off`. */
export const NO_HISTORY: History = {
  recent: async () => [],
  add: async () => undefined,
};

export class StoredHistory implements History {
  readonly #table: HistoryTable;
  readonly #clock: Clock;

  constructor(table: HistoryTable, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  async recent(requester: Principal): Promise<readonly RecentCheck[]> {
    const checks = await this.#table.recent(requester, this.#keptSince());
    return checks.flatMap((check) => {
      const imei = asImei(check.imei);
      return imei === undefined ? [] : [{ ...check, imei }];
    });
  }

  async add(query: Query, requester: Principal, checks: readonly RecentCheck[]): Promise<void> {
    // A long list has more checks than are kept, so only its last ones are written.
    for (const check of checks.slice(-MAX_CHECKS)) await this.#table.add(query, requester, check);
  }

  /** Deletes the recent checks of a person. Resolves with how many there were. */
  async forget(requester: Principal): Promise<number> {
    const keptSince = this.#keptSince();
    const times = await this.#table.forget(requester);
    return times.filter((time) => time > keptSince).length;
  }

  #keptSince(): number {
    return this.#clock.now() - HISTORY_KEPT_MS;
  }
}
