import { deferred, untilAborted } from '../../core/async/promises.ts';
import type { Clock } from '../../core/clock.ts';
import { whyUnreachable } from '../../core/errors.ts';
import type { Lifetime } from '../../core/lifetime.ts';
import type { Limiter } from '../../limiter/limiter.ts';
import {
  type FailureReason,
  failureKindOf,
  ServiceFailure,
  type ServiceFailureCode,
} from '../../provider/errors.ts';
import type { RaiseAlert } from '../alerts.ts';
import type { PauseReason } from '../usage.ts';
import {
  coversRefusal,
  firstPauseMs,
  LONGEST_PAUSE_MS,
  type ServicePause,
} from './service-pause.ts';
import type { StoredPause } from './stored-pause.ts';

/**
 * After this many failures in a row, the service counts as failing. Failures of the key or of one
 * IMEI do not count.
 */
const FAILURES_IN_A_ROW = 5;
/** The one check that finds out whether the service works again. */
export interface Trial {
  /** The check was not sent after all: the next one is the trial. */
  cancel(): void;
}

interface ServiceGateOptions {
  readonly windowMs: number;
  /** Sends nothing at all for a while, if the service says that its limit was exceeded. */
  readonly limiter: Pick<Limiter, 'halt'>;
  /** The pause as the next process finds it. */
  readonly stored: StoredPause;
  readonly raise: RaiseAlert;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/**
 * Whether the service may be asked. It only knows: those who send tell it how that ended, and
 * `Recovery`, which listens to it, asks for the key's status.
 *
 *     working      ── a refusal whose reason is vague ───> needs reason
 *     working      ── another refusal, or five failures ─> needs status
 *     needs reason ── the status told why, or failed ────> needs status
 *     needs status ── the status allows checks ──────────> needs trial: one check passes
 *     needs trial  ── that check failed ─────────────────> needs status
 *     any of these ── a check was answered ──────────────> working
 *
 * As long as the status allows none, each pause is twice as long as the one before. Of checks that
 * were sent before a pause and fail in it, only a refusal counts: the pause begins again.
 */
export class ServiceGate {
  readonly #options: ServiceGateOptions;
  readonly #listeners: ((pause: ServicePause) => void)[] = [];
  /** Undefined while it works. */
  #pause: ServicePause | undefined;
  #pauseCount = 0;
  #failuresInARow = 0;
  #cancelTimer: (() => void) | undefined;
  /** Resolves when a waiting check has to look again. */
  #changed = deferred<void>();

  constructor(options: ServiceGateOptions) {
    this.#options = options;
    options.lifetime.draining.addEventListener('abort', () => this.#cancelTimer?.(), {
      once: true,
    });
  }

