import { type Principal, platformOf } from '../core/adapter.ts';
import type { Imei } from '../imei/imei.ts';
import type { Wait } from '../limiter/announcer.ts';
import type { LimiterUsage } from '../limiter/limiter.ts';
import type { Priority } from '../limiter/queue.ts';
import type { Device, KeyStatus } from '../provider/device.ts';
import type { ServiceFailure, ServiceFailureCode } from '../provider/errors.ts';

/**
 * Where an answer came from: paid now, saved before, or reused from another IMEI of the same TAC.
 */
export type Source = 'service' | 'cache' | 'tac';

/** The result of a check, and where it came from. */
export type Answer = {
  readonly source: Source;
  /** When the service answered, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** The data is from the sandbox, not from the real service: every reply must say so. */
  readonly sandbox: boolean;
} & ({ readonly found: true; readonly device: Device } | { readonly found: false });

/** `failure`: why the service is not asked until then. */
export type CheckWait = Wait & { readonly failure?: ServiceFailure };

export interface CheckRequest {
  /** `single` checks are sent before `batch` checks, which are spread evenly over the window. */
  readonly priority: Priority;
  readonly requestId: string;
  /**
   * When the request was accepted, in milliseconds since 1970. It does not pay again after a later
   * doubt.
   */
  readonly acceptedAt: number;
  /**
   * The request was begun before. What it paid then is its own answer, and what was saved then is
   * counted.
   */
  readonly isRepeat?: boolean;
  readonly requester: Principal;
  readonly admin: boolean;
  /** Pays again even if there is a saved answer. */
  readonly fresh?: boolean;
  /** Called whenever the place in the queue changes, or the service is not asked for a while. */
  readonly onWait?: (wait: CheckWait) => void;
  readonly signal: AbortSignal;
}

/** Answers an IMEI: from the cache, a flight, or the service. */
export interface Checker {
  /** Throws `ServiceFailure`, `CheckRefused`, or the signal's reason when it is aborted. */
  check(imei: Imei, request: CheckRequest): Promise<Answer>;
  /**
   * The saved answer, however old; without one, why the latest check that may have been paid
   * failed.
   */
  peek(imei: Imei): Promise<Answer | ServiceFailure | undefined>;
  /**
   * How long `count` more batch checks of this requester would take from now, in milliseconds, and
   * how long one more single check would wait. Default: for a requester without waiting checks.
   */
  estimate(
    count: number,
    requester?: Principal,
  ): { readonly batchMs: number; readonly singleMs: number };
}

/** The bot refuses a check, to save money. */
export class CheckRefused extends Error {
  override readonly name = 'CheckRefused';
  /**
   * `allowance`: this person's checks of the day are used up. `doubts`: so many of their checks
   * failed today, and may have been paid for. `budget`: everybody's checks of the day are used up.
   * `reserve`: the last checks are kept for admins.
   */
  readonly why: 'allowance' | 'doubts' | 'budget' | 'reserve';
  /** The value of the limit: checks per day, failures per day, or checks kept. */
  readonly limit: number;

  constructor(why: CheckRefused['why'], limit: number) {
    super(`check refused: ${why}`);
    this.why = why;
    this.limit = limit;
  }
}

/** The key's status, and when the service reported it. */
export interface KeyStatusAnswer {
  readonly status: KeyStatus;
  readonly checkedAt: number;
  readonly sandbox: boolean;
}

/** How many checks a person has in a day, and how many of them are left. */
export interface DayAllowance {
  readonly left: number;
  readonly limit: number;
  /** When the next day begins, in milliseconds since 1970. */
  readonly renewedAt: number;
}

/** What this installation spent and saved over a period, in checks. */
export interface Spending {
  /** Sent to the service and answered with a device or "not found". */
  readonly paid: number;
  /** Answered without paying: from the cache, from the same TAC, or by somebody else's check. */
  readonly saved: number;
  /** Sent and never answered: they may have been paid for nothing. */
  readonly inDoubt: number;
}

/** What `/quota` shows in addition to the key's status. */
export interface Usage extends LimiterUsage {
  /** What everybody together has spent today, and may spend; undefined without a limit. */
  readonly budget?: { readonly used: number; readonly limit: number };
  readonly today: Spending;
  readonly month: Spending;
  /** Why nothing is sent at the moment, if so. */
  readonly paused?: { readonly code: string; readonly retryAt: number };
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
  /** Checks that everybody together may spend in a day, also admins. Default: no limit. */
  readonly checksPerDayInAll?: number | undefined;
  /** Chats in the settings, which have an account of their own. */
  readonly listed?: readonly Principal[];
}

export interface ChecksSettings {
  readonly cache: CacheSettings;
  readonly requestTimeoutMs: number;
  /** How long a request is open at most; its sends are kept longer. */
  readonly requestMaxAgeMs: number;
  readonly allowance: AllowanceSettings;
  /**
   * Identifies the account at the service without its key: a new key clears the refusal of an old
   * one.
   */
  readonly account?: string;
}

/** The account of a requester's checks, for allowances and for turns in the queue. */
export type AccountOf = (requester: Principal) => string;

/**
 * Each person has an account. Chats that write as themselves (anonymous admins, channels) share one
 * for each platform, since one person can own any number of them. Chats in the settings have their
 * own.
 */
export function createAccounts(listed: readonly Principal[] = []): AccountOf {
  const own = new Set(listed);
  return (requester) =>
    requester.split(':')[1] === 'user' || own.has(requester)
      ? requester
      : `${platformOf(requester)}:chats`;
}

/** Sent to admins without a request. */
export type AdminAlert =
  /** Nothing is sent until `retryAt` at the earliest, for the reason in `code`. */
  | { readonly kind: 'breaker-opened'; readonly code: ServiceFailureCode; readonly retryAt: number }
  | { readonly kind: 'breaker-closed'; readonly code: ServiceFailureCode }
  /**
   * At most `percent` of the month's checks are left; at the latest pace they are used up at
   * `usedUpAt`, within the month.
   */
  | Readonly<{ kind: 'checks-low'; percent: 20 | 5 | 0; left: number; usedUpAt?: number }>
  /** This share of the day's budget is spent. At 100 nobody can check anything new. */
  | { readonly kind: 'budget'; readonly percent: 80 | 100; readonly limit: number }
  | { readonly kind: 'key-expires'; readonly days: 14 | 3 | 1; readonly date: string }
  | { readonly kind: 'store-failing'; readonly message: string }
  | { readonly kind: 'store-healed' }
  /** A platform refuses the bot until a person acts; the reason says what to do. */
  | { readonly kind: 'platform-lost'; readonly reason: string }
  /** A request was closed unanswered: several processes ended soon after they began it. */
  | { readonly kind: 'request-poisoned' }
  /** An answer could not be shown until its request expired. */
  | { readonly kind: 'replies-undeliverable' };

/** Sends an alert in the background; never throws. */
export type RaiseAlert = (alert: AdminAlert) => void;
