import { type Imei, tacOf } from '../imei/imei.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { ServiceFailure } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { Answers } from './answers.ts';
import type { Breaker } from './breaker.ts';
import type { Answer, CacheSettings, Checker, CheckRequest, CheckWaits } from './contract.ts';
import { CheckRefused } from './contract.ts';
import { createFlights, FlightAbandoned } from './flights.ts';
import type { Sends } from './send.ts';
import type { SpendingBook } from './spending.ts';

/** Saved answers, then one flight per IMEI, then the limiter, then the service. */
export function createChecker(
  answers: Answers,
  sends: Pick<Sends, 'buy'>,
  breaker: Breaker,
  spending: Pick<SpendingBook, 'saved'>,
  {
    health,
    observer,
    scope,
  }: { health: StoreHealth; observer: Metrics; scope: CacheSettings['scope'] },
): Omit<Checker, 'estimate'> & CheckWaits {
  const flights = createFlights<Answer>();
  const flightKey = scope === 'tac' ? tacOf : (imei: Imei): string => imei;

  /** The result of a flight that somebody else started, if it also answers this IMEI. */
  const shared = async (flight: Promise<Answer>, fresh: boolean): Promise<Answer | undefined> => {
    observer.flightShared();
    // A flight for another IMEI of the TAC has saved its answer by now; its failure does not count for this IMEI.
    if (scope === 'tac') {
      await Promise.allSettled([flight]);
      return undefined;
    }
    try {
      const answer = await flight;
      return fresh && answer.source !== 'service' ? undefined : answer;
    } catch (error) {
      // These are about the caller that started the flight.
      if (error instanceof CheckRefused || error instanceof FlightAbandoned) return undefined;
      throw error;
    }
  };
  /** Undefined if it has to be tried again. */
  const attempt = async (imei: Imei, request: CheckRequest): Promise<Answer | undefined> => {
    const kept = request.fresh === true ? undefined : await answers.get(imei);
    const known = kept ?? (await answers.fromSends(imei, request));
    if (known !== undefined) {
      spending.saved();
      return known;
    }
    request.signal.throwIfAborted();
    const key = flightKey(imei);
    const joined = flights.join(key, request);
    if (joined !== undefined) {
      const answer = await shared(joined, request.fresh === true);
      if (answer !== undefined) spending.saved();
      request.signal.throwIfAborted();
      return answer;
    }
    breaker.assertMayPass();
    const answer = await flights.start(key, request, (flight) => sends.buy(imei, request, flight));
    if (answer.source !== 'service') spending.saved();
    return answer;
  };
  /** Waits until a failed check can be tried again. Rejects with the error if waiting does not help. */
  const waitToRetry = async (error: unknown, { priority, signal, onWait }: CheckRequest) => {
    signal.throwIfAborted();
    if (error instanceof StoreFailed) {
      health.report(error);
      onWait?.({ position: 1, startsInMs: 0, blockedBy: 'store' });
      return health.healthy(signal);
    }
    // A batch tries again, and waits for a breaker that is open, unless this check may have been paid for; a person does not.
    const isUnpaid =
      error instanceof ServiceFailure && error.paid === 'no' && error.kind !== 'question';
    if (!isUnpaid || priority !== 'batch') throw error;
    return breaker.closed(signal, (startsInMs) =>
      onWait?.({ position: 1, startsInMs, failure: error }),
    );
  };
  const check: Checker['check'] = async (imei, request) => {
    for (;;) {
      request.signal.throwIfAborted();
      const answer = await attempt(imei, request).catch((error) =>
        flights.waitFor(request.requestId, waitToRetry(error, request)),
      );
      if (answer !== undefined) return answer;
    }
  };
  return {
    check: (imei, request) => observed(observer, check(imei, request)),
    peek: async (imei) => (await answers.get(imei)) ?? answers.fromSends(imei).catch(asFailure),
    isWaiting: flights.isWaiting,
  };
}

function asFailure(error: unknown): ServiceFailure {
  if (error instanceof ServiceFailure) return error;
  throw error;
}

async function observed(observer: Metrics, check: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await check;
    observer.answered(answer.source);
    observer.checkSettled(answer.found ? 'found' : 'not-found');
    return answer;
  } catch (error) {
    if (error instanceof ServiceFailure) observer.checkSettled(error.code);
    else observer.checkSettled(error instanceof CheckRefused ? 'refused' : 'cancelled');
    throw error;
  }
}
