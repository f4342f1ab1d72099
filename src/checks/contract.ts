import type { Principal } from '../core/principal.ts';
import type { Query } from '../core/query.ts';
import type { Imei } from '../imei/imei.ts';
import type { QueueWait } from '../limiter/announcer.ts';
import type { Estimate } from '../limiter/limiter.ts';
import type { Priority } from '../limiter/queue.ts';
import type { Device } from '../provider/device.ts';
import type { ServiceFailure } from '../provider/service-failure.ts';

/** Answers IMEIs. {@link Checker.check} is the only method that may pay for an answer. */
export interface Checker {
  /**
   * Answers an IMEI: from what is saved, a flight, or the service. Waits while the store fails, or
   * the service is paused.
   * @throws the reason of the signal
   */
  check(imei: Imei, terms: CheckTerms): Promise<CheckOutcome>;
  /**
   * Looks up an IMEI in the store: in the cache, if that answer is still valid, else in the rows of
   * `send`, at any age. Of failures only those of the requester’s account count: nobody reads what
   * the checks of somebody else may have cost.
   * @param terms of the request that looks up; without them, no failure counts
   * @throws StoreFailed
   */
  lookUp(imei: Imei, terms?: Pick<LookupTerms, 'requestId' | 'requester'>): Promise<LookupOutcome>;
  /**
   * The outcome of a check of this request if it needs no payment; `unsaved` if it needs one.
   * @throws StoreFailed
   */
  freeOutcome(imei: Imei, terms: LookupTerms): Promise<LookupOutcome>;
  /**
   * Reads what a request needs before its checks. Waits while the store fails, as `check` does, and
   * then reads again.
   * @throws the reason of the signal, and errors that are not the store's
   */
  untilRead<Read>(read: () => Promise<Read>, waiter: Waiter): Promise<Read>;
  /**
   * Settles as `check`, which is a check of another request. Until then this request counts as
   * waiting for the service, so that the next run continues both requests.
   */
  waitFor<End>(check: Promise<End>, request: Pick<Waiter, 'requestId'>): Promise<End>;
  /** Counts answers that cost nothing, in the transaction that closes their request. */
  countSaved(query: Query, count: number): Promise<void>;
  /**
   * Estimates the time for `count` more batch checks of this requester from now, and the wait of
   * one more single check. Default: for a requester without waiting checks.
   */
  estimate(count: number, requester?: Principal): Estimate;
}

/** The terms of one look-up: the request that it is for, and which answers it takes. */
export interface LookupTerms {
  readonly requestId: string;
  readonly requester: Principal;
  /**
   * Time at which the request was accepted, in milliseconds since 1970. A check that ended in doubt
   * after this moment is not paid for again.
   */
  readonly acceptedAt: number;
  /** Whether an earlier attempt may have paid. Answers that it paid for do not count as saved. */
  readonly isRepeat?: boolean;
  /** Whether to pay for a new answer even if there is a saved one. */
  readonly wantsFresh?: boolean;
}

/** The terms of one check, which may also pay for an answer. */
export interface CheckTerms extends LookupTerms {
  /**
   * `single` checks are sent before `batch` checks. Batch checks are spread evenly over the window,
   * unless all that wait fit into it.
   */
  readonly priority: Priority;
  readonly isAdmin: boolean;
  /** Called when the check begins to wait for something, and when its position changes. */
  readonly onWait?: (wait: CheckWait) => void;
  /**
   * Called if this request pays, and is stopped after the check has left for the service: it may
   * be paid for.
   */
  readonly onStoppedOnItsWay?: () => void;
  readonly signal: AbortSignal;
}

/** The request that waits, and how it learns why. */
export type Waiter = Pick<CheckTerms, 'requestId' | 'onWait' | 'signal'>;

/**
 * The reason why a check waits. Below each reason: what ends the wait, and what happens then.
 *
 *     queued: it waits for its turn
 *       `limiter/dispatcher` has a free slot: the check is sent
 *     paused: it waits for the service, which gets no checks
 *       `service/service-pause` is over, or lets one check pass: the check begins again
 *     store: it waits for the store, without which nothing is sent
 *       `store/store-health` has written what waited: the check begins again
 *
 * A check that begins again looks in the store first: the answer may already be saved, or somebody
 * else may be paying for it. One short wait is not reported: for the status of the key, which
 * `allowance` may need.
 */
export type CheckWait =
  | (QueueWait & { readonly kind: 'queued' })
  | {
      readonly kind: 'paused';
      /** Time until the service is asked again. */
      readonly startsInMs: number;
      /** The failure because of which the service is not asked. */
      readonly failure: ServiceFailure;
    }
  | { readonly kind: 'store' };

/**
 * The outcome of a check. The types of outcomes, from the store to the person:
 *
 *     SendOutcome     of a stored send (`paid-result`)       a result or a failure
 *     LookupOutcome   without a payment (`lookUp`, …)        an answer, a failure, or unsaved
 *     CheckOutcome    of a check (`Checker.check`)           an answer, a failure, or refused
 *     EntryOutcome    of an IMEI of a list (`outcomeOf`)     also broke, stopped, unsaved or later
 *     AttemptOutcome  of an attempt (`ReplyPresenter`)       whether its reply was shown
 */
export type CheckOutcome = Answered | Failed | Refused;

/** Content of the store for an IMEI: an answer, else the latest failure in doubt, else nothing. */
export type LookupOutcome = Answered | Failed | Unsaved;

export interface Answered {
  readonly kind: 'answered';
  readonly answer: Answer;
  /** Whether another request, which asked at the same time, has paid for the answer. */
  readonly isPaidByOther?: true;
}

export interface Failed {
  readonly kind: 'failed';
  readonly failure: ServiceFailure;
}

/** Whether the request itself has paid for the answer, even in an earlier attempt. */
export function isPaidAnswer({ answer, isPaidByOther }: Answered): boolean {
  return answer.source === 'service' && isPaidByOther !== true;
}

/** The bot does not spend a check, to save money. */
export interface Refused {
  readonly kind: 'refused';
  readonly why: RefusalReason;
  /** The value of the limit: checks or doubts a day, or reserved checks. */
  readonly limit: number;
}

/**
 * `allowance`: the account's checks of the day are used up. `doubts`: too many of its checks
 * failed today and may have been paid for. `budget`: everybody's checks of the day are used up.
 * `reserve`: the last checks are reserved for admins.
 */
export type RefusalReason = 'allowance' | 'doubts' | 'budget' | 'reserve';

interface Unsaved {
  readonly kind: 'unsaved';
  /**
   * Whether this request may have paid for the check in a process that ended before the answer
   * came.
   */
  readonly mayBePaid?: boolean;
}

/** The result of a check as commands get it, with its source and time. */
export type Answer = {
  readonly source: Source;
  /** Time of the service’s answer, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** Whether the data is from the sandbox and not from the real service. Replies must say so. */
  readonly isSandbox: boolean;
} & ({ readonly found: true; readonly device: Device } | { readonly found: false });

/**
 * The origin of an answer. `service`: paid by this request, in any attempt, or by one that asked at
 * the same time. `cache`: saved by another request. `tac`: saved, of another IMEI of the same TAC.
 */
export type Source = 'service' | 'cache' | 'tac';
