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

/**
 * The latest checks of each person, at most 50, for `/recent` and for suggestions; forgotten after
 * 30 days.
 */
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

/** A check that is being written, or is queued while the store fails. */
interface QueuedCheck {
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
  /** A check that is taken out before it is written is forgotten. */
  readonly #queued = new Set<QueuedCheck>();
  /** The last write. Transactions keep their order, so all earlier ones are over when it is. */
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(table: HistoryTable, health: Pick<StoreHealth, 'writeOrQueue'>, clock: Clock) {
    this.#table = table;
    this.#health = health;
    this.#clock = clock;
  }

  async recent(requester: Principal): Promise<readonly RecentCheck[]> {
    // `add` is not awaited, but the list has to include its check.
    await this.#lastWrite;
    const checks = await this.#table.recent(requester, this.#keptSince());
    // Only this file writes these rows, from values of type `Imei`.
    return checks.map((check) => ({ ...check, imei: check.imei as Imei }));
  }

  add(requester: Principal, check: RecentCheck): Promise<void> {
    const queued = { requester, check };
    this.#queued.add(queued);
    this.#lastWrite = this.#health.writeOrQueue('a recent check', () => this.#write(queued));
    return this.#lastWrite;
  }

  async forget(requester: Principal): Promise<number> {
    // What waits for the store must not be written after this.
    for (const queued of this.#queued) {
      if (queued.requester === requester) this.#queued.delete(queued);
    }
    const keptSince = this.#keptSince();
    const times = await this.#table.forget(requester);
    return times.filter((time) => time > keptSince).length;
  }

  async #write(queued: QueuedCheck): Promise<void> {
    if (!this.#queued.has(queued)) return;
    await this.#table.add(queued.requester, queued.check);
    this.#queued.delete(queued);
  }

  #keptSince(): number {
    return this.#clock.now() - HISTORY_KEPT_MS;
  }
}
