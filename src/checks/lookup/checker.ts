import { type Imei, tacOf } from '../../imei/imei.ts';
import type { Limiter } from '../../limiter/limiter.ts';
import { ServiceFailure } from '../../provider/errors.ts';
import { type Answer, type Checker, CheckRefused, type CheckRequest } from '../answer.ts';
import type { CheckObserver } from '../basics.ts';
import type { Breaker } from '../outbox/breaker.ts';
import type { Doubt, SendOutcome } from '../outbox/ledger-row.ts';
import { type CheckAttemptNeeds, sendFlight } from './check-attempt.ts';
import { createFlights, FlightAbandoned, type Flights } from './flights.ts';
import {
  doubtSinceAccepted,
  earlierOutcome,
  fromLedger,
  latestDoubt,
  learn,
  learnEarlier,
  lookUp,
} from './known.ts';

export interface CheckerNeeds extends CheckAttemptNeeds {
  readonly observer: Pick<CheckObserver, 'checkSettled' | 'answered' | 'flightShared'>;
  readonly estimate: Limiter['estimate'];
  readonly scope: 'imei' | 'tac';
}

/** Cache, then one flight per IMEI, then the limiter, then the service; the raw body is kept before it is read. */
export function createChecker(needs: CheckerNeeds): Checker & Pick<Flights<Answer>, 'isWaiting'> {
  const { cache, breaker, spending, accountOf, estimate } = needs;
  const flights = createFlights<Answer>();
  const flightKey = needs.scope === 'tac' ? tacOf : (imei: Imei): string => imei;
  /** What each flight under way is for: in the scope of a TAC, others may wait for it. */
  const aims = new Map<string, Imei>();

  const shareFlight = async (
    joined: Promise<Answer>,
    { same, fresh }: { readonly same: boolean; readonly fresh: boolean },
  ): Promise<Answer | undefined> => {
    try {
      const answer = await joined;
      // An answer for another IMEI of the same TAC is in the cache now: look again.
      if (!same || (fresh && answer.source !== 'service')) return undefined;
      void spending.count('saved');
      return answer;
    } catch (error) {
      // These concern the one who started the flight, or the other IMEI, and not this one.
      const othersMatter = !same || error instanceof CheckRefused || error instanceof FlightAbandoned;
      if (othersMatter) return undefined;
      throw error;
    }
  };
  const attempt = async (
    imei: Imei,
    request: CheckRequest,
    { fresh, former }: { readonly fresh: boolean; readonly former: Doubt | undefined },
  ): Promise<Answer | undefined> => {
    const hashes = cache.hashesOf(imei);
    const known = fresh ? undefined : await lookUp(needs, imei, request);
    if (known !== undefined) {
      void spending.count('saved');
      return known;
    }
    request.signal.throwIfAborted();
    // An earlier process may have sent it for this request, which is known only now.
    assertNotInDoubt(needs, hashes.own, { request, former });
    const key = flightKey(imei);
    const joined = flights.join(key, request);
    if (joined !== undefined) {
      needs.observer.flightShared();
      return shareFlight(joined, { same: aims.get(key) === imei, fresh });
    }
    breaker.assertMayPass();
    aims.set(key, imei);
    const answer = await flights.start(key, request, (flight) =>
      sendFlight(needs, { imei, request, fresh, flight, hashes }).finally(() => aims.delete(key)),
    );
    if (answer.source !== 'service') void spending.count('saved');
    return answer;
  };

  const check: Checker['check'] = async (imei, request) => {
    const { own: imeiHash } = cache.hashesOf(imei);
    const former = latestDoubt(needs, imeiHash);
    await learnEarlier(needs, imeiHash, request);
    const earlier = notInDoubt(needs, imeiHash, request);
    const fresh = request.fresh === true && earlier === undefined;
    for (;;) {
      request.signal.throwIfAborted();
      try {
        const answer = await attempt(imei, request, { fresh, former });
        if (answer !== undefined) return answer;
      } catch (error) {
        if (!worthWaiting(error, request, breaker)) throw error;
        await breaker.closed(request.signal);
      }
    }
  };

  return {
    check: (imei, request) => observed(needs.observer, check(imei, request)),
    peek: async (imei) => {
      const cached = await cache.get(imei);
      if (cached !== undefined) return cached;
      const { own: imeiHash } = cache.hashesOf(imei);
      await learn(needs, imeiHash);
      return fromLedger(needs, imeiHash);
    },
    isWaiting: flights.isWaiting,
    estimate: (count, requester) => estimate(count, requester && accountOf(requester)),
  };
}

/**
 * How an earlier check of this IMEI for this very request ended; undefined if there was none.
 * @throws ServiceFailure if it may have been paid for without an answer
 */
function notInDoubt(needs: CheckerNeeds, imeiHash: string, request: CheckRequest): SendOutcome | undefined {
  const earlier = earlierOutcome(needs, imeiHash, request);
  if (earlier?.kind === 'failed') throw new ServiceFailure(earlier.code);
  return earlier;
}

/**
 * @param former the latest doubt when this request came here: another has arisen while it waited, for the store or the breaker
 * @throws ServiceFailure if it was sent for this very request, or for anybody since it was accepted, and may have been paid for
 */
function assertNotInDoubt(
  needs: CheckerNeeds,
  imeiHash: string,
  { request, former }: { readonly request: CheckRequest; readonly former: Doubt | undefined },
): void {
  if (notInDoubt(needs, imeiHash, request) !== undefined) return;
  const latest = latestDoubt(needs, imeiHash);
  const arisen = latest !== former && latest?.isOwn ? latest : doubtSinceAccepted(needs, imeiHash, request);
  if (arisen !== undefined) throw new ServiceFailure(arisen.code);
}

async function observed(observer: CheckerNeeds['observer'], check: Promise<Answer>): Promise<Answer> {
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

/** A batch waits for a breaker that opens or is open, unless this check may have been paid for; a person does not. */
function worthWaiting(error: unknown, request: CheckRequest, breaker: Breaker): boolean {
  return (
    error instanceof ServiceFailure &&
    error.paid === 'no' &&
    request.priority === 'batch' &&
    (error.refusesAll || breaker.state().open)
  );
}
