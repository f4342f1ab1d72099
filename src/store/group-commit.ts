import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Query, Work } from '../core/query.ts';
import { throwStoreFailed } from './store-errors.ts';
import type { TextQuery } from './text-query.ts';

interface GroupCommitOptions {
  /** The statement that begins a transaction for writing. */
  readonly begin: string;
  readonly write: TextQuery;
  /** Runs the statements of a transaction’s work. */
  readonly query: Query;
}

/** A transaction that waits for its commit. */
interface Transaction {
  readonly work: Work<unknown>;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Transactions that share commits:
 *
 *     waiting ── end of the turn, or of the commit before ──> running ── COMMIT ──> committed
 *                                                               │
 *                                                               └── a work fails ──> each alone
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #waiting: Transaction[] = [];
  /** Settles when nothing waits any more; undefined while nothing runs. */
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Settles like the work, once it is committed. */
  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: (outcome) => resolve(outcome as T), reject });
      this.#running ??= this.#commitAll();
    });
  }

  /** Resolves when no transaction waits or runs, and none begins in the next turn. */
  async untilIdle(): Promise<void> {
    do {
      await this.#running;
      await endOfTurn();
    } while (this.#running !== undefined);
  }

  async #commitAll(): Promise<void> {
    await endOfTurn();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#runGroup(group);
    }
    this.#running = undefined;
  }

  async #runGroup(group: readonly Transaction[]): Promise<void> {
    const hasBegun = await this.#begin(group);
    if (!hasBegun) return;
    let outcomes: readonly unknown[];
    try {
      outcomes = await this.#runWorks(group);
    } catch (error) {
      await this.#rollBack();
      await this.#runAlone(group, error);
      return;
    }
    await this.#commit(group, outcomes);
  }

  /** Resolves with false if that fails, which rejects all transactions of the group. */
  async #begin(group: readonly Transaction[]): Promise<boolean> {
    try {
      await this.#write(this.#options.begin);
      return true;
    } catch (error) {
      rejectAll(group, error);
      return false;
    }
  }

  async #runWorks(group: readonly Transaction[]): Promise<readonly unknown[]> {
    const outcomes: unknown[] = [];
    for (const { work } of group) outcomes.push(await work(this.#options.query));
    return outcomes;
  }

  /** If a transaction of the group fails, only that one rejects. */
  async #runAlone(group: readonly Transaction[], error: unknown): Promise<void> {
    if (group.length === 1) {
      rejectAll(group, error);
      return;
    }
    for (const transaction of group) await this.#runGroup([transaction]);
  }

  /** A failed commit is not repeated here: the database may have written the group all the same. */
  async #commit(group: readonly Transaction[], outcomes: readonly unknown[]): Promise<void> {
    try {
      await this.#write('COMMIT');
    } catch (error) {
      await this.#rollBack();
      rejectAll(group, error);
      return;
    }
    for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]);
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#write('ROLLBACK');
    } catch {
      // Nobody needs to know: the database has rolled back by itself, or its session is lost.
    }
  }

  async #write(statement: string): Promise<void> {
    await this.#options.write(statement).catch(throwStoreFailed);
  }
}

function rejectAll(group: readonly Transaction[], error: unknown): void {
  for (const { reject } of group) reject(error);
}
