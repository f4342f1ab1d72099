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
export type Statement = (text: TemplateStringsArray, ...values: readonly Value[]) => Promise<readonly Row[]>;

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
   */
  tx<T>(work: Work<T>): Promise<T>;
  /** The same for work that can wait: it shares the next commit, or has its own after a second. */
  soon<T>(work: Work<T>): Promise<T>;
  /**
   * Adds a row to an {@link inserting} statement, with the value of each column, the first of which is the row's key. Rows that
   * wait for the same commit share the statement, unless `tx` was called between them; the last row of a key counts. Resolves with
   * whether the row was written.
   * @param how `soon` as above
   */
  insert(statement: string, row: readonly [key: string, ...Value[]], how?: 'soon'): Promise<boolean>;
  /** Resolves when no transaction is running. */
  idle(): Promise<void>;
}

/**
 * A statement for {@link Sql.insert}.
 * @param texts the first columns: the key, and other texts
 * @param onConflict such as `DO NOTHING`
 */
export function inserting(table: string, texts: string[], numbers: string[], onConflict: string): string {
  const names = [...texts, ...numbers];
  const values = names.map((_, n) => (n < texts.length ? `value->>${n}` : `CAST(value->>${n} AS BIGINT)`));
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${ROWS} WHERE true
    ON CONFLICT (${names[0]}) ${onConflict} RETURNING ${names[0]} AS inserted`;
}

/** Stands for the rows in a statement. */
export const ROWS = '$rows';

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
  /** The elements of the first parameter, a JSON array, as rows with a column "value". */
  readonly elements: string;
  readonly read: Run;
  /** Uses a connection that nothing else uses. */
  readonly write: Run;
}

interface Waiting {
  readonly work: Work<unknown>;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export function createSql({ placeholder, begin, elements, read, write }: Dialect): Sql {
  const texts = new WeakMap<TemplateStringsArray, string>();
  const textOf = (strings: TemplateStringsArray): string => {
    const text = texts.get(strings) ?? strings.reduce((all, next, n) => all + placeholder(n) + next);
    texts.set(strings, text);
    return text;
  };
  const statementOn =
    (run: Run): Statement =>
    (strings, ...values) =>
      run(textOf(strings), values).catch(asStoreFailed);
  const t = statementOn(write);

  const commit = async (group: readonly Waiting[]): Promise<void> => {
    let hasBegun = false;
    try {
      await write(begin).catch(asStoreFailed);
      hasBegun = true;
      const outcomes: unknown[] = [];
      for (const { work } of group) outcomes.push(await work(t));
      await write('COMMIT').catch(asStoreFailed);
      group.forEach(({ resolve }, index) => void resolve(outcomes[index]));
    } catch (error) {
      // The database may have rolled back by itself.
      if (hasBegun) await write('ROLLBACK').catch(() => undefined);
      const isTriedAlone = hasBegun && group.length > 1;
      for (const one of group) await (isTriedAlone ? commit([one]) : one.reject(error));
    }
  };

  let waiting: Waiting[] = [];
  /** The rows among them, by statement. */
  const batches = new Map<string, { rows: Map<string, readonly Value[]>; inserted: Promise<Set<unknown>> }>();
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
  const startSoon = (): void => {
    timer ??= setTimeout(start, SOON_MS).unref();
  };
  const add = <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
    });
  const openBatch = (statement: string) => {
    const rows = new Map<string, readonly Value[]>();
    const inserted = add(async () => {
      const values = [JSON.stringify([...rows.values()])];
      const made = await write(statement.replace(ROWS, elements), values).catch(asStoreFailed);
      return new Set(made.map((row) => row.inserted));
    });
    batches.set(statement, { rows, inserted });
    return { rows, inserted };
  };
  return {
    read: statementOn(read),
    tx: (work) => {
      start();
      // Rows that come after it must not be written before it.
      batches.clear();
      return add(work);
    },
    insert: async (statement, row, how) => {
      if (how === 'soon') startSoon();
      else start();
      const { rows, inserted } = batches.get(statement) ?? openBatch(statement);
      rows.set(row[0], row);
      return (await inserted).has(row[0]);
    },
    soon: (work) => {
      startSoon();
      return add(work);
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
