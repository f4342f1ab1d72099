import type { Clock } from '../../core/clock.ts';
import type { Priority } from '../../core/priority.ts';

/** How long what a request took stays taken after the request is over; nothing at all when none was made. */
export interface Hold {
  readonly windowSlotMs: number;
  /** Longer than 0 only where the service may still be busy with it. */
  readonly inFlightMs: number;
}

/** Nothing was sent. */
export const NO_HOLD: Hold = { windowSlotMs: 0, inFlightMs: 0 };

/** Where we hung up, the service may be at it as long again before it notices. */
export function inFlightHoldAfterHangUp(limits: { requestTimeoutMs: number; failureHoldMs: number }): number {
  return Math.min(limits.requestTimeoutMs, limits.failureHoldMs);
}

/** Slots of the window and places in flight, expected to be free in so many milliseconds; 0 is now. */
interface Vacancies {
  readonly windowFreeIn: readonly number[];
  readonly inFlightFreeIn: readonly number[];
  /** Nothing is sent before this. */
  readonly closedForMs: number;
}

/**
 * The two numbers that are never exceeded, each kept by a Bottleneck: `perWindow` slots, held until a window after the
 * answer, and within them `concurrent` places in flight. Only turns stand here, never checks: who gets a turn is decided
 * when it comes.
 */
export interface Slots {
  /**
   * Runs `use` when a slot and a place are free, and gives each back as long after it says. `use` must not
   * reject. Rejects only if Bottleneck fails, where one keeps the numbers.
   * @param priority for whom the turn most likely is; who takes it is decided when it comes
   */
  acquire(priority: Priority, use: (turn: Permit) => Promise<Hold>): Promise<void>;
  /** Takes a slot, and a place where `placeMs` is above 0, at once. */
  restore(hold: Hold): void;
  /** Sends nothing for so long, in whatever process shares the limit. */
  pause(ms: number): void;
  /** Why no turn can come for now, other than by the limit itself. */
  blocked(): 'store' | undefined;
  /** Finds out how things stand where others use the limit as well. Never rejects. */
  refresh(): Promise<void>;
  used(): number;
  inFlight(): number;
  vacancies(flight: { readonly latencyMs: number; readonly holdMs: number }): Vacancies;
  /** Has this called when turns may come sooner or later than they did. */
  watch(onChange: () => void): void;
  /** No more turns come. */
  stop(): void;
}

/** Leave to make one request. */
export interface Permit {
  /** To be called when it is going to be used for a request. */
  markSent(): void;
  /** To be waited for right before the request leaves: leave that has grown old is asked for anew. */
  confirm(): Promise<void>;
  /** Asked once more when the first byte is about to leave, since the process may have stood still. */
  canSend(): boolean;
}

/** What a request needs of its turn. */
export type SendPermit = Pick<Permit, 'confirm' | 'canSend'>;

export interface SlotsSettings {
  readonly concurrent: number;
  readonly perWindow: number;
  readonly windowMs: number;
  /** How far apart batch checks are. */
  readonly everyMs: number;
  /** How long a slot is held after an answer, and how much longer when there was none. */
  readonly holdMs: number;
  readonly failureHoldMs: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
}

/** As many as there are, those that are free included. */
export function filledUp(taken: readonly number[], length: number): number[] {
  return [...taken, ...Array.from({ length: Math.max(length - taken.length, 0) }, () => 0)];
}
