import type { Lifetime } from '../core/lifetime/lifetime.ts';
import type { Principal } from '../core/principal.ts';
import type { Query } from '../core/query.ts';
import type { Clock } from '../core/time/clock.ts';
import { type Imei, tacOf } from '../imei/imei.ts';
import type { Estimate } from '../limiter/limiter.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { ServiceFailure } from '../provider/service-failure.ts';
import { StoreFailed } from '../store/store-errors.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { AccountOf } from './accounts.ts';
import type { Allowance } from './allowance.ts';
import type { CacheSettings } from './answers/answer-cache.ts';
import type { PaidAnswers } from './answers/paid-answers.ts';
import {
  type Answered,
  type Checker,
  type CheckOutcome,
  type CheckTerms,
  type Failed,
  isPaidAnswer,
  type LookupOutcome,
  type LookupTerms,
  type Waiter,
} from './contract.ts';
import { FlightAbandoned, Flights } from './flights.ts';
import type { Purchases } from './purchases.ts';
import { RequestReads } from './request-reads.ts';
import type { ServiceAccess } from './service/service-access.ts';
import type { SpendingBook } from './spending.ts';
import type { WaitingRequests } from './waiting-requests.ts';

const UNSAVED = { kind: 'unsaved' } as const;

interface CheckerOptions {
  readonly answers: PaidAnswers;
  readonly purchases: Purchases;
  readonly service: Pick<ServiceAccess, 'gate' | 'limiter'>;
  readonly spending: Pick<SpendingBook, 'count'>;
  readonly waitingRequests: WaitingRequests;
  readonly allowance: Pick<Allowance, 'accountHash'>;
  readonly accountOf: AccountOf;
  readonly sharedBy: CacheSettings['sharedBy'];
  readonly health: Pick<StoreHealth, 'untilHealthy'>;
  readonly metrics: Metrics;
  readonly lifetime: Pick<Lifetime, 'draining'>;
  readonly clock: Pick<Clock, 'elapsed'>;
}

/**
 * Answers from the store, else from a flight of somebody else, else by a purchase. A check that
 * failed and cost nothing begins again: after it has waited while the store fails, or in a pause.
 */
export class CachedChecker implements Checker {
  readonly #options: CheckerOptions;
  readonly #flights: Flights<CheckOutcome>;
  readonly #reads = new RequestReads();

  constructor(options: CheckerOptions) {
    this.#options = options;
    this.#flights = new Flights(options.waitingRequests, options.clock);
  }

  async check(imei: Imei, terms: CheckTerms): Promise<CheckOutcome> {
    const { metrics, lifetime } = this.#options;
    try {
      const outcome = await this.#checkUntilOutcome(imei, terms);
      if (outcome.kind === 'answered') {
        metrics.checkAnswered(outcome.answer.source);
        if (!isPaidAnswer(outcome)) metrics.saved(1);
      }
      metrics.checkEnded(metricOf(outcome));
      return outcome;
    } catch (error) {
      // If the run drains, the next run continues this check and counts how it ends.
      if (!lifetime.draining.aborted) {
        metrics.checkEnded(terms.signal.aborted ? 'stopped' : 'bug');
      }
      throw error;
    }
  }

  lookUp(imei: Imei, terms?: Pick<LookupTerms, 'requestId' | 'requester'>): Promise<LookupOutcome> {
    if (terms === undefined) return this.#lookUp(imei);
    const account = this.#options.allowance.accountHash(terms.requester);
    return this.#reads.read(terms.requestId, () => this.#lookUp(imei, account));
  }

