import type { Principal } from '../core/requester.ts';
import type { Imei } from '../imei/imei.ts';
import type { Wait } from '../limiter/announcer.ts';
import type { LimiterUsage } from '../limiter/limiter.ts';
import type { Priority } from '../limiter/queue.ts';
import type { Device, KeyStatus } from '../provider/device.ts';

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

/**
 * `allowance`: this person's checks of the day are used up. `budget`: those of the whole installation are. `reserve`:
 * the last checks are kept for admins.
 */
type RefusedWhy = 'allowance' | 'budget' | 'reserve';

/** A check the bot itself would not make, for the sake of somebody's money. */
export class CheckRefused extends Error {
  override readonly name = 'CheckRefused';
  readonly why: RefusedWhy;
  /** How many the rule allows: checks per day, or checks kept. */
  readonly limit: number;

  constructor(why: RefusedWhy, limit: number) {
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

/** What the whole installation may spend in a day, and has. */
export interface Budget {
  readonly used: number;
  readonly limit: number;
}

/** All that `/quota` shows beside the key's status. */
export interface Usage extends LimiterUsage {
  /** Where one is set, and its count can be read. */
  readonly budget?: Budget;
  readonly today: Spending;
  readonly month: Spending;
  /** Why nothing is sent just now, if so. */
  readonly paused?: { readonly code: string; readonly retryAt: number };
}
