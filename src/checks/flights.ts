import type { Principal } from '../core/principal.ts';
import { allowUnheard, deferred, untilAborted } from '../core/promises.ts';
import type { Clock } from '../core/time/clock.ts';
import type { QueueWait } from '../limiter/announcer.ts';
import type { CheckTerms } from './contract.ts';
import type { WaitingRequests } from './waiting-requests.ts';

/** A caller that waits for a flight's outcome. */
export type FlightWaiter = Pick<
  CheckTerms,
  'priority' | 'requestId' | 'requester' | 'onWait' | 'onStoppedOnItsWay' | 'signal'
>;

/** The payer stopped before the check was sent. The other waiters start a new flight. */
export class FlightAbandoned extends Error {
  override readonly name = 'FlightAbandoned';

  constructor() {
    super('the request that would pay for this check has stopped');
  }
}

/**
 * Single-flight: callers that ask for the same key at the same time share one piece of work. The
 * payer is the first of them. If the payer stops before the check is sent, the flight ends.
 * `CachedChecker` decides what each end means for the other callers, and has a table of that.
 */
export class Flights<T> {
  readonly #running = new Map<string, SharedFlight<T>>();
  readonly #waitingRequests: WaitingRequests;
  readonly #clock: Pick<Clock, 'elapsed'>;

  constructor(waitingRequests: WaitingRequests, clock: Pick<Clock, 'elapsed'>) {
    this.#waitingRequests = waitingRequests;
    this.#clock = clock;
  }

  /**
   * Joins the flight under this key; undefined if there is none.
   * @returns resolves with the result of the flight
   * @throws the error of the flight, the reason of the waiter's signal
   */
  join(key: string, waiter: FlightWaiter): Promise<T> | undefined {
    const flight = this.#running.get(key);
    return flight && this.#waitingRequests.during(waiter.requestId, flight.join(waiter));
  }

  /** Starts a flight with its first waiter. There must be none under this key. */
  start(key: string, waiter: FlightWaiter, work: (flight: Flight) => Promise<T>): Promise<T> {
    const flight = new SharedFlight<T>(this.#clock);
    this.#running.set(key, flight);
    const outcome = flight.join(waiter);
    flight.start(work, () => this.#running.delete(key));
    return this.#waitingRequests.during(waiter.requestId, outcome);
  }
}

/** A flight as its work sees it. */
export interface Flight {
  /** Aborted when the payer has stopped. */
  readonly signal: AbortSignal;
  /** Tells every waiter the position of the check in the queue. */
  announce(wait: QueueWait): void;
  /** The check is sent: from now on the payer may have to pay for it. */
  markSent(): void;
  /** Calls `promote` for each waiter whose check is a single one, now and later. */
  onPromotion(promote: (requester: Principal) => void): void;
}

class SharedFlight<T> implements Flight {
  readonly #waiters = new Set<FlightWaiter>();
  /** The first waiter: its request pays. */
  #payer: FlightWaiter | undefined;
  readonly #abandoned = new AbortController();
  /** The latest position, and when the check will be sent (as `Clock.elapsed()`). */
  #latestWait: (QueueWait & { readonly startsAt: number }) | undefined;
  #isSent = false;
  #promote: ((requester: Principal) => void) | undefined;
  readonly #outcome = deferred<T>();
  readonly #clock: Pick<Clock, 'elapsed'>;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
    // All waiters may have stopped by the time the work fails.
    allowUnheard(this.#outcome.promise);
  }

  get signal(): AbortSignal {
    return this.#abandoned.signal;
  }

  announce(wait: QueueWait): void {
    this.#latestWait = { ...wait, startsAt: this.#clock.elapsed() + wait.startsInMs };
    for (const waiter of this.#waiters) waiter.onWait?.({ kind: 'queued', ...wait });
  }

  markSent(): void {
    this.#isSent = true;
    this.#latestWait = undefined;
  }

  onPromotion(promote: (requester: Principal) => void): void {
    this.#promote = promote;
    for (const { priority, requester } of this.#waiters) {
      if (priority === 'single') promote(requester);
    }
  }

  /** Begins the work, once its first waiter has joined. */
  start(work: (flight: Flight) => Promise<T>, onEnd: () => void): void {
    work(this).finally(onEnd).then(this.#outcome.resolve, this.#outcome.reject);
  }

  async join(waiter: FlightWaiter): Promise<T> {
    this.#payer ??= waiter;
    this.#waiters.add(waiter);
    if (waiter.priority === 'single') this.#promote?.(waiter.requester);
    this.#announceTo(waiter);
    try {
      return await untilAborted(this.#outcome.promise, waiter.signal);
    } catch (error) {
      const isPayer = waiter === this.#payer;
      if (isPayer && this.#isSent && waiter.signal.aborted) waiter.onStoppedOnItsWay?.();
      throw error;
    } finally {
      this.#waiters.delete(waiter);
      if (waiter === this.#payer) this.#abandoned.abort(new FlightAbandoned());
    }
  }

  /** Tells a late waiter what the others know. */
  #announceTo({ onWait }: FlightWaiter): void {
    if (this.#latestWait === undefined) return;
    const { startsAt, position, isStarting } = this.#latestWait;
    const startsInMs = Math.max(0, startsAt - this.#clock.elapsed());
    onWait?.({ kind: 'queued', position, startsInMs, isStarting });
  }
}