  /** Calls this whenever a pause begins, or needs something else than before. */
  listen(listener: (pause: ServicePause) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Why nothing is sent at the moment, and when the bot tries again, in milliseconds since 1970.
   */
  pauseReason(): PauseReason | undefined {
    const pause = this.#blocking();
    // Nobody reads a reason that may be wrong.
    if (pause === undefined || pause.needs === 'reason') return undefined;
    return { code: pause.code, lastDay: pause.lastDay, retryAt: this.#retryAt() };
  }

  /** The pause that has not ended; undefined while the service works. */
  get pause(): ServicePause | undefined {
    return this.#pause;
  }

  /** How many pauses have begun. Taken before a call is sent, and passed to `succeeded`. */
  get pauseCount(): number {
    return this.#pauseCount;
  }

  /** How long the present pause still is, in milliseconds. */
  remainingMs(): number {
    const until = this.#pause?.retryAt ?? Number.NEGATIVE_INFINITY;
    return Math.ceil(Math.max(until - this.#options.clock.elapsed(), 0));
  }

  /**
   * @throws the failure that began the pause, with the time of the next try, if nothing may be sent
   */
  assertMayPass(): void {
    const pause = this.#blocking();
    if (pause !== undefined) throw this.#failureOf(pause);
  }

  /**
   * Call it right before a check is sent: in a pause, this check is the trial, and all others wait
   * for its answer.
   * @returns undefined while the service works
   * @throws as `assertMayPass`
   */
  beginTrial(): Trial | undefined {
    this.assertMayPass();
    const due = this.#pause;
    if (due === undefined) return undefined;
    const begun = { ...due, retryAt: this.#inMs(due.lengthMs) };
    this.#become(begun);
    return {
      cancel: () => {
        // Nothing to take back once the pause has ended, or waits for something else.
        if (this.#pause === begun) this.#become(due);
      },
    };
  }

  /**
   * Resolves when the next check may be tried. Rejects with the signal's reason.
   * @param onWait called with each reason why nothing is sent, and for how many milliseconds
   */
  async untilMayPass(
    signal: AbortSignal,
    onWait: (failure: ServiceFailure, ms: number) => void,
  ): Promise<void> {
    let told: ServicePause | undefined;
    let pause = this.#blocking();
    while (pause !== undefined) {
      if (pause !== told && pause.needs !== 'reason')
        onWait(this.#failureOf(pause), this.remainingMs());
      told = pause;
      await untilAborted(this.#changed.promise, signal);
      pause = this.#blocking();
    }
  }

  /**
   * The answer to a check arrived. It ends a pause that had begun when the check was sent.
   * @param pauseCount how many had begun by then
   */
  succeeded(pauseCount: number): void {
    if (this.#pause !== undefined && pauseCount !== this.#pauseCount) return;
    this.#failuresInARow = 0;
    if (this.#pause === undefined) return;
    this.#become(undefined);
    this.#options.raise({ kind: 'service-works' });
  }

  /** A call for the status failed: only a refusal says something of checks, but not why. */
  statusFailed(failure: ServiceFailure): void {
    if (failure.refusesAll) this.#refuse(failure.code, 'status');
  }

  /** @param pauseCount how many pauses had begun when the check was sent */
  checkFailed(failure: ServiceFailure, pauseCount: number): void {
    if (failure.refusesAll) {
      // The status knows more: too often, or a used-up month; since when the key has expired.
      const isVague = failure.kind === 'rate' || failure.code === 'key-inactive';
      this.#refuse(failure.code, isVague ? 'reason' : 'status');
      return;
    }
    // It concerns one IMEI: the service works.
    if (failure.kind === 'imei') {
      if (this.#pause !== undefined) this.succeeded(pauseCount);
      return;
    }
    // What was sent before a pause does not say when the service answers again.
    if (this.#pause !== undefined && this.#pause.needs !== 'trial') return;
    this.#failuresInARow += 1;
    const isTrial = this.#pause !== undefined;
    if (isTrial || this.#failuresInARow >= FAILURES_IN_A_ROW)
      this.#refuse(this.#outageCode(failure), 'status', failure.cause);
  }

  /**
   * One reason from the beginning of an outage to its end. Nothing is sent then, so it is one that
   * costs nothing.
   */
  #outageCode(failure: ServiceFailure): ServiceFailureCode {
    const { code } = this.#pause ?? failure;
    return failureKindOf(code) === 'unsent' ? code : 'failing';
  }

  /**
   * The status told why the service refused, or could not be read: then it is as the service said.
   */
  learnReason(reason: FailureReason): void {
    this.#begin(reason, 'status');
  }

  /** The status allows checks again: the next one is the trial. */
  allowTrial(): void {
    if (this.#pause === undefined) return;
    const { code, lengthMs } = this.#pause;
    this.#become({ code, lengthMs, needs: 'trial', retryAt: this.#inMs(0) });
  }

  /** The next pause begins, twice as long as the last one. */
  backOff(): void {
    if (this.#pause === undefined) return;
    const lengthMs = Math.min(this.#pause.lengthMs * 2, LONGEST_PAUSE_MS);
    this.#become({ ...this.#pause, lengthMs, retryAt: this.#inMs(lengthMs) });
  }

  /** Restores a pause in which the last process ended. Rejects if the store fails. */
  async restore(): Promise<void> {
    const { stored, windowMs, limiter } = this.#options;
    const pause = await stored.read();
    if (pause === undefined || this.#pause !== undefined) return;
    const { code, lastDay } = pause;
    // At most a window: before a restart an operator has usually fixed something.
    const remainingMs = Math.min(pause.remainingMs, windowMs);
    this.#pauseCount += 1;
    this.#become({
      code,
      lastDay,
      needs: 'status',
      lengthMs: firstPauseMs(code, windowMs),
      retryAt: this.#inMs(remainingMs),
    });
    if (failureKindOf(code) === 'rate') limiter.halt(remainingMs);
  }

  /** @param cause of an outage, for the log */
  #refuse(code: ServiceFailureCode, needs: 'reason' | 'status', cause?: unknown): void {
    const pause = this.#pause;
    if (pause !== undefined && (pause.code === code || coversRefusal(pause, code))) {
      this.#prolong(pause, code);
      return;
    }
    this.#pauseCount += 1;
    this.#begin({ code }, needs, cause);
  }

  /** The pause counts from the last refusal, also for the next process. */
  #prolong(pause: ServicePause, code: ServiceFailureCode): void {
    const needs = pause.needs === 'reason' ? 'reason' : 'status';
    const retryAt = Math.max(pause.retryAt, this.#inMs(firstPauseMs(code, this.#options.windowMs)));
    this.#become({ ...pause, needs, retryAt });
    this.#halt(code, needs);
  }

  #begin({ code, lastDay }: FailureReason, needs: 'reason' | 'status', cause?: unknown): void {
    const { clock, raise } = this.#options;
    const lengthMs = firstPauseMs(code, this.#options.windowMs);
    this.#become({ code, lastDay, needs, retryAt: this.#inMs(lengthMs), lengthMs });
    this.#halt(code, needs);
    if (needs === 'reason') return;
    const why = cause === undefined ? undefined : whyUnreachable(cause);
    raise({ kind: 'service-paused', code, lastDay, retryAt: clock.now() + lengthMs, why });
  }

  /** “Limit exceeded”: nothing at all is sent for a window, except to learn why. */
  #halt(code: ServiceFailureCode, needs: 'reason' | 'status'): void {
    const { limiter, windowMs } = this.#options;
    if (failureKindOf(code) === 'rate' && needs === 'status') limiter.halt(windowMs);
  }

  #become(next: ServicePause | undefined): void {
    const before = this.#pause;
    this.#pause = next;
    this.#options.stored.saveLatest(
      () => this.#pause && { ...this.#pause, retryAt: this.#retryAt() },
    );
    this.#cancelTimer?.();
    if (next !== undefined && !this.#options.lifetime.draining.aborted) {
      this.#cancelTimer = this.#options.clock.later(this.remainingMs(), () => this.#wake());
    }
    this.#wake();
    if (next === undefined || (next.code === before?.code && next.needs === before.needs)) return;
    for (const listener of this.#listeners) listener(next);
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = deferred();
  }

  /** The pause, unless it needs a trial that is due. */
  #blocking(): ServicePause | undefined {
    const isTrialDue = this.#pause?.needs === 'trial' && this.remainingMs() === 0;
    return isTrialDue ? undefined : this.#pause;
  }

  #failureOf({ code, lastDay }: ServicePause): ServiceFailure {
    return new ServiceFailure(code, { retryAt: this.#retryAt(), lastDay });
  }

  /** In milliseconds since 1970. */
  #retryAt(): number {
    return this.#options.clock.now() + this.remainingMs();
  }

  /** The time after `ms`, by `Clock.elapsed()`. */
  #inMs(ms: number): number {
    return this.#options.clock.elapsed() + ms;
  }
}
