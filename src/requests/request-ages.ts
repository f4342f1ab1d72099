import { type Clock, isClockSet } from '../core/time/clock.ts';
import type { OpenRequest } from './open-request.ts';

/** A reply that cannot be shown is given up at this many times the maximum age of a request. */
const SHOWN_WITHIN_AGES = 2;

/**
 * Which requests are too old. Their age is known by the time of day only, since an earlier process
 * may have accepted them. While that may be wrong, a request that seems too old waits: it is not
 * ended, and nothing is sent for it.
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
  isTooOldToSend(request: OpenRequest): boolean {
    return isClockSet(this.#clock) && this.#seemsOlder(request, this.#maxAgeMs);
  }

  /** Whether it is so old that a reply that cannot be shown is given up. */
  isTooOldToShow(request: OpenRequest): boolean {
    const shownWithinMs = SHOWN_WITHIN_AGES * this.#maxAgeMs;
    return isClockSet(this.#clock) && this.#seemsOlder(request, shownWithinMs);
  }

  /**
   * Whether it seems too old, but the clock is not set yet: it waits until then. A stopped one does
   * not: it sends nothing, and its person waits for the stop.
   */
  isAgeUncertain(request: OpenRequest): boolean {
    if (request.isStopped || isClockSet(this.#clock)) return false;
    return this.#seemsOlder(request, this.#maxAgeMs);
  }

  #seemsOlder(request: OpenRequest, ms: number): boolean {
    return request.ageMs(this.#clock.now()) > ms;
  }
}
