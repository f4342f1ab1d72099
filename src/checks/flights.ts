import { untilAborted } from '../core/async/promises.ts';
import type { Principal } from '../core/requester.ts';
import type { Wait } from '../limiter/announcer.ts';
import type { Priority } from '../limiter/queue.ts';
import type { CheckRequest } from './answer.ts';

/** A caller that waits for a flight's outcome. */
export type Waiter = Pick<CheckRequest, 'priority' | 'requestId' | 'requester' | 'onWait' | 'signal'>;

/** What the work of a flight is given: its waiters, as far as it needs to know them. */
export interface Flight {
  /** Aborted when the last waiter has left. */
  readonly signal: AbortSignal;
  /** Tells every waiter where the check stands in the queue. */
  readonly onWait: (wait: Wait) => void;
  /** `single` as soon as one waiter is a single check. */
  priority(): Priority;
  /** Registers the function that is called for every waiter that is a single check. */
  onPromotion(promote: (requester: Principal) => void): void;
}

/** Single-flight: callers that ask for the same key at the same time share one piece of work. */
export interface Flights<T> {
  /** Joins the flight under way; undefined if there is none. */
  join(key: string, waiter: Waiter): Promise<T> | undefined;
  /** Starts a flight with its first waiter. There must be none under this key. */
  start(key: string, waiter: Waiter, go: (flight: Flight) => Promise<T>): Promise<T>;
  /** Whether a request waits for a check, be it in line or under way. */
  isWaiting(requestId: string): boolean;
}

/** All waiters left before the check was sent. A caller that joins at that moment starts a new flight. */
export class FlightAbandoned extends Error {
  override readonly name = 'FlightAbandoned';
}

export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, (waiter: Waiter) => Promise<T>>();
  const waiting = new Map<string, number>();
  return {
    join: (key, waiter) => flights.get(key)?.(waiter),
    start: (key, waiter, go) => {
      const join = createFlight(go, waiting, () => flights.delete(key));
      flights.set(key, join);
      return join(waiter);
    },
    isWaiting: (requestId) => waiting.has(requestId),
  };
}

/**
 * @param waiting how many checks each request waits for, in all flights
 * @returns a function with which a waiter joins it
 */
function createFlight<T>(
  go: (flight: Flight) => Promise<T>,
  waiting: Map<string, number>,
  onEnd: () => void,
): (waiter: Waiter) => Promise<T> {
  const waiters = new Set<Waiter>();
  const empty = new AbortController();
  let latestWait: Wait | undefined;
  let promote: ((requester: Principal) => void) | undefined;
  let priority: Priority = 'batch';

  const begin = (): Promise<T> =>
    go({
      signal: empty.signal,
      onWait: (wait) => {
        latestWait = wait;
        for (const waiter of waiters) waiter.onWait?.(wait);
      },
      priority: () => priority,
      onPromotion: (listener) => {
        promote = listener;
        for (const { priority, requester } of waiters) if (priority === 'single') listener(requester);
      },
    }).finally(onEnd);
  let outcome: Promise<T> | undefined;

  return async (waiter) => {
    const { requestId } = waiter;
    waiters.add(waiter);
    waiting.set(requestId, (waiting.get(requestId) ?? 0) + 1);
    if (waiter.priority === 'single') {
      priority = 'single';
      promote?.(waiter.requester);
    }
    if (latestWait !== undefined) waiter.onWait?.(latestWait);
    // The first waiter starts it, so that its priority is known by then.
    outcome ??= begin();
    // All waiters may have left by the time it fails.
    outcome.catch(() => undefined);
    try {
      return await untilAborted(outcome, waiter.signal);
    } finally {
      waiters.delete(waiter);
      const others = (waiting.get(requestId) ?? 0) - 1;
      if (others > 0) waiting.set(requestId, others);
      else waiting.delete(requestId);
      if (waiters.size === 0) empty.abort(new FlightAbandoned());
    }
  };
}
