import type { Statement } from '../core/statement.ts';
import { type Imei, tacOf } from '../imei/imei.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { ServiceFailure, type ServiceFailureCode } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { AccountOf } from './accounts.ts';
import type { CacheSettings } from './answers/answer-cache.ts';
import type { PaidAnswers } from './answers/paid-answers.ts';
import type { Answer, Checker, CheckRequest, Payer, SavedOutcome } from './contract.ts';
import { CheckRefused } from './contract.ts';
import { FlightAbandoned, Flights } from './flights.ts';
import type { Purchases } from './purchases.ts';
import type { ServiceGate } from './service/service-gate.ts';
import type { SpendingBook } from './spending.ts';
import type { WaitingRequests } from './waiting-requests.ts';

interface CheckerOptions {
  readonly answers: PaidAnswers;
  readonly purchases: Purchases;
  readonly gate: ServiceGate;
  readonly spending: Pick<SpendingBook, 'count'>;
  readonly waitingRequests: WaitingRequests;
  readonly limiter: Pick<Limiter, 'estimate'>;
  readonly accountOf: AccountOf;
  readonly sharedBy: CacheSettings['sharedBy'];
  readonly health: Pick<StoreHealth, 'untilHealthy'>;
  readonly metrics: Metrics;
  /** Aborted when the run begins to end. */
  readonly draining: AbortSignal;
}

/**
 * Answers from what is saved, else from a flight of somebody else, else by a purchase. What was not
 * sent, since the store fails or the service refuses, is tried again when that has ended.
 */
export class CachedChecker implements Checker {
  readonly #options: CheckerOptions;
  readonly #flights: Flights<Answer>;

  constructor(options: CheckerOptions) {
    this.#options = options;
    this.#flights = new Flights(options.waitingRequests);
  }

  async check(imei: Imei, request: CheckRequest): Promise<Answer> {
    const { metrics } = this.#options;
    try {
      const answer = await this.#untilAnswered(imei, request);
      metrics.checkAnswered(answer.source);
      metrics.checkEnded(answer.found ? 'found' : 'not-found');
      return answer;
    } catch (error) {
      const end = this.#endWith(error, request.signal);
      if (end !== undefined) metrics.checkEnded(end);
      throw error;
    }
  }

  saved(imei: Imei): Promise<SavedOutcome> {
    return this.#savedOutcome(imei, undefined);
  }

  savedFor(imei: Imei, payer: Payer): Promise<SavedOutcome> {
    return this.#savedOutcome(imei, payer);
  }

  countSaved(t: Statement, count: number): Promise<void> {
    return this.#options.spending.count(t, 'saved', count);
  }

  estimate(count: number, requester?: CheckRequest['requester']): ReturnType<Checker['estimate']> {
    const { limiter, accountOf } = this.#options;
    return limiter.estimate(count, requester && accountOf(requester));
  }

  async #savedOutcome(imei: Imei, payer: Payer | undefined): Promise<SavedOutcome> {
    try {
      const answer = await this.#known(imei, payer);
      return answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
    } catch (error) {
      if (error instanceof ServiceFailure) return { kind: 'failed', failure: error };
      throw error;
    }
  }

  async #untilAnswered(imei: Imei, request: CheckRequest): Promise<Answer> {
    for (;;) {
      request.signal.throwIfAborted();
      try {
        const answer = await this.#answerOnce(imei, request);
        if (answer !== undefined) return answer;
      } catch (error) {
        request.signal.throwIfAborted();
        if (!isWorthRetrying(error)) throw error;
        await this.#options.waitingRequests.during(
          request.requestId,
          this.#untilPossible(error, request),
        );
      }
    }
  }

  /** Undefined if it has to be tried again. */
  async #answerOnce(imei: Imei, request: CheckRequest): Promise<Answer | undefined> {
    const { gate, purchases } = this.#options;
    const known = await this.#known(imei, request);
    if (known !== undefined) {
      // Unless a repeated request finds what it paid itself.
      if (known.source !== 'service') this.#noteSaved(request);
      return known;
    }
    request.signal.throwIfAborted();
    const key = this.#flightKey(imei);
    const flight = this.#flights.join(key, request);
    if (flight !== undefined) return this.#share(flight, request);
    gate.assertMayPass();
    const answer = await this.#flights.start(key, request, (started) =>
      purchases.buy(imei, request, started),
    );
    if (answer.source !== 'service') this.#noteSaved(request);
    return answer;
  }

  #noteSaved({ onSaved }: CheckRequest): void {
    this.#options.metrics.saved(1);
    onSaved();
  }

  async #known(imei: Imei, payer: Payer | undefined): Promise<Answer | undefined> {
    const { answers } = this.#options;
    if (payer?.payAgain === true) return answers.fromSends(imei, payer);
    // The sends tell what a repeated request paid itself.
    if (payer?.isRepeat === true)
      return (await answers.fromSends(imei, payer)) ?? answers.get(imei);
    return (await answers.get(imei)) ?? answers.fromSends(imei, payer);
  }

  /** The answer of a flight that somebody else started, if it also answers this request. */
  async #share(flight: Promise<Answer>, request: CheckRequest): Promise<Answer | undefined> {
    const { metrics, sharedBy } = this.#options;
    const { payAgain, signal } = request;
    metrics.flightShared();
    if (sharedBy === 'tac') {
      // The flight of another IMEI of this TAC has saved its answer by now. Its failure does not
      // count for this one.
      await Promise.allSettled([flight]);
      signal.throwIfAborted();
      return undefined;
    }
    try {
      const answer = await flight;
      if (payAgain === true && answer.source !== 'service') return undefined;
      this.#noteSaved(request);
      return answer;
    } catch (error) {
      // These are about the caller that started the flight.
      if (!(error instanceof CheckRefused || error instanceof FlightAbandoned)) throw error;
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** Waits until a check that was not sent, for this reason, can be tried again. */
  async #untilPossible(
    error: StoreFailed | ServiceFailure,
    { signal, onWait }: CheckRequest,
  ): Promise<void> {
    const { health, gate } = this.#options;
    if (error instanceof StoreFailed) {
      onWait?.({ kind: 'store' });
      await health.untilHealthy(signal);
      return;
    }
    await gate.untilMayPass(signal, (failure, startsInMs) =>
      onWait?.({ kind: 'paused', startsInMs, failure }),
    );
  }

  /** How a check without an answer ended; undefined if the next run continues it. */
  #endWith(
    error: unknown,
    signal: AbortSignal,
  ): ServiceFailureCode | 'refused' | 'stopped' | 'bug' | undefined {
    if (error instanceof ServiceFailure) return error.code;
    if (error instanceof CheckRefused) return 'refused';
    if (this.#options.draining.aborted) return undefined;
    return signal.aborted ? 'stopped' : 'bug';
  }

  #flightKey(imei: Imei): string {
    return this.#options.sharedBy === 'tac' ? tacOf(imei) : imei;
  }
}

/** Not if waiting does not help, or the check may have been paid for. */
function isWorthRetrying(error: unknown): error is StoreFailed | ServiceFailure {
  if (error instanceof StoreFailed) return true;
  return error instanceof ServiceFailure && !error.mayBePaid && error.kind !== 'imei';
}
