import type { AskingEvent, ReplyTarget } from '../core/adapter/request.ts';
import type { Principal } from '../core/principal.ts';
import { deferred } from '../core/promises.ts';
import type { Work } from '../core/statement.ts';
import { Attempt } from './attempt.ts';
import { LiveButtons, type ReplyButtons } from './live-buttons.ts';

/**
 * The phases of a request in this process, and what leads from one to the next:
 *
 *   load ──> pending ── its platform is connected ──┐
 *                                                   ▼         last state shown     row written
 *   accept ────────────────────────────────────> accepted ──> running ─────> answered ─────> closed
 *                                                  ▲   │         │
 *                            the delay is over, or │   │ nowhere │ not
 *                            its person asks again │   ▼ to show │ shown
 *                                                  └─ retrying <─┘
 *
 * Too old, or replaced by an edit: what does not run is given up, which counts as answered.
 * Forgotten: it is closed; if it runs, once its last state was shown. The run ends: what is not
 * answered is handed over to the next run, which loads it.
 */
export type RequestPhase =
  | 'pending'
  | 'accepted'
  | 'running'
  | 'retrying'
  | 'answered'
  | 'closed'
  | 'handed-over';

const NEXT: Readonly<Record<RequestPhase, readonly RequestPhase[]>> = {
  pending: ['accepted', 'answered', 'closed', 'handed-over'],
  accepted: ['running', 'retrying', 'answered', 'closed', 'handed-over'],
  running: ['retrying', 'answered', 'closed', 'handed-over'],
  retrying: ['accepted', 'answered', 'closed', 'handed-over'],
  answered: ['closed'],
  closed: [],
  'handed-over': ['closed'],
};

/** The phases in which this process shows nothing more of a request. */
const ENDED: readonly RequestPhase[] = ['answered', 'closed', 'handed-over'];

/** What is known of a request when it becomes open. */
export interface Origin {
  /** The event as it arrived, with card numbers masked. */
  readonly event: AskingEvent;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Names the buttons of its reply. */
  readonly requestToken: string;
  readonly phase: 'pending' | 'accepted';
  readonly tries?: number;
  /** As an earlier process has left it. */
  readonly continuation?: Continuation | undefined;
}

/** What the next process needs besides the event to continue a request. */
export interface Continuation {
  /** Its person has stopped it. */
  readonly isStopped?: boolean;
  /** The buttons of its reply; undefined if none was shown. */
  readonly buttons?: ReplyButtons | undefined;
}

/** A request that was accepted, until its row is closed. Only it changes its phase. */
export class OpenRequest {
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Whether an earlier process, or an earlier run of this one, has accepted it. */
  readonly isLoaded: boolean;
  /** The buttons that its reply shows. */
  readonly buttons: LiveButtons;
  /**
   * Processes that ended while it was open, since it last waited for a check or ran for a while.
   */
  tries: number;
  #event: AskingEvent;
  #phase: RequestPhase;
  readonly #ended = deferred<void>();
  #failures = 0;
  #isForgotten = false;
  #isStopped: boolean;
  /** The present attempt, or the last one; undefined before the first, and once it is given up. */
  #attempt: Attempt | undefined;
  /** Cancels the next attempt; undefined unless it is retrying. */
  #cancelRetry: (() => void) | undefined;

  constructor(origin: Origin) {
    this.#event = origin.event;
    this.#phase = origin.phase;
    this.isLoaded = origin.phase === 'pending';
    this.acceptedAt = origin.acceptedAt;
    this.buttons = new LiveButtons(origin.requestToken, origin.continuation?.buttons);
    this.tries = origin.tries ?? 0;
    this.#isStopped = origin.continuation?.isStopped ?? false;
  }

  get id(): string {
    return this.#event.id;
  }

  get requester(): Principal {
    return this.#event.requester;
  }

  /** The request; its target is where the reply is shown now. */
  get event(): AskingEvent {
    return this.#event;
  }

