import type { Clock } from '../core/clock.ts';
import { type Principal, platformOf } from '../core/requester.ts';
import type { AnswerReader, LookupProvider } from '../provider/contract.ts';
import type { ServiceFailureCode } from '../provider/errors.ts';
import type { Store } from '../store/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { MarkFile } from '../store/mark-file.ts';
import type { Seal } from '../store/seal/seal.ts';

export interface CacheSettings {
  /** `tac`: an answer also serves the other IMEIs of the same type. */
  readonly scope: 'imei' | 'tac';
  readonly foundTtlMs: number;
  readonly notFoundTtlMs: number;
  /** Which service the answers are from: those of the sandbox must never be taken for the real one's. */
  readonly realm: string;
  readonly sandbox: boolean;
}

export interface AllowanceSettings {
  /** Checks a person may spend in a day (UTC); admins are exempt. */
  readonly checksPerDay: number;
  /** The last checks of the month, kept for admins. */
  readonly reserve: number;
  /** Checks all may spend in a day together, admins as well. Without it there is no such limit. */
  readonly checksPerDayInAll?: number | undefined;
  /** Chats that have an account of their own, since the operator has listed them. */
  readonly listed?: readonly Principal[];
}

export interface ChecksSettings {
  readonly cache: CacheSettings;
  readonly requestTimeoutMs: number;
  /** How long a request is open at most: what was sent for it is remembered longer. */
  readonly requestMaxAgeMs: number;
  readonly allowance: AllowanceSettings;
  /** Names the account at the service, and says nothing of its key: a new key clears what the old one was refused for. */
  readonly account?: string;
}

export interface ChecksNeeds {
  readonly provider: LookupProvider;
  /** Read what is stored of other providers. */
  readonly readers?: readonly AnswerReader[];
  readonly store: Store;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly raise: RaiseAlert;
  readonly observer: CheckObserver;
  /** Stands beside the store's file. */
  readonly markFile?: MarkFile | undefined;
  /** Whether this process still owns the store; absent if nobody can take it. */
  readonly holds?: (() => boolean) | undefined;
  /** Nobody has had this store before, so nothing was sent. */
  readonly isNew?: boolean;
  /** Names the start of the machine; by default that of this one. */
  readonly boot?: string;
  readonly settings: ChecksSettings;
}

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

/** What admins hear without asking. */
export type AdminAlert =
  /** Nothing is sent until `retryAt` at the earliest, for the reason in `code`. */
  | { readonly kind: 'breaker-opened'; readonly code: ServiceFailureCode; readonly retryAt: number }
  | { readonly kind: 'breaker-closed'; readonly code: ServiceFailureCode }
  /** Of the month's checks, `percent` or less are left; at this week's pace they are used up at `usedUpAt`. */
  | {
      readonly kind: 'checks-low';
      readonly percent: 20 | 5 | 0;
      readonly left: number;
      readonly usedUpAt?: number;
    }
  /** Of the day's budget of the installation so much is spent: at 100 nobody can check anything new. */
  | { readonly kind: 'budget'; readonly percent: 80 | 100; readonly limit: number }
  | { readonly kind: 'key-expires'; readonly days: 14 | 3 | 1; readonly date: string }
  | { readonly kind: 'store-failing'; readonly message: string }
  | { readonly kind: 'store-healed' }
  /** A request was closed without being run, since the processes that had begun it ended soon after. */
  | { readonly kind: 'request-poisoned' }
  /** So many answers could not be shown to anybody since the last alert. */
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
