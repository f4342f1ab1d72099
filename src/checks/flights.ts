import type { Principal } from '../core/adapter.ts';
import { untilAborted } from '../core/async/promises.ts';
import type { Wait } from '../limiter/announcer.ts';
import type { CheckRequest } from './contract.ts';

/** A caller that waits for a flight's outcome. */
export type Waiter = Pick<
  CheckRequest,
  'priority' | 'requestId' | 'requester' | 'onWait' | 'signal'
>;

/** A flight as its work sees it. */
export interface Flight {
  /** Aborted when the last waiter has left. */
  readonly signal: AbortSignal;
  /** Reports the place of the check in the queue to every waiter. */
  readonly onWait: (wait: Wait) => void;
  /** Registers the function that is called for every waiter that is a single check. */
  onPromotion(promote: (requester: Principal) => void): void;
}

/** All waiters left before the check was sent. A caller that joins at that moment starts a new flight. */
export class FlightAbandoned extends Error {
  override readonly name = 'FlightAbandoned';
}

/** Single-flight: callers that ask for the same key at the same time share one piece of work. */
export function createFlights<T>() {
  const flights = new Map<string, (waiter: Waiter) => Promise<T>>();
  /** How many checks each request waits for. */
  const waiting = new Map<string, number>();
  /** Counts the request as waiting until the work has ended. */
  const waitFor = <Found>(requestId: string, work: Promise<Found>): Promise<Found> => {
    waiting.set(requestId, (waiting.get(requestId) ?? 0) + 1);
    return work.finally(() => {
      const others = (waiting.get(requestId) ?? 1) - 1;
      if (others > 0) waiting.set(requestId, others);
      else waiting.delete(requestId);
    });
  };
  /** Returns a function with which a waiter joins the flight; the first one begins it. */
  const createFlight = (key: string, work: (flight: Flight) => Promise<T>) => {
    const waiters = new Set<Waiter>();
    const empty = new AbortController();
    let latestWait: Wait | undefined;
    let promote: ((requester: Principal) => void) | undefined;
    let outcome: Promise<T> | undefined;
    const begin = (): Promise<T> =>
      work({
        signal: empty.signal,
        onWait: (wait) => {
          latestWait = wait;
          for (const waiter of waiters) waiter.onWait?.(wait);
        },
        onPromotion: (listener) => {
          promote = listener;
          for (const { priority, requester } of waiters)
            if (priority === 'single') listener(requester);
        },
      }).finally(() => flights.delete(key));
    return async (waiter: Waiter): Promise<T> => {
      waiters.add(waiter);
      if (waiter.priority === 'single') promote?.(waiter.requester);
      if (latestWait !== undefined) waiter.onWait?.(latestWait);
      outcome ??= begin();
      // All waiters may have left by the time it fails.
      outcome.catch(() => undefined);
      try {
        return await waitFor(waiter.requestId, untilAborted(outcome, waiter.signal));
      } finally {
        waiters.delete(waiter);
        if (waiters.size === 0) empty.abort(new FlightAbandoned());
      }
    };
  };
  return {
    /** Joins the running flight; undefined if there is none. */
    join: (key: string, waiter: Waiter): Promise<T> | undefined => flights.get(key)?.(waiter),
    /** Starts a flight with its first waiter. There must be none under this key. */
    start: (key: string, waiter: Waiter, work: (flight: Flight) => Promise<T>): Promise<T> => {
      const join = createFlight(key, work);
      flights.set(key, join);
      return join(waiter);
    },
    waitFor,
    isWaiting: (requestId: string): boolean => waiting.has(requestId),
  };
}
