import type { ServiceFailureCode } from '../provider/errors.ts';

/** What admins are told of without asking. */
export type AdminAlert =
  /** Nothing is sent until `retryAt` at the earliest, for the reason in `code`. */
  | { readonly kind: 'breaker-opened'; readonly code: ServiceFailureCode; readonly retryAt: number }
  | { readonly kind: 'breaker-closed'; readonly code: ServiceFailureCode }
  /** Of the month's checks, `percent` or less are left. */
  | {
      readonly kind: 'checks-low';
      readonly percent: 20 | 5 | 0;
      readonly left: number;
      /** The day they are used up at this week's pace, in milliseconds since 1970, where that can be told. */
      readonly usedUpAt?: number;
    }
  /** Of the day's budget of the installation so much is spent: at 100 nobody can check anything new. */
  | { readonly kind: 'budget'; readonly percent: 80 | 100; readonly limit: number }
  | { readonly kind: 'key-expires'; readonly days: 14 | 3 | 1; readonly date: string }
  /** Of a store that several processes share, nothing works without it. */
  | { readonly kind: 'store-failing'; readonly message: string; readonly isShared?: boolean }
  | { readonly kind: 'store-healed' }
  /** A request was closed without being run, since the processes that had begun it ended soon after. */
  | { readonly kind: 'request-poisoned' }
  /** So many answers could not be shown to anybody since this was last told. */
  | { readonly kind: 'replies-undeliverable'; readonly count: number };

/** Hands an alarm on; never throws and never waits. */
export type RaiseAlert = (alert: AdminAlert) => void;
