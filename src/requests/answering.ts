import type { RaiseAlert } from '../checks/alerts.ts';
import type { AdapterOf } from '../core/adapter/adapter.ts';
import type { ReplyTarget, RequestEvent, ShowReply } from '../core/adapter/request-event.ts';
import { Interrupted } from '../core/lifetime/interruption.ts';
import { type Lifetime, RunEnding } from '../core/lifetime/lifetime.ts';
import { platformOf } from '../core/principal.ts';
import type { Reply } from '../core/reply/reply.ts';
import { delayAfter } from '../core/time/backoff.ts';
import type { Clock } from '../core/time/clock.ts';
import { notices } from '../format/reply/notices.ts';
import { sayIn } from '../format/texts/say.ts';
import type { ReportBug } from '../ops/bug-reporter.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { StoreFailed } from '../store/store-errors.ts';
import type { Attempt } from './attempt.ts';
import type { TypedWords } from './buttons/typed-words.ts';
import { type Invocations, singleState } from './invocations.ts';
import type { LiveRequest } from './live-request.ts';
import type { LiveRequests } from './live-requests.ts';
import { type AttemptOutcome, ReplyPresenter } from './reply-presenter.ts';
import type { RequestAges } from './request-ages.ts';
import type { RequestRows } from './request-rows.ts';
import type { Suspects } from './suspects.ts';

interface AnsweringOptions {
  readonly requests: LiveRequests;
  readonly rows: RequestRows;
  readonly suspects: Suspects;
  readonly invocations: Invocations;
  readonly typedWords: Pick<TypedWords, 'remember'>;
  readonly adapterOf: AdapterOf;
  readonly ages: RequestAges;
  readonly raise: RaiseAlert;
  readonly reportBug: ReportBug;
  readonly metrics: Pick<Metrics, 'replyShown' | 'requestTook'>;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers open requests: runs them, and tries again if a reply could not be shown. */
export class Answering {
  readonly #options: AnsweringOptions;

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  /**
   * Runs a ready request once. Resolves when it is closed, waits for its next attempt, or is
   * handed over to the next run; never rejects.
   * @param instead shown instead of its reply
   */
  run(request: LiveRequest, show: ShowReply, instead?: Reply): Promise<void> {
    return this.#options.lifetime.track(this.#run(request, show, instead));
  }

  /**
   * Continues the pending requests of a platform once it is connected. Returns their number.
   */
  resume(platform: string): number {
    const pending = [...this.#options.requests].filter(
      ({ phase, requester }) => phase === 'pending' && platformOf(requester) === platform,
    );
    for (const request of pending) void this.#runAgain(request);
    return pending.length;
  }

  /**
   * Retries the replies that could not be shown to the person of this event. They may be shown
   * below the reply to this event.
   */
  retryFor({ requester, target }: RequestEvent): void {
    for (const request of this.#options.requests) {
      if (request.requester === requester && request.phase === 'retrying') {
        void this.#runAgain(request, target);
      }
    }
  }

  async #run(request: LiveRequest, show: ShowReply, instead?: Reply): Promise<void> {
    const { lifetime, log } = this.#options;
    if (lifetime.over.aborted) request.beginHandover();
    if (request.phase !== 'ready') {
      log.debug(
        { request: request.id, phase: request.phase },
        'A request is not run, since its phase has changed meanwhile',
      );
      return;
    }
    try {
      const outcome = await this.#attempt(request, show, instead);
      await this.#afterAttempt(request, outcome);
    } catch (error) {
      if (error instanceof RunEnding) return;
      log.error(
        { err: error, request: request.id },
        'A request could not be closed; after a restart it may be answered again',
      );
    }
  }

  async #attempt(request: LiveRequest, show: ShowReply, instead?: Reply): Promise<AttemptOutcome> {
    const attempt = request.beginAttempt();
    if (this.#options.ages.isTooOldToSend(request)) request.expire();
    try {
      const states =
        instead === undefined ? this.#statesOrError(request, attempt) : singleState(instead);
      return await new ReplyPresenter(request, show, attempt, this.#options).present(states);
    } catch (error) {
      if (attempt.interruption === 'handed-over') return 'handed-over';
      this.#options.log.error(
        { err: error, request: request.id },
        'A request could not be answered; it is tried again',
      );
      return 'not-shown';
    }
  }

