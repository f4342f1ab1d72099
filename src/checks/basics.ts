import { type Principal, platformOf } from '../core/requester.ts';
import type { ServiceFailureCode } from '../provider/errors.ts';

/** The account a requester's checks count for, in allowances as in turns. */
export type AccountOf = (requester: Principal) => string;

/**
 * A person has an account. Chats that speak for themselves (anonymous admins, channels) share one for all of a
 * platform, since one person can own any number of them; but for those that the operator has listed.
 */
export function createAccounts(listed: readonly Principal[]): AccountOf {
  const own = new Set(listed);
  return (requester) =>
    requester.split(':')[1] === 'user' || own.has(requester) ? requester : `${platformOf(requester)}:chats`;
}

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
  | { readonly kind: 'store-failing'; readonly message: string }
  | { readonly kind: 'store-healed' }
  /** A request was closed without being run, since the processes that had begun it ended soon after. */
  | { readonly kind: 'request-poisoned' }
  /** So many answers could not be shown to anybody since this was last told. */
  | { readonly kind: 'replies-undeliverable'; readonly count: number };

/** Hands an alert on; never throws and never waits. */
export type RaiseAlert = (alert: AdminAlert) => void;

/** Counts what happens to checks; no method throws. Nothing here names a person or an IMEI. */
export interface CheckObserver {
  /** A check ended: `found`, `not-found`, `refused`, `cancelled` or the code of the failure. */
  checkSettled(outcome: string): void;
  /** An answer was given, from `service`, `cache` or `tac`. */
  answered(source: string): void;
  /** A check joined one that was on its way for the same IMEI. */
  flightShared(): void;
  spent(checks: number): void;
  saved(checks: number): void;
  inDoubt(checks: number): void;
  /** How long a request waited to be sent. */
  waited(ms: number): void;
  /** How long the service took to answer. */
  serviceAnswered(ms: number): void;
  /** The HTTP status of the service's response; `none` if there was none. */
  serviceResponded(status: string): void;
}

/** Knows which requests wait for checks: what they brought was read before. */
export interface CheckWaits {
  /** Whether a request waits for a check, be it in line or under way. */
  isWaiting(requestId: string): boolean;
}
