import { setImmediate as endOfTurn } from 'node:timers/promises';
import { asStoreFailed } from './errors.ts';

/** How long work waits for the next commit. */
const SOON_MS = 1_000;

/** What a column holds, in both dialects. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** A table, in SQL that both dialects understand. SQLite accepts any name of a type. */
export interface Table {
  readonly name: string;
  /** Statements that create it if it does not exist. */
  readonly create: readonly string[];
  /**
   * Which rows are swept: `key` is its primary key, `since` a column in milliseconds since 1970. With `uptime`, a column in
   * milliseconds since a start of the machine, those of its last day stay.
   */
  readonly expired: {
    readonly key: string;
    readonly since: string;
    readonly keptMs: number;
    readonly uptime?: string;
  };
}

/** Runs the statement of a template, with its values as parameters. Rejects with `StoreFailed`. */
export type Statement = (
  text: TemplateStringsArray,
  ...values: readonly Value[]
) => Promise<readonly Row[]>;

/** The work of a transaction. It awaits each of its statements, uses no others, and has no other effect than its result. */
type Work<T> = (t: Statement) => Promise<T>;

/** The tables of the store. */
export interface Sql {
  /** Runs one statement outside of all transactions: it sees what was committed. */
  readonly read: Statement;
  /**
   * Runs the work in a transaction. A commit costs a sync of the disk, so transactions that begin in one turn of the event loop, or
   * during a commit, share one. If one of them fails, each runs again in a transaction of its own. Rejects with `StoreFailed`, or
   * with the error of the work.
   * @param how `soon`: it can wait, and shares the next commit or has its own after a second
   */
  tx<T>(work: Work<T>, how?: 'soon'): Promise<T>;
  /**
   * Runs a statement for a row, whose first value is its key. Rows that wait for the same commit share the statement, which reads
   * them as {@link ROWS}, unless other work that cannot wait comes between them; the last row of a key counts. If they
   * fail, each is tried alone. Resolves with whether the statement returned the key, as `written`.
   */
  batch(statement: string, row: BatchRow, how?: 'soon'): Promise<boolean>;
  /** Resolves when no transaction is running. */
  idle(): Promise<void>;
}

type BatchRow = readonly [key: string, ...Value[]];

/** The rows of a batch in its statement: the JSON array `value` of each, and `n`, which counts them. */
export const ROWS = '$rows';

/**
 * A statement for {@link Sql.batch} that inserts rows.
 * @param texts the first columns: the key, and other texts
 * @param onConflict such as `DO NOTHING`
 */
export function inserting(
  table: string,
  texts: string[],
  numbers: string[],
  onConflict: string,
): string {
  const names = [...texts, ...numbers];
  const values = names.map((_, n) =>
    n < texts.length ? `value->>${n}` : `CAST(value->>${n} AS BIGINT)`,
  );
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${ROWS} WHERE true
    ON CONFLICT (${names[0]}) ${onConflict} RETURNING ${names[0]} AS written`;
}

/** A statement whose text is not constant, as a template has it: the parts before and after each value. */
export function partsOf(...parts: string[]): TemplateStringsArray {
  return Object.assign(parts, { raw: parts });
}

/** Runs a text with its parameters. */
export type Run = (text: string, values?: readonly Value[]) => Promise<readonly Row[]>;

/** A kind of database. */
export interface Dialect {
  /** The text for the parameter of this number, counted from 1. */
  readonly placeholder: (number: number) => string;
  /** The statement that begins a transaction for writing. If it fails, all work that would share the transaction fails. */
  readonly begin: string;
  /** The first parameter, a JSON array, as {@link ROWS}. */
  readonly rows: string;
  readonly read: Run;
  /** Uses a connection that nothing else uses. */
  readonly write: Run;
}

interface Waiting {
  readonly work: Work<unknown>;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** What is tried alone if it fails. */
  readonly parts: readonly Waiting[];
}
type WaitingRow = Waiting & { readonly row: BatchRow };

export function createSql({ placeholder, begin, rows, read, write }: Dialect): Sql {
  const texts = new WeakMap<TemplateStringsArray, string>();
  const textOf = (strings: TemplateStringsArray): string => {
    const text =
      texts.get(strings) ?? strings.reduce((all, next, n) => all + placeholder(n) + next);
    texts.set(strings, text);
    return text;
  };
  const statementOn =
    (run: Run): Statement =>
    (strings, ...values) =>
      run(textOf(strings), values).catch(asStoreFailed);
  const t = statementOn(write);

  const commit = async (group: readonly Waiting[]): Promise<void> => {
    const fail = (error: unknown): void => group.forEach(({ reject }) => void reject(error));
    const begun = await write(begin).catch(asStoreFailed).catch(fail);
    if (begun === undefined) return;
    try {
      const outcomes: unknown[] = [];
      for (const { work } of group) outcomes.push(await work(t));
      await write('COMMIT').catch(asStoreFailed);
      group.forEach(({ resolve }, index) => void resolve(outcomes[index]));
    } catch (error) {
      // The database may have rolled back by itself.
      await write('ROLLBACK').catch(() => undefined);
      const parts = group.length > 1 ? group : group.flatMap((one) => one.parts);
      for (const part of parts) await commit([part]);
      if (parts.length === 0) fail(error);
    }
  };

  let waiting: Waiting[] = [];
  /** The rows among them, by statement. */
  const batches = new Map<string, WaitingRow[]>();
  let committing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const commitAll = async (): Promise<void> => {
    await endOfTurn();
    while (waiting.length > 0) {
      clearTimeout(timer);
      timer = undefined;
      const group = waiting;
      waiting = [];
      batches.clear();
      await commit(group);
    }
    committing = undefined;
  };
  const start = (): void => {
    committing ??= commitAll();
  };
  const wake = (how: 'soon' | undefined): void => {
    if (how === undefined) start();
    else timer ??= setTimeout(start, SOON_MS).unref();
  };
  const add = <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject, parts: [] });
    });
  const runFor = async (statement: string, waitingRows: readonly WaitingRow[]) => {
    const last = new Map<string, BatchRow>();
    for (const { row } of waitingRows) {
      last.delete(row[0]);
      last.set(row[0], row);
    }
    const values = [JSON.stringify([...last.values()])];
    const made = await write(statement.replace(ROWS, rows), values).catch(asStoreFailed);
    return new Set(made.map(({ written }) => written));
  };
  const openBatch = (statement: string): WaitingRow[] => {
    const parts: WaitingRow[] = [];
    batches.set(statement, parts);
    waiting.push({
      ...{ work: () => runFor(statement, parts), parts },
      resolve: (keys) => parts.forEach(({ resolve }) => void resolve(keys)),
      reject: (error) => parts.forEach(({ reject }) => void reject(error)),
    });
    return parts;
  };
  return {
    read: statementOn(read),
    tx: (work, how) => {
      wake(how);
      // Rows that come after it must not be written before it.
      if (how === undefined) batches.clear();
      return add(work);
    },
    batch: (statement, row, how) => {
      wake(how);
      const parts = batches.get(statement) ?? openBatch(statement);
      return new Promise((resolve, reject) => {
        const done = (keys: unknown): void => resolve((keys as Set<string>).has(row[0]));
        const work = () => runFor(statement, [one]);
        const one: WaitingRow = { row, work, resolve: done, reject, parts: [] };
        parts.push(one);
      });
    },
    idle: async () => {
      if (waiting.length > 0) start();
      do {
        await committing;
        await endOfTurn();
      } while (committing !== undefined);
    },
  };
}
