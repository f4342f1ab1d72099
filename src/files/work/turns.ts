import { type Deferred, deferred, untilAborted } from '../../core/async/promises.ts';

/** The ticket of a file that waits to be read. */
export interface QueueTicket {
  /**
   * Runs the work when it is this file's turn. Persons take turns, so one person's hundredth file
   * waits behind everybody's first. Rejects with the error of the work, or the signal's reason.
   */
  turn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the ticket back, so that the person may queue another file. */
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
  /** How many tickets each person has. */
  readonly #ticketCounts = new Map<string, number>();
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
  enter(person: string, isOperator = false): QueueTicket | undefined {
    const tickets = this.#ticketCounts.get(person) ?? 0;
    if (!isOperator && tickets >= this.#limits.perPerson) return undefined;
    this.#ticketCounts.set(person, tickets + 1);
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
    const remaining = (this.#ticketCounts.get(person) ?? 0) - 1;
    if (remaining > 0) this.#ticketCounts.set(person, remaining);
    else this.#ticketCounts.delete(person);
  }
}