  async freeOutcome(imei: Imei, terms: LookupTerms): Promise<LookupOutcome> {
    return this.#reads.read(terms.requestId, async () => {
      const outcome = await this.#storedOutcome(imei, terms);
      if (outcome !== undefined) return outcome;
      if (terms.isRepeat !== true) return UNSAVED;
      const mayBePaid = await this.#options.answers.mayHavePaid(imei, terms.requestId);
      return { kind: 'unsaved', mayBePaid };
    });
  }

  async untilRead<Read>(read: () => Promise<Read>, waiter: Waiter): Promise<Read> {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof StoreFailed)) throw error;
        waiter.signal.throwIfAborted();
        await this.#waitUntilPossible(error, waiter);
      }
    }
  }

  waitFor<End>(check: Promise<End>, { requestId }: Pick<Waiter, 'requestId'>): Promise<End> {
    return this.#options.waitingRequests.during(requestId, check);
  }

  countSaved(query: Query, count: number): Promise<void> {
    return this.#options.spending.count(query, 'saved', count);
  }

  estimate(count: number, requester?: Principal): Estimate {
    const { service, accountOf } = this.#options;
    return service.limiter.estimate(count, requester && accountOf(requester));
  }

  async #lookUp(imei: Imei, account?: string): Promise<LookupOutcome> {
    const { answers } = this.#options;
    const cached = await answers.findInCache(imei);
    return cached ?? (await answers.findLatestInSends(imei, account)) ?? UNSAVED;
  }

  async #checkUntilOutcome(imei: Imei, terms: CheckTerms): Promise<CheckOutcome> {
    for (;;) {
      terms.signal.throwIfAborted();
      try {
        const outcome = await this.#checkOnce(imei, terms);
        if (outcome !== undefined) return outcome;
      } catch (error) {
        terms.signal.throwIfAborted();
        if (!mayBeginAgain(error)) return failedBy(error);
        await this.#waitUntilPossible(error, terms);
      }
    }
  }

  /** Undefined if the check begins again. */
  async #checkOnce(imei: Imei, terms: CheckTerms): Promise<CheckOutcome | undefined> {
    const { service, purchases } = this.#options;
    const { requestId, signal } = terms;
    const storedOutcome = await this.#reads.read(requestId, async () => {
      signal.throwIfAborted();
      return this.#storedOutcome(imei, terms);
    });
    if (storedOutcome !== undefined) return storedOutcome;
    signal.throwIfAborted();
    const key = this.#flightKey(imei);
    const flight = this.#flights.join(key, terms);
    if (flight !== undefined) return this.#share(flight, terms);
    service.gate.assertMayPass();
    return this.#flights.start(key, terms, (started) => purchases.buy(imei, terms, started));
  }

  /**
   * The outcome of a check if the store has it; undefined if it needs a call. The order in which it
   * looks, and why:
   *
   *     with `--fresh`       sends         a cached answer may be older than the request
   *     a repeated request   sends, cache  the sends have what the request paid for itself
   *     any other            cache, sends  most answers are in the cache, often in memory
   */
  async #storedOutcome(imei: Imei, terms: LookupTerms): Promise<Answered | Failed | undefined> {
    const { answers } = this.#options;
    if (terms.wantsFresh === true) return answers.findInSends(imei, terms);
    if (terms.isRepeat === true) {
      return (await answers.findInSends(imei, terms)) ?? answers.findInCache(imei);
    }
    return (await answers.findInCache(imei)) ?? answers.findInSends(imei, terms);
  }

  /**
   * Waits for a flight that somebody else has started. Each outcome of the flight, and below it
   * what this request does. To begin again means: with the store, another flight, or a purchase.
   *
   *     an answer
   *       gets that answer, counted as saved
   *     a refusal, or an earlier doubt
   *       begins again: these concern only the payer
   *     the payer stopped before the check was sent
   *       begins again: the first to do so starts a new flight, at the end of the queue
   *     the payer stopped after that
   *       continues as if the payer had not
   *
   * All others are errors, which this throws. `#checkUntilOutcome` treats them as its own:
   *
   *     a doubt, or a failure about the IMEI
   *       gets the same failure, and pays nothing
   *     another failure, which cost nothing, or StoreFailed
   *       waits for the service or the store, then begins again
   *     a bug
   *       gets the same error
   *
   * With `--fresh`, an answer that was saved already does not count. If answers are shared by TAC,
   * the request begins again after any end.
   * @returns undefined if the request begins again immediately
   * @throws the error of the flight unless the payer stopped, or the reason of the signal
   */
  async #share(flight: Promise<CheckOutcome>, terms: CheckTerms): Promise<Answered | undefined> {
    const { metrics, sharedBy } = this.#options;
    const { wantsFresh, signal } = terms;
    metrics.flightShared();
    if (sharedBy === 'tac') {
      // The flight may be for another IMEI of this TAC. Its answer is already saved. Its failure
      // does not count for this IMEI.
      await Promise.allSettled([flight]);
      signal.throwIfAborted();
      return undefined;
    }
    try {
      const outcome = await flight;
      if (outcome.kind !== 'answered') return undefined;
      if (wantsFresh === true && outcome.answer.source !== 'service') return undefined;
      return { ...outcome, isPaidByOther: true };
    } catch (error) {
      if (!(error instanceof FlightAbandoned)) throw error;
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** Waits until what failed with this error, and cost nothing, may begin again. */
  #waitUntilPossible(error: StoreFailed | ServiceFailure, waiter: Waiter): Promise<void> {
    const { waitingRequests } = this.#options;
    return waitingRequests.during(waiter.requestId, this.#untilStoreOrService(error, waiter));
  }

  async #untilStoreOrService(
    error: StoreFailed | ServiceFailure,
    { signal, onWait }: Waiter,
  ): Promise<void> {
    const { health, service } = this.#options;
    if (error instanceof StoreFailed) {
      onWait?.({ kind: 'store' });
      await health.untilHealthy(signal);
      return;
    }
    // No wait after the first failures to connect, since only several in a row begin a pause.
    await service.gate.untilMayPass(signal, (failure, startsInMs) =>
      onWait?.({ kind: 'paused', startsInMs, failure }),
    );
  }

  #flightKey(imei: Imei): string {
    return this.#options.sharedBy === 'tac' ? tacOf(imei) : imei;
  }
}

/** Whether waiting helps, and the check cannot have been paid for. */
function mayBeginAgain(error: unknown): error is StoreFailed | ServiceFailure {
  if (error instanceof StoreFailed) return true;
  return error instanceof ServiceFailure && !error.mayBePaid && error.kind !== 'imei';
}

/** @throws the error, if it is not a failure of the service */
function failedBy(error: unknown): Failed {
  if (error instanceof ServiceFailure) return { kind: 'failed', failure: error };
  throw error;
}

function metricOf(outcome: CheckOutcome): string {
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer.found ? 'found' : 'not-found';
    case 'failed':
      return outcome.failure.code;
    case 'refused':
      return 'refused';
  }
}
