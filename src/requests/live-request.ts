import type { AskingEvent, ReplyTarget } from '../core/adapter/request-event.ts';
import type { Principal } from '../core/principal.ts';
import { deferred } from '../core/promises.ts';
import type { Work } from '../core/query.ts';
import { Attempt } from './attempt.ts';
import { LiveButtons, type ReplyButtons } from './buttons/live-buttons.ts';

/**
 * The phases of a request in this process, and what leads from one to the next:
 *
 *   load ──> pending ── its platform is connected ──┐
 *                                                   ▼         last state shown    row written
 *   accept ─────────────────────────────────────> ready ────> running ─────> settled ─────> closed
 *                                                  ▲   │         │
 *                            the delay is over, or │   │ nowhere │ not
 *                            its person asks again │   ▼ to show │ shown
 *                                                  └─ retrying <─┘
 *
 *   one of the first four ── given up, since it is too old or replaced by an edit ──> settled
 *   one of the first four ── handed over at the end of the run, for the next one ───> handed-over
 *   ready ────────────────── the load or an earlier delivery answers its event ──────> closed
 *   any but running ──────── forgotten ─────────────────────────────────────────────> closed
 *
 * A pending request was left open by an earlier process. If its platform is not served, it stays
 * pending until it is too old.
 *
 * If a request is given up, handed over or forgotten, an attempt that runs ends first: by itself if
 * the request is given up, else because it is interrupted. A forgotten request that runs shows its
 * last state, if it can, before it is closed.
 *
 * Whether the request is open, so that it still needs a reply:
 *
 *   pending, ready, running, retrying ── yes, from this process
 *   handed-over ──────────────────────── yes, from the next run
 *   settled ──────────────────────────── no: its last state was shown, or it was given up
 *   closed ───────────────────────────── no
 *   any phase, once it is forgotten ──── no: an attempt that runs is the last one
 */
export type RequestPhase =
  | 'pending'
  | 'ready'
  | 'running'
  | 'retrying'
  | 'settled'
  | 'closed'
  | 'handed-over';

const NEXT: Readonly<Record<RequestPhase, readonly RequestPhase[]>> = {
  pending: ['ready', 'settled', 'closed', 'handed-over'],
  ready: ['running', 'retrying', 'settled', 'closed', 'handed-over'],
  running: ['retrying', 'settled', 'closed', 'handed-over'],
  retrying: ['ready', 'settled', 'closed', 'handed-over'],
  settled: ['closed'],
  closed: [],
  'handed-over': ['closed'],
};

/** The phases in which this process shows nothing more of a request. */
const ENDED: readonly RequestPhase[] = ['settled', 'closed', 'handed-over'];

export interface RequestStart {
  /** The event as it arrived, with card numbers masked. */
  readonly event: AskingEvent;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Names the buttons of its reply. */
  readonly requestToken: string;
  readonly phase: 'pending' | 'ready';
  readonly suspicion?: number;
  /** The content of its row besides the event, from an earlier process. */
  readonly continuation?: Continuation | undefined;
}

/**
 * The content of an open request’s row besides the event, from which the next process continues.
 */
export interface Continuation {
  /** Whether its person has stopped the request. */
  readonly isStopped?: boolean;
  /** The buttons of its reply; undefined if none was shown. */
  readonly buttons?: ReplyButtons | undefined;
}

/** A request from its acceptance until its row is closed. Only its methods change its phase. */
export class LiveRequest {
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Whether an earlier process, or an earlier run of this process, has accepted the request. */
  readonly isLoaded: boolean;
  readonly buttons: LiveButtons;
  /** How much it seems to end processes. Only `Suspects` changes it. */
  suspicion: number;
  /** Resolves when its stop is written or queued; immediately if it was not stopped. */
  stopNoted: Promise<void> = Promise.resolve();
  #event: AskingEvent;
  #phase: RequestPhase;
  readonly #ended = deferred<void>();
  #failures = 0;
  #isForgotten = false;
  #isStopped: boolean;
  /** The present or last attempt; undefined before the first, and once the request is given up. */
  #attempt: Attempt | undefined;
  /** Cancels the next attempt; undefined unless it is retrying. */
  #cancelRetry: (() => void) | undefined;

