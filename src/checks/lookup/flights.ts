import { untilAborted } from '../../core/async/until-aborted.ts';
import type { Principal } from '../../core/requester.ts';
import type { Wait } from '../../limiter/announcer.ts';
import type { CheckRequest } from '../answer.ts';

/** Somebody who waits for a flight's outcome. */
export type Passenger = Pick<CheckRequest, 'priority' | 'requestId' | 'requester' | 'onWait' | 'signal'>;

/** What a flight tells while it goes, and hears from its passengers. */
export interface Crew {
  /** Aborted when the last passenger has left. */
  readonly signal: AbortSignal;
  /** Tells every passenger the place in the line. */
  readonly onWait: (wait: Wait) => void;
  /** Aborted as soon as one passenger is a single check, which waits for less than a batch does. */
  readonly single: AbortSignal;
  /** The requests of all who have been on board so far. */
  requestIds(): readonly string[];
  /** Runs for whoever boards for a single check: it goes when one of theirs would. */
  onPromotion(promote: (requester: Principal) => void): void;
}

interface Flight<T> {
  board(passenger: Passenger): Promise<T>;
}

/** One flight per key: all who ask for the same thing at the same time share one way to it. */
export interface Flights<T> {
  /** Joins the flight under way, if there is one. */
  join(key: string, passenger: Passenger): Promise<T> | undefined;
  /** Starts a flight with its first passenger. There must be none under this key. */
  start(key: string, passenger: Passenger, go: (crew: Crew) => Promise<T>): Promise<T>;
}

/** Everybody left before the flight was sent. Who boards in that very moment asks again. */
export class FlightAbandoned extends Error {
  override readonly name = 'FlightAbandoned';
}

export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>();
  return {
    join: (key, passenger) => flights.get(key)?.board(passenger),
    start: (key, passenger, go) => {
      const flight = createFlight(go, () => flights.delete(key));
      flights.set(key, flight);
      return flight.board(passenger);
    },
  };
}

function createFlight<T>(go: (crew: Crew) => Promise<T>, onEnd: () => void): Flight<T> {
  const passengers = new Set<Passenger>();
  const requestIds = new Set<string>();
  const empty = new AbortController();
  let latestWait: Wait | undefined;
  let promote: ((requester: Principal) => void) | undefined;
  const single = new AbortController();

  const fly = (): Promise<T> =>
    go({
      signal: empty.signal,
      onWait: (wait) => {
        latestWait = wait;
        for (const passenger of passengers) passenger.onWait?.(wait);
      },
      single: single.signal,
      requestIds: () => [...requestIds],
      onPromotion: (listener) => {
        promote = listener;
        for (const { priority, requester } of passengers) if (priority === 'single') listener(requester);
      },
    }).finally(onEnd);
  let outcome: Promise<T> | undefined;

  return {
    board: async (passenger) => {
      passengers.add(passenger);
      requestIds.add(passenger.requestId);
      if (passenger.priority === 'single') {
        single.abort();
        promote?.(passenger.requester);
      }
      if (latestWait !== undefined) passenger.onWait?.(latestWait);
      // Begun by the first passenger, whose priority the flight starts with.
      outcome ??= fly();
      // Everybody may have left by the time it fails.
      outcome.catch(() => undefined);
      try {
        return await untilAborted(outcome, passenger.signal);
      } finally {
        passengers.delete(passenger);
        if (passengers.size === 0) empty.abort(new FlightAbandoned());
      }
    },
  };
}
