import { asStoreFailed } from './errors.ts';
import { createGroups } from './groups.ts';

/** What a column holds, in both dialects. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** Runs the statement of a template, with its values as parameters. Rejects with `StoreFailed`. */
export type Statement = (text: TemplateStringsArray, ...values: readonly Value[]) => Promise<readonly Row[]>;

/** The tables of the store. */
export interface Sql {
  /** Runs one statement outside of all transactions: it sees what was committed. */
  readonly read: Statement;
  /**
   * Runs the work in a transaction. Works that are asked for in one turn of the event loop, or while a commit is under way, share
   * one commit. If one of them fails, each is run again in a transaction of its own, so a work only uses what it returns after
   * that. A work fails with its first failed statement, and must not wait for another transaction. Rejects with `StoreFailed`,
   * or with what the work throws.
   */
  tx<T>(work: (t: Statement) => Promise<T>): Promise<T>;
  /** The same for what need not be committed at once: it shares the next commit, or has one of its own within a second. */
  soon<T>(work: (t: Statement) => Promise<T>): Promise<T>;
  /** Resolves when no transaction is running. */
  idle(): Promise<void>;
}

/** Runs a text with its parameters. */
export type Run = (text: string, values: readonly Value[]) => Promise<readonly Row[]>;

/** A kind of database. */
export interface Dialect {
  /** The text for the parameter of this number, counted from 1. */
  readonly placeholder: (number: number) => string;
  /** Begins a transaction that writes. */
  readonly begin: string;
  readonly read: Run;
  /** Runs the work while nobody else uses the connection that writes. */
  write<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** Whether an error would hit all works of a commit alike, so that none is run again. */
  hitsAll(error: unknown): boolean;
}

export function createSql(dialect: Dialect): Sql {
  const texts = new WeakMap<TemplateStringsArray, string>();
  const textOf = (strings: TemplateStringsArray): string => {
    const text = texts.get(strings) ?? strings.reduce((all, next, n) => all + dialect.placeholder(n) + next);
    texts.set(strings, text);
    return text;
  };
  const statement =
    (run: Run): Statement =>
    (strings, ...values) =>
      run(textOf(strings), values).catch(asStoreFailed);
  const commitAll = async (works: readonly Work[], run: Run): Promise<readonly unknown[]> => {
    const outcomes: unknown[] = [];
    await run(dialect.begin, []).catch(asStoreFailed);
    try {
      for (const work of works) outcomes.push(await runWork(work, statement(run)));
      await run('COMMIT', []).catch(asStoreFailed);
      return outcomes;
    } catch (error) {
      // The database may have rolled back by itself.
      await run('ROLLBACK', []).catch(() => undefined);
      throw error;
    }
  };
  const transactions = createGroups<Work, unknown>((works) => {
    let isReached = false;
    const commit = (run: Run) => {
      isReached = true;
      return commitAll(works, run);
    };
    return dialect.write(commit).catch((error: unknown) => {
      if (isReached) throw error;
      asStoreFailed(error);
    });
  }, dialect.hitsAll);
  return {
    read: statement(dialect.read),
    tx: <T>(work: (t: Statement) => Promise<T>) => transactions.add(work) as Promise<T>,
    soon: <T>(work: (t: Statement) => Promise<T>) => transactions.addSoon(work) as Promise<T>,
    idle: transactions.idle,
  };
}

type Work = (t: Statement) => Promise<unknown>;

/** Runs one statement after the other: after a failed one SQLite may have ended the transaction, and no other may follow. */
async function runWork(work: Work, statement: Statement): Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const t: Statement = (text, ...values) => {
    if (isOver) return Promise.reject(new Error('this transaction is over'));
    const answer = last.then(() => statement(text, ...values));
    last = answer;
    answer.catch(() => undefined);
    return answer;
  };
  try {
    const outcome = await work(t);
    await last;
    return outcome;
  } finally {
    isOver = true;
    await last.catch(() => undefined);
  }
}
