import { type Principal, platformOf } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import type { Wait } from '../limiter/announcer.ts';
import type { LimiterUsage } from '../limiter/limiter.ts';
import type { Priority } from '../limiter/queue.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { AnswerReader, LookupProvider } from '../provider/contract.ts';
import type { Device, KeyStatus } from '../provider/device.ts';
import type { ServiceFailureCode } from '../provider/errors.ts';
import type { MarkFile, Store } from '../store/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { Seal } from '../store/seal/seal.ts';

/** Where an answer came from: paid just now, kept from before, or taken from another IMEI of the same TAC. */
export type Source = 'service' | 'cache' | 'tac';

/** What a check found, and where that came from. */
export type Answer = {
  readonly source: Source;
  /** When the service said it, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** The data is the sandbox's, not the service's: every reply must say so. */
  readonly sandbox: boolean;
} & ({ readonly found: true; readonly device: Device } | { readonly found: false });

export interface CheckRequest {
  /** `single` checks go before `batch` ones, which are spread evenly over the window. */
  readonly priority: Priority;
  readonly requestId: string;
  /** When that request was accepted, in milliseconds since 1970: it never pays again after a doubt that came later. */
  readonly acceptedAt: number;
  readonly requester: Principal;
  readonly admin: boolean;
  /** Pays again although the cache has an answer. */
  readonly fresh?: boolean;
  /** Called whenever the place in the line changes, while the check waits to be sent. */
  readonly onWait?: (wait: Wait) => void;
  readonly signal: AbortSignal;
}

/** IMEI to answer: cache, then one flight per IMEI, then the limiter, then the service. */
export interface Checker {
  /** Throws `ServiceFailure`, `CheckRefused`, or the signal's reason when it is aborted. */
  check(imei: Imei, request: CheckRequest): Promise<Answer>;
  /** What is known without paying or waiting; the age is in the answer. */
  peek(imei: Imei): Promise<Answer | undefined>;
  /**
   * How long `count` more batch checks of this requester would take from now, in milliseconds, and how long one more
   * single check waits; by default of somebody who has none waiting.
   */
  estimate(count: number, requester?: Principal): { readonly batchMs: number; readonly singleMs: number };
}

/** A check that the bot refuses, to save somebody's money. */
export class CheckRefused extends Error {
  override readonly name = 'CheckRefused';
  /**
   * `allowance`: this person's checks of the day are used up. `budget`: those of the whole installation are. `reserve`:
   * the last checks are kept for admins.
   */
  readonly why: 'allowance' | 'budget' | 'reserve';
  /** How many the rule allows: checks per day, or checks kept. */
  readonly limit: number;

  constructor(why: CheckRefused['why'], limit: number) {
    super(`check refused: ${why}`);
    this.why = why;
    this.limit = limit;
  }
}

/** The key's status as the service gave it, and when. */
export interface KeyStatusAnswer {
  readonly status: KeyStatus;
  readonly checkedAt: number;
  readonly sandbox: boolean;
}

/** What this installation spent and saved over a period, in checks. */
export interface Spending {
  /** Sent to the service and answered with a device or "not found". */
  readonly paid: number;
  /** Answered without paying: from the cache, from the same TAC, or on somebody else's flight. */
  readonly saved: number;
  /** Sent, and never answered: may have been paid for nothing. */
  readonly inDoubt: number;
}

/** What `/quota` shows besides the key's status. */
export interface Usage extends LimiterUsage {
  /** What the whole installation may spend today, if that is limited, and has. */
  readonly budget?: { readonly used: number; readonly limit: number };
  readonly today: Spending;
  readonly month: Spending;
  /** Why nothing is sent just now, if so. */
  readonly paused?: { readonly code: string; readonly retryAt: number };
}

/** Which requests wait for checks: their texts and files were read before. */
export interface CheckWaits {
  /** Whether a request waits for a check, queued or under way. */
  isWaiting(requestId: string): boolean;
}

export interface CacheSettings {
  /** `tac`: an answer also serves the other IMEIs of the same type. */
  readonly scope: 'imei' | 'tac';
  readonly foundTtlMs: number;
  readonly notFoundTtlMs: number;
  /** Identifies the service, so that an answer of the sandbox is never used for the real one. */
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
  /** Identifies the account at the service without its key: a new key clears a refusal of the old one. */
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
  readonly observer: Metrics;
  /** Next to the store's file. */
  readonly markFile?: MarkFile | undefined;
  /** Whether this process still owns the store; absent if nobody can take it. */
  readonly holds?: (() => boolean) | undefined;
  /** The store is new, so nothing was sent before. */
  readonly isNew?: boolean;
  /** Identifies the boot of the machine; by default the current one. */
  readonly boot?: string;
  readonly settings: ChecksSettings;
}

/** The account a requester's checks count for, in allowances as in turns. */
export type AccountOf = (requester: Principal) => string;

/**
 * A person has an account. Chats that speak for themselves (anonymous admins, channels) share one for all of a
 * platform, since one person can own any number of them. Those that the operator has listed have their own.
 */
export function createAccounts(listed: readonly Principal[] = []): AccountOf {
  const own = new Set(listed);
  return (requester) =>
    requester.split(':')[1] === 'user' || own.has(requester) ? requester : `${platformOf(requester)}:chats`;
}

/** Sent to admins without a request. */
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
  /** This share of the installation's budget of the day is spent. At 100 nobody can check anything new. */
  | { readonly kind: 'budget'; readonly percent: 80 | 100; readonly limit: number }
  | { readonly kind: 'key-expires'; readonly days: 14 | 3 | 1; readonly date: string }
  | { readonly kind: 'store-failing'; readonly message: string }
  | { readonly kind: 'store-healed' }
  /** A platform refuses the bot for good; the reason says what to do. */
  | { readonly kind: 'platform-lost'; readonly reason: string }
  /** A request was closed without being run, since the processes that had begun it ended soon after. */
  | { readonly kind: 'request-poisoned' }
  /** So many answers could not be shown to anybody since the last alert. */
  | { readonly kind: 'replies-undeliverable'; readonly count: number };

/** Sends an alert in the background; never throws. */
export type RaiseAlert = (alert: AdminAlert) => void;