  get phase(): RequestPhase {
    return this.#phase;
  }

  /**
   * Since it was accepted. By the time of day, since an earlier process may have accepted it on
   * another machine; so it is below zero if the clock was set back.
   */
  ageMs(now: number): number {
    return now - this.acceptedAt;
  }

  /** How many times this process could not show its reply. */
  get failures(): number {
    return this.#failures;
  }

  /** Resolves when this process shows nothing more of it. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** What is written with its closed row; nothing if its person wants to be forgotten. */
  get onClose(): readonly Work<unknown>[] {
    return this.#isForgotten ? [] : (this.#attempt?.onClose ?? []);
  }

  /** Whether it still needs an answer. A forgotten one does not, though it may still run. */
  get isUnanswered(): boolean {
    return !this.#isForgotten && this.#phase !== 'answered' && this.#phase !== 'closed';
  }

  /** Whether its person does not want it any more, though that may not be shown yet. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Whether its person wants to be forgotten, so that nothing of it may be stored. */
  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  /** What its row keeps of it besides the event. */
  get continuation(): Continuation {
    return { isStopped: this.#isStopped, buttons: this.buttons.shown };
  }

  /**
   * The reply is at another place now, as a follow-up to a newer message or with the id of its own.
   */
  move(target: ReplyTarget): void {
    this.#event = { ...this.#event, target };
  }

  /** It can run: its platform is connected, or its delay is over. */
  markReady(): void {
    this.#become('accepted');
  }

  /** Begins an attempt; that of a stopped request is interrupted from the beginning. */
  beginAttempt(): Attempt {
    this.#become('running');
    const attempt = new Attempt({ isRepeat: this.isLoaded || this.#attempt !== undefined });
    this.#attempt = attempt;
    if (this.#isStopped) attempt.interrupt('stopped');
    return attempt;
  }

  /**
   * An attempt has failed.
   * @param cancelRetry cancels the next attempt; called when the request leaves this phase
   */
  markRetrying(cancelRetry: () => void): void {
    this.#become('retrying');
    this.#cancelRetry = cancelRetry;
    this.#failures += 1;
  }

  /** Its last state was shown. */
  markAnswered(): void {
    this.#become('answered');
  }

  /** Its last state is never shown: nothing of that attempt is written with its closed row. */
  markGivenUp(): void {
    this.#attempt = undefined;
    this.#become('answered');
  }

  /** Its row is closed, or it never had one of its own. */
  markClosed(): void {
    if (this.#phase !== 'closed') this.#become('closed');
  }

  /**
   * Its person does not want it any more: this attempt and each later one are interrupted. Returns
   * whether it still needed an answer.
   */
  stop(): boolean {
    if (!this.isUnanswered) return false;
    this.#isStopped = true;
    if (this.#phase === 'running') this.#attempt?.interrupt('stopped');
    return true;
  }

  /**
   * Its person wants to be forgotten, and its row is closed: a running one still shows its last
   * state.
   */
  forget(): void {
    this.#isForgotten = true;
    if (this.#phase === 'running') this.#attempt?.interrupt('forgotten');
    else if (this.#phase !== 'answered') this.markClosed();
  }

  /** Hands it over to the next run, unless it is answered. A running one is interrupted first. */
  handOver(): void {
    if (this.#phase === 'running') this.#attempt?.interrupt('handed-over');
    else if (this.isUnanswered && this.#phase !== 'handed-over') this.#become('handed-over');
  }

  /** The attempt of a running one has ended, since it was to be handed over. */
  markHandedOver(): void {
    this.#become('handed-over');
  }

  #become(next: RequestPhase): void {
    if (!NEXT[this.#phase].includes(next)) {
      throw new Error(`a request that is ${this.#phase} cannot become ${next}`);
    }
    this.#phase = next;
    if (ENDED.includes(next)) this.#ended.resolve();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }
}
