import { untilAborted } from '../../core/async/until-aborted.ts';
import type { Principal } from '../../core/requester.ts';
import type { Wait } from '../../limiter/announcer.ts';
import type { CheckRequest } from '../answer.ts';

/** Somebody who waits for a flight's outcome. */
export type Waiter = Pick<CheckRequest, 'priority' | 'requestId' | 'requester' | 'onWait' | 'signal'>;

/** What a flight tells while it goes, and hears from its waiters. */
export interface Flight {
  /** Aborted when the last waiter has left. */
  readonly signal: AbortSignal;
  /** Tells every waiter the place in the line. */
  readonly onWait: (wait: Wait) => void;
  /** Aborted as soon as one waiter is a single check, which waits for less than a batch does. */
  readonly single: AbortSignal;
  /** The requests of all who have been on board so far. */
  requestIds(): readonly string[];
  /** Runs for whoever boards for a single check: it goes when one of theirs would. */
  onPromotion(promote: (requester: Principal) => void): void;
}

interface SharedFlight<T> {
  join(waiter: Waiter): Promise<T>;
}

/** One flight per key: all who ask for the same thing at the same time share one way to it. */
export interface Flights<T> {
  /** Joins the flight under way, if there is one. */
  join(key: string, waiter: Waiter): Promise<T> | undefined;
  /** Starts a flight with its first waiter. There must be none under this key. */
  start(key: string, waiter: Waiter, go: (flight: Flight) => Promise<T>): Promise<T>;
}

/** Everybody left before the flight was sent. Who boards in that very moment asks again. */
export class FlightAbandoned extends Error {
  override readonly name = 'FlightAbandoned';
}

export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, SharedFlight<T>>();
  return {
    join: (key, waiter) => flights.get(key)?.join(waiter),
    start: (key, waiter, go) => {
      const flight = createFlight(go, () => flights.delete(key));
      flights.set(key, flight);
      return flight.join(waiter);
    },
  };
}

function createFlight<T>(go: (flight: Flight) => Promise<T>, onEnd: () => void): SharedFlight<T> {
  const waiters = new Set<Waiter>();
  const requestIds = new Set<string>();
  const empty = new AbortController();
  let latestWait: Wait | undefined;
  let promote: ((requester: Principal) => void) | undefined;
  const single = new AbortController();

  const begin = (): Promise<T> =>
    go({
      signal: empty.signal,
      onWait: (wait) => {
        latestWait = wait;
        for (const waiter of waiters) waiter.onWait?.(wait);
      },
      single: single.signal,
      requestIds: () => [...requestIds],
      onPromotion: (listener) => {
        promote = listener;
        for (const { priority, requester } of waiters) if (priority === 'single') listener(requester);
      },
    }).finally(onEnd);
  let outcome: Promise<T> | undefined;

  return {
    join: async (waiter) => {
      waiters.add(waiter);
      requestIds.add(waiter.requestId);
      if (waiter.priority === 'single') {
        single.abort();
        promote?.(waiter.requester);
      }
      if (latestWait !== undefined) waiter.onWait?.(latestWait);
      // Begun by the first waiter, whose priority the flight starts with.
      outcome ??= begin();
      // Everybody may have left by the time it fails.
      outcome.catch(() => undefined);
      try {
        return await untilAborted(outcome, waiter.signal);
      } finally {
        waiters.delete(waiter);
        if (waiters.size === 0) empty.abort(new FlightAbandoned());
      }
    },
  };
}
