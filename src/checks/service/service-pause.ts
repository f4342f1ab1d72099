import type { Lifetime } from '../../core/lifetime/lifetime.ts';
import { deferred } from '../../core/promises.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { Limiter } from '../../limiter/limiter.ts';
import {
  type FailureReason,
  failureKindOf,
  type ServiceFailureCode,
} from '../../provider/service-failure.ts';
import type { RaiseAlert } from '../alerts.ts';
import type { Pause } from '../usage.ts';
import type { StoredPause } from './stored-pause.ts';

/** The first wait in a pause of an outage. After a refusal it lasts a window. */
const UNREACHABLE_PAUSE_MS = 15_000;
/** The waits of a pause double up to this. */
export const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * The event that a pause waits for. `reason`: first the status has to tell why the service refused;
 * `status`: the status, which costs nothing, has to allow checks again; `trial`: a check has to
 * succeed.
 */
type PauseNeeds = 'reason' | 'status' | 'trial';

/**
 * The reason why no check is sent for a while, as people read it. The status may give a better
 * reason than the service did when it refused.
 */
export interface PauseState extends FailureReason {
  readonly needs: PauseNeeds;
  /**
   * When the service is asked again, by `Clock.elapsed()`, which no setting of the time of day
   * moves.
   */
  readonly retryAtElapsed: number;
  /** The length of the present wait: each is twice as long as the one before. */
  readonly lengthMs: number;
}

interface ServicePauseOptions {
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
 * The time in which no check is sent, and what it waits for:
 *
 *     none         ── five failures in a row ────────────> needs status
 *     needs reason ── the status gave one, or failed ────> needs status
 *     needs status ── the status allows checks ──────────> needs trial: one check passes
 *     needs trial  ── that check failed ─────────────────> needs status
 *     needs trial  ── that check was answered ───────────> none
 *     any of these ── a refusal whose reason is vague ───> needs reason
 *     any of these ── any other refusal ─────────────────> needs status
 *
 * By `failure-rules`, a failure about one IMEI counts as an answer, and some refusals only prolong
 * the pause. Of calls that passed before the pause changed, only refusals count.
 *
 * Each wait for the status is twice as long as the one before. `ServiceGate` decides when a pause
 * begins and ends. `recovery` listens to the pause and asks for the status.
 */
export class ServicePause {
  readonly #options: ServicePauseOptions;
  readonly #listeners: ((state: PauseState) => void)[] = [];
  #state: PauseState | undefined;
  #generation = 0;
  /** Whether a check was answered in this run. */
  #hasWorked = false;
  #cancelTimer: (() => void) | undefined;
  #changed = deferred<void>();

