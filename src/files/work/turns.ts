import { type Deferred, deferred, untilAborted } from '../../core/async/promises.ts';

/** The place of a file among those that wait. */
export interface QueuePosition {
  /**
   * Runs the work when it is this file's turn. Persons take turns, so one person's hundredth file
   * waits behind everybody's first. Rejects with the error of the work, or the signal's reason.
   */
  turn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the place to another file. */
  leave(): void;
}

/**
 * Most files of one person, and most turns at once. With two, one file is downloaded while another
 * is read.
 */
const LIMITS = { perPerson: 5, atOnce: 2 };

/**
 * Decides whose file is read next. Waiting files are only references: the bytes are read in the
 * file's turn.
 */
export class Turns {
  readonly #limits: typeof LIMITS;
  /** How many places each person has. */
  readonly #places = new Map<string, number>();
  /** The next person comes first; a person whose turn has come moves to the end. */
  readonly #waiting = new Map<string, readonly Deferred<void>[]>();
  #busy = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * Enters a file; undefined if this person has too many waiting.
   * @param isOperator operators may queue any number of files
   */
  enter(person: string, isOperator = false): QueuePosition | undefined {
    const places = this.#places.get(person) ?? 0;
    if (!isOperator && places >= this.#limits.perPerson) return undefined;
    this.#places.set(person, places + 1);
    return {
      turn: (work, signal) => untilAborted(this.#inTurn(person, work, signal), signal),
      leave: () => this.#leave(person),
    };
  }

  async #inTurn<T>(person: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = deferred<void>();
    this.#waiting.set(person, [...(this.#waiting.get(person) ?? []), turn]);
    this.#callNext();
    await turn.promise;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#busy -= 1;
      this.#callNext();
    }
  }

  #callNext(): void {
    const [next] = this.#waiting;
    if (this.#busy >= this.#limits.atOnce || next === undefined) return;
    const [person, [turn, ...more]] = next;
    this.#waiting.delete(person);
    if (more.length > 0) this.#waiting.set(person, more);
    this.#busy += 1;
    turn?.resolve();
  }

  #leave(person: string): void {
    const left = (this.#places.get(person) ?? 0) - 1;
    if (left > 0) this.#places.set(person, left);
    else this.#places.delete(person);
  }
}