  async #afterAttempt(request: LiveRequest, outcome: AttemptOutcome): Promise<void> {
    const { requests, rows, lifetime } = this.#options;
    if (outcome === 'shown') {
      request.markShown();
      this.#recordReply(request);
      await rows.close(request);
    } else if (request.isForgotten) {
      // Its row is closed already.
      requests.drop(request);
    } else if (outcome === 'handed-over' || lifetime.over.aborted) {
      request.finishHandover();
    } else {
      await this.#retryLater(request);
    }
  }

  #recordReply(request: LiveRequest): void {
    const { typedWords, metrics, clock } = this.#options;
    typedWords.remember(request);
    metrics.requestTook(platformOf(request.requester), Math.max(0, request.ageMs(clock.now())));
  }

  /** Tries the request again after a delay, or gives it up. */
  async #retryLater(request: LiveRequest): Promise<void> {
    const { requests, ages, raise, clock, log } = this.#options;
    // Its question was edited: a later attempt could replace the reply to the edit.
    if (requests.isReplyReplaced(request.requester, request.event.question)) {
      await this.#giveUp(request);
    } else if (ages.isTooOldToRetry(request)) {
      log.warn(
        { request: request.id },
        'A reply could not be shown before its request was too old; the request is given up',
      );
      raise({ kind: 'replies-undeliverable' });
      await this.#giveUp(request);
    } else {
      request.markRetrying(
        clock.later(delayAfter(request.failures), () => this.#runAgain(request)),
      );
    }
  }

  async #giveUp(request: LiveRequest): Promise<void> {
    request.markGivenUp();
    await this.#options.rows.close(request);
  }

  /** Runs a request some time after its event: reopens the place of its reply. Never rejects. */
  async #runAgain(request: LiveRequest, newer?: ReplyTarget): Promise<void> {
    const { suspects, log } = this.#options;
    try {
      request.markReady();
      await suspects.inTurn(request, () => this.#reopenAndRun(request, newer));
    } catch (error) {
      if (error instanceof RunEnding) return;
      log.error(
        { err: error, request: request.id },
        'A request could not be continued; it stays open until the next run loads it',
      );
    }
  }

  async #reopenAndRun(request: LiveRequest, newer?: ReplyTarget): Promise<void> {
    const { suspects, ages } = this.#options;
    const show = ages.mustWaitForClock(request) ? undefined : await this.#reopen(request, newer);
    // The request may have been forgotten or handed over meanwhile.
    if (request.phase !== 'ready') return;
    if (show === undefined) await this.#retryLater(request);
    else if (suspects.isPoisonous(request)) await this.#closePoisonous(request, show);
    else await suspects.watch(request, () => this.run(request, show));
  }

  /** Resolves with a function that shows the reply; undefined if that is not possible now. */
  async #reopen(
    { id, requester, event }: LiveRequest,
    newer?: ReplyTarget,
  ): Promise<ShowReply | undefined> {
    try {
      return await this.#options.adapterOf(requester)?.reopen(event.target, newer);
    } catch (error) {
      this.#options.log.warn(
        { err: error, request: id },
        'The place of a reply could not be reopened; it will be tried again',
      );
      return undefined;
    }
  }

  async #closePoisonous(request: LiveRequest, show: ShowReply): Promise<void> {
    const { raise, log } = this.#options;
    await this.run(request, show, notices.poisoned(sayIn(request.event.locale)));
    if (request.isOpen) return;
    log.error(
      { request: request.id },
      'A request was closed: each process that ran it ended soon after',
    );
    raise({ kind: 'request-poisoned' });
  }

  /** The states of the reply. If the command throws an error, the last state says so. */
  async *#statesOrError(request: LiveRequest, attempt: Attempt): AsyncGenerator<Reply> {
    try {
      let isEmpty = true;
      for await (const state of await this.#options.invocations.replyTo(request, attempt)) {
        isEmpty = false;
        yield state;
      }
      if (isEmpty) throw new Error('a command ended without a reply');
    } catch (error) {
      yield this.#errorReply(request, attempt, error);
    }
  }

  /** @throws the error if the request is handed over, since then nothing more is shown */
  #errorReply(request: LiveRequest, attempt: Attempt, error: unknown): Reply {
    const { reportBug, log } = this.#options;
    const { id, locale } = request.event;
    const say = sayIn(locale);
    // The next run answers the request. The error may only mean that this run is closed.
    if (attempt.interruption === 'handed-over') throw error;
    if (error instanceof Interrupted) {
      return error.why === 'too-old' ? notices.tooOld(say) : notices.stopped(say);
    }
    reportBug(error, id);
    if (!(error instanceof StoreFailed)) return notices.unexpected(say);
    log.warn(
      { err: error, request: id },
      'A command needs the store, which fails; its reply says so',
    );
    return notices.storeFailing(say);
  }
}
