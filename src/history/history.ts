import type { Principal } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import type { StoreHealth } from '../store/health.ts';
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
  /**
   * Adds a check to a person's list. Never rejects: a failed write must not cost anybody the
   * answer, and is repeated when the store works again.
   */
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

/** A check that is written, or waits for the store. */
interface Pending {
  readonly requester: Principal;
  readonly check: RecentCheck;
}

/**
 * The history in the store.
 * @param health repeats what could not be written
 */
export class StoredHistory implements History {
  readonly #table: HistoryTable;
  readonly #health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly #clock: Clock;
  /** What is not written yet, and is still to be written. */
  readonly #pending = new Set<Pending>();
  /** The last write; transactions keep their order. */
  #written: Promise<void> = Promise.resolve();

  constructor(table: HistoryTable, health: Pick<StoreHealth, 'writeOrQueue'>, clock: Clock) {
    this.#table = table;
    this.#health = health;
    this.#clock = clock;
  }

  async recent(requester: Principal): Promise<readonly RecentCheck[]> {
    // `add` is not awaited, but the list has to include its check.
    await this.#written;
    const checks = await this.#table.recent(requester, this.#oldest());
    // Only this file writes these rows, from values of type `Imei`.
    return checks.map((check) => ({ ...check, imei: check.imei as Imei }));
  }

  add(requester: Principal, check: RecentCheck): Promise<void> {
    const pending = { requester, check };
    this.#pending.add(pending);
    this.#written = this.#health.writeOrQueue('a recent check', () => this.#write(pending));
    return this.#written;
  }

  async forget(requester: Principal): Promise<number> {
    // What waits for the store must not be written after this.
    for (const pending of this.#pending) {
      if (pending.requester === requester) this.#pending.delete(pending);
    }
    const after = this.#oldest();
    return (await this.#table.forget(requester)).filter((time) => time > after).length;
  }

  async #write(pending: Pending): Promise<void> {
    if (!this.#pending.has(pending)) return;
    await this.#table.add(pending.requester, pending.check);
    this.#pending.delete(pending);
  }

  #oldest(): number {
    return this.#clock.now() - HISTORY_KEPT_MS;
  }
}
