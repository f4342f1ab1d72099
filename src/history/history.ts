import type { Principal } from '../core/requester.ts';
import type { Imei } from '../imei/number/imei.ts';

export const HISTORY_KEPT_MS = 30 * 86_400_000;

/** A check somebody made lately. */
export interface RecentCheck {
  readonly imei: Imei;
  /** Brand and model, where there was an answer with one. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The last checks of each person, for `/recent` and for suggestions; forgotten after 30 days. */
export interface History {
  /** Newest first, each IMEI once. */
  recent(requester: Principal): Promise<readonly RecentCheck[]>;
  /** Never rejects: an answer is worth more than its place in the list. */
  add(requester: Principal, checks: readonly RecentCheck[]): Promise<void>;
  /** Resolves with how many there were. */
  forget(requester: Principal): Promise<number>;
}

/** Keeps nothing, for `HISTORY=off`. */
export const NO_HISTORY: History = {
  recent: async () => [],
  add: async () => undefined,
  forget: async () => 0,
};
