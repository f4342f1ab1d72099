import { type Deferred, deferred, untilAborted } from '../../core/promises.ts';

/** The ticket of a file that waits, is read, or is a table whose numbers are being checked. */
export interface QueueTicket {
  /**
   * Runs the work when it is this file's turn. Accounts take turns, so the hundredth file of one
   * account waits behind the first file of each other account.
   * @throws the error of the work, or the reason of the signal
   */
  turn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the ticket back, so that the account may queue another file. */
  leave(): void;
}

/**
 * Most tickets of one account, and most turns at the same time. With two turns, one file is
 * downloaded while another is read.
 */
const LIMITS = { perAccount: 5, atOnce: 2 };

/**
 * Decides whose file is read next. Waiting files are only references: the bytes are read in the
 * file's turn.
 */
export class Turns {
  readonly #limits: typeof LIMITS;
  readonly #ticketCounts = new Map<string, number>();
  /** The next account comes first; an account whose turn has come moves to the end. */
  readonly #waiting = new Map<string, readonly Deferred<void>[]>();
  #busy = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * Enters a file; undefined if this account has too many tickets.
   * @param isOperator operators may queue any number of files
   */
  enter(account: string, isOperator = false): QueueTicket | undefined {
    const tickets = this.#ticketCounts.get(account) ?? 0;
    if (!isOperator && tickets >= this.#limits.perAccount) return undefined;
    this.#ticketCounts.set(account, tickets + 1);
    return {
      turn: (work, signal) => untilAborted(this.#inTurn(account, work, signal), signal),
      leave: () => this.#leave(account),
    };
  }

  async #inTurn<T>(account: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = deferred<void>();
    this.#waiting.set(account, [...(this.#waiting.get(account) ?? []), turn]);
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
    const [account, [turn, ...more]] = next;
    this.#waiting.delete(account);
    if (more.length > 0) this.#waiting.set(account, more);
    this.#busy += 1;
    turn?.resolve();
  }

  #leave(account: string): void {
    const remaining = (this.#ticketCounts.get(account) ?? 0) - 1;
    if (remaining > 0) this.#ticketCounts.set(account, remaining);
    else this.#ticketCounts.delete(account);
  }
}
