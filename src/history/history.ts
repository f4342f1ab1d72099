import type { Principal } from '../core/requester.ts';
import type { Imei } from '../imei/imei.ts';

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
  /** Adds checks to a person's list. Never rejects: a failed write must not cost anybody the answer. */
  add(requester: Principal, checks: readonly RecentCheck[]): Promise<void>;
  /** Resolves with how many there were. */
  forget(requester: Principal): Promise<number>;
}

/** Stores nothing, for `HISTORY=off`. */
export const NO_HISTORY: History = {
  recent: async () => [],
  add: async () => undefined,
  forget: async () => 0,
};