  constructor(start: RequestStart) {
    this.#event = start.event;
    this.#phase = start.phase;
    this.isLoaded = start.phase === 'pending';
    this.acceptedAt = start.acceptedAt;
    this.buttons = new LiveButtons(start.requestToken, start.continuation?.buttons);
    this.suspicion = start.suspicion ?? 0;
    this.#isStopped = start.continuation?.isStopped ?? false;
  }

  get id(): string {
    return this.#event.id;
  }

  get requester(): Principal {
    return this.#event.requester;
  }

  /** The event that asked. Its target is where the reply is shown now. */
  get event(): AskingEvent {
    return this.#event;
  }

  get phase(): RequestPhase {
    return this.#phase;
  }

  /**
   * Milliseconds since it was accepted, by the time of day: an earlier process may have accepted it
   * on another machine. Below zero if the clock was set back.
   */
  ageMs(now: number): number {
    return now - this.acceptedAt;
  }

  /** How often this process could not show its reply, or could not try to: its next delay. */
  get failures(): number {
    return this.#failures;
  }

  /** Resolves when this process shows nothing more of it. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** The writes that share the transaction that closes its row; none if it is forgotten. */
  get onClose(): readonly Work<unknown>[] {
    return this.#isForgotten ? [] : (this.#attempt?.onClose ?? []);
  }

  /** Whether it needs a reply, here or in the next run: see {@link RequestPhase}. */
  get isOpen(): boolean {
    return !this.#isForgotten && this.#phase !== 'settled' && this.#phase !== 'closed';
  }

  /** Whether its person has stopped it. Its reply may not show that yet. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Whether its person wants to be forgotten, so that nothing of it may be stored. */
  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  get continuation(): Continuation {
    return { isStopped: this.#isStopped, buttons: this.buttons.shown };
  }

  /**
   * Notes that its reply is at another place now: below a newer message, or in a message of its own
   * whose id was not known before.
   */
  move(target: ReplyTarget): void {
    this.#event = { ...this.#event, target };
  }

  /** Notes that it can run: its platform is connected, or its delay is over. */
  markReady(): void {
    this.#become('ready');
  }

  /** Begins an attempt, and interrupts it immediately if the request is stopped. */
  beginAttempt(): Attempt {
    this.#become('running');
    const attempt = new Attempt({ isRepeat: this.isLoaded || this.#attempt !== undefined });
    this.#attempt = attempt;
    if (this.#isStopped) attempt.interrupt('stopped');
    return attempt;
  }

  /**
   * Notes that an attempt has failed or could not begin, and that another one follows.
   * @param cancelRetry cancels the next attempt; called when the request leaves this phase
   */
  markRetrying(cancelRetry: () => void): void {
    this.#become('retrying');
    this.#cancelRetry = cancelRetry;
    this.#failures += 1;
  }

  /** Notes that its last state was shown. */
  markShown(): void {
    this.#become('settled');
  }

  /**
   * Notes that its last state will never be shown. Its attempt writes nothing on close, since its
   * person never saw the result.
   */
  markGivenUp(): void {
    this.#attempt = undefined;
    this.#become('settled');
  }

  /** Notes that its row is closed, or that it never had one of its own. */
  markClosed(): void {
    if (this.#phase !== 'closed') this.#become('closed');
  }

  /**
   * Stops it for its person: interrupts this attempt and each later one. Returns whether it was
   * open.
   */
  stop(): boolean {
    if (!this.isOpen) return false;
    this.#isStopped = true;
    if (this.#phase === 'running') this.#attempt?.interrupt('stopped');
    return true;
  }

  /** Interrupts its attempt, since it is too old: nothing more is sent for it. */
  expire(): void {
    if (this.#phase === 'running') this.#attempt?.interrupt('too-old');
  }

  /**
   * Notes that its person wants to be forgotten, and that its row is closed. If it runs, it still
   * shows its last state; a settled one is closed anyway.
   */
  forget(): void {
    this.#isForgotten = true;
    if (this.#phase === 'running') this.#attempt?.interrupt('forgotten');
    else if (this.#phase !== 'settled') this.markClosed();
  }

  /** Hands it over to the next run if it is open. If it runs, interrupts it first. */
  beginHandover(): void {
    if (this.#phase === 'running') this.#attempt?.interrupt('handed-over');
    else if (this.isOpen && this.#phase !== 'handed-over') this.#become('handed-over');
  }

  /** Notes that the attempt that `beginHandover` has interrupted has ended. */
  finishHandover(): void {
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
