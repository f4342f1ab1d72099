import { type Clock, isClockSet } from '../core/time/clock.ts';
import type { LiveRequest } from './live-request.ts';

/** A reply that cannot be shown is given up at this many times the maximum age of a request. */
const GIVE_UP_AFTER_MAX_AGES = 2;

/**
 * Which requests are too old. Their age is known by the time of day only, since an earlier process
 * may have accepted them. In the first hour of the machine the time of day may be wrong
 * (`isClockSet`), so a request that seems too old waits: it is not ended, and nothing is sent for
 * it.
 */
export class RequestAges {
  readonly #clock: Clock;
  readonly #maxAgeMs: number;

  /** @param maxAgeMs for how long checks are sent for a request */
  constructor(clock: Clock, maxAgeMs: number) {
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Whether it is so old that nothing more is sent for it. */
  isTooOldToSend(request: LiveRequest): boolean {
    return isClockSet(this.#clock) && this.#seemsOlder(request, this.#maxAgeMs);
  }

  /** Whether it is so old that a reply that cannot be shown is given up. */
  isTooOldToRetry(request: LiveRequest): boolean {
    const giveUpAfterMs = GIVE_UP_AFTER_MAX_AGES * this.#maxAgeMs;
    return isClockSet(this.#clock) && this.#seemsOlder(request, giveUpAfterMs);
  }

  /**
   * Whether it seems too old while the clock is not set, so that it waits until the clock is. A
   * stopped request does not wait: nothing is sent for it, and its person waits for the stop.
   */
  mustWaitForClock(request: LiveRequest): boolean {
    if (request.isStopped || isClockSet(this.#clock)) return false;
    return this.#seemsOlder(request, this.#maxAgeMs);
  }

  #seemsOlder(request: LiveRequest, ms: number): boolean {
    return request.ageMs(this.#clock.now()) > ms;
  }
}