  constructor(options: ServicePauseOptions) {
    this.#options = options;
    void options.lifetime.whenDraining('the timer of a pause', () => this.#cancelTimer?.());
  }

  /** Undefined while the service works. */
  get state(): PauseState | undefined {
    return this.#state;
  }

  /**
   * Changes when the pause waits for something else or has another reason, and not when it only
   * lasts longer. A call that passed in an earlier generation must not leave any more.
   */
  get generation(): number {
    return this.#generation;
  }

  /** The pause while it lets no check pass; undefined without a pause, or if a trial is due. */
  get blockingState(): PauseState | undefined {
    const isTrialDue = this.#state?.needs === 'trial' && this.remainingMs() === 0;
    return isTrialDue ? undefined : this.#state;
  }

  /** Resolves when `blockingState` may have changed. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** Calls this with the pause in each new generation. */
  listen(listener: (state: PauseState) => void): void {
    this.#listeners.push(listener);
  }

  /** Time until the service is asked again, in milliseconds. */
  remainingMs(): number {
    const until = this.#state?.retryAtElapsed ?? Number.NEGATIVE_INFINITY;
    return Math.ceil(Math.max(until - this.#options.clock.elapsed(), 0));
  }

  /** The reason why no check is sent, and when the service is asked again. */
  reason(): Pause | undefined {
    if (this.#state === undefined) return undefined;
    const { code, lastDay } = this.#state;
    return { code, lastDay, retryAt: this.#options.clock.now() + this.remainingMs() };
  }

  /** @param why of an outage, for the log */
  begin(code: ServiceFailureCode, needs: 'reason' | 'status', why?: string): void {
    this.#restart({ code }, needs, why);
  }

  /** A call was refused in the pause, which now lasts at least its first length from now. */
  prolong(code: ServiceFailureCode): void {
    if (this.#state === undefined) return;
    const needs = this.#state.needs === 'reason' ? 'reason' : 'status';
    const retryAtElapsed = Math.max(
      this.#state.retryAtElapsed,
      this.#elapsedIn(this.#firstLengthMs(code)),
    );
    this.#changeTo({ ...this.#state, needs, retryAtElapsed });
    this.#halt(code, needs);
  }

  /** @param reason from the status or, if the status could not be read, from the service */
  learnReason(reason: FailureReason): void {
    this.#restart(reason, 'status');
  }

  /** The status allows checks again: the next check is the trial. */
  allowTrial(): void {
    if (this.#state === undefined) return;
    const { code, lengthMs } = this.#state;
    this.#changeTo({ code, lengthMs, needs: 'trial', retryAtElapsed: this.#elapsedIn(0) });
  }

  /**
   * In a pause, the check that passes now is the trial, and all others wait for its answer, at most
   * as long as the pause. Usually there is no pause: then this does nothing. Call it only without a
   * `blockingState`.
   * @returns to be called if the check was not sent: then the next check is the trial
   */
  beginTrialIfPaused(): () => void {
    const due = this.#state;
    if (due === undefined) return () => undefined;
    const begun = { ...due, retryAtElapsed: this.#elapsedIn(due.lengthMs) };
    this.#changeTo(begun);
    return () => {
      // Nothing to take back once the pause has ended, or waits for something else.
      if (this.#state === begun) this.#changeTo(due);
    };
  }

  /** Begins the next wait, twice as long. Called right before each question for the status. */
  beginNextWait(): void {
    if (this.#state === undefined) return;
    const lengthMs = Math.min(this.#state.lengthMs * 2, LONGEST_PAUSE_MS);
    this.#changeTo({ ...this.#state, lengthMs, retryAtElapsed: this.#elapsedIn(lengthMs) });
    this.#alert();
  }

  /**
   * The service works. The first time in a run, this is reported even without a pause: an earlier
   * run may have ended in a pause that was not restored, since it had another key.
   */
  end(): void {
    if (this.#state === undefined && this.#hasWorked) return;
    this.#hasWorked = true;
    this.#changeTo(undefined);
    this.#options.raise({ kind: 'service-works' });
  }

  /**
   * Restores a pause in which the last process ended.
   * @throws StoreFailed
   */
  async restore(): Promise<void> {
    const { stored, windowMs, limiter } = this.#options;
    const pause = await stored.read();
    if (pause === undefined || this.#state !== undefined) return;
    const { code, lastDay } = pause;
    // At most a window: before a restart an operator has usually fixed something.
    const remainingMs = Math.min(pause.remainingMs, windowMs);
    this.#changeTo({
      code,
      lastDay,
      needs: 'status',
      lengthMs: this.#firstLengthMs(code),
      retryAtElapsed: this.#elapsedIn(remainingMs),
    });
    if (failureKindOf(code) === 'rate') limiter.halt(remainingMs);
    this.#alert();
  }

  /** The pause begins now with its first length. Admins read of it once its reason is known. */
  #restart({ code, lastDay }: FailureReason, needs: 'reason' | 'status', why?: string): void {
    const lengthMs = this.#firstLengthMs(code);
    this.#changeTo({ code, lastDay, needs, lengthMs, retryAtElapsed: this.#elapsedIn(lengthMs) });
    this.#halt(code, needs);
    if (needs !== 'reason') this.#alert(why);
  }

  /**
   * Only one alert of a pause is sent. It is raised again with each length and in each run, in case
   * no platform took it before.
   */
  #alert(why?: string): void {
    const reason = this.reason();
    if (reason !== undefined) this.#options.raise({ kind: 'service-paused', ...reason, why });
  }

  /** After “limit exceeded” nothing at all is sent for a window, once the reason is known. */
  #halt(code: ServiceFailureCode, needs: 'reason' | 'status'): void {
    const { limiter, windowMs } = this.#options;
    if (failureKindOf(code) === 'rate' && needs === 'status') limiter.halt(windowMs);
  }

  /** The only place where the state changes. */
  #changeTo(next: PauseState | undefined): void {
    const before = this.#state;
    this.#state = next;
    this.#options.stored.writeLatest(() => this.reason());
    this.#setTimer();
    this.#wake();
    if (next?.code !== before?.code || next?.needs !== before?.needs) this.#beginGeneration();
  }

  /** Wakes those who wait once the pause has lasted as long as it says: a trial may then be due. */
  #setTimer(): void {
    const { lifetime, clock } = this.#options;
    this.#cancelTimer?.();
    if (this.#state === undefined || lifetime.draining.aborted) return;
    this.#cancelTimer = clock.later(this.remainingMs(), () => this.#wake());
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = deferred();
  }

  #beginGeneration(): void {
    const state = this.#state;
    this.#generation += 1;
    if (state === undefined) return;
    for (const listener of this.#listeners) listener(state);
  }

  #firstLengthMs(code: ServiceFailureCode): number {
    return failureKindOf(code) === 'unsent' ? UNREACHABLE_PAUSE_MS : this.#options.windowMs;
  }

  /** The time after `ms`, by `Clock.elapsed()`. */
  #elapsedIn(ms: number): number {
    return this.#options.clock.elapsed() + ms;
  }
}
