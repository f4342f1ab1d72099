import { setImmediate as endOfTurn } from 'node:timers/promises';
import initSqlJs, { type Statement as Prepared } from 'sql.js';
import type { SqlRow, SqlValue } from '../../../src/core/query.ts';
import type { Clock } from '../../../src/core/time/clock.ts';
import { ANSWER_TABLE, TableAnswers } from '../../../src/store/answers/table-answers.ts';
import type { OwnedDatabase } from '../../../src/store/owned-database.ts';
import { TABLES } from '../../../src/store/schema/tables.ts';
import type { Seal } from '../../../src/store/seal/seal.ts';
import type { Sql } from '../../../src/store/sql.ts';
import { createSql } from '../../../src/store/sql.ts';
import { untilDone } from '../clocks/fake.ts';

const { Database } = await initSqlJs();
/** Created once, since the tables take 30 ms. */
const EMPTY = emptyDatabase();

const BEGIN = 'BEGIN IMMEDIATE';

/**
 * Tables in memory for one test: the transactions of the bot on SQLite, for clocks that a test
 * moves by hand.
 */
export interface MemorySql extends Sql {
  /** The rows of a statement at once. */
  look(text: string): readonly SqlRow[];
}

export function createMemorySql(): MemorySql {
  const connection = new Connection();
  const sql = createSql({
    placeholder: () => '?',
    begin: BEGIN,
    read: (text, values) => connection.read(text, values),
    write: async (text, values) => connection.write(text, values),
  });
  return {
    read: (...asked) => untilDone(sql.read(...asked)),
    tx: (work) => untilDone(sql.tx(work)),
    untilIdle: () => sql.untilIdle(),
    look: (text) => connection.look(text),
  };
}

/** The only connection to a database, so reads wait until a transaction has ended. */
class Connection {
  readonly #database = new Database(EMPTY);
  readonly #prepared = new Map<string, Prepared>();
  #isInTransaction = false;

  constructor() {
    // The journal is in memory, too.
    this.#database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    this.#database.exec('PRAGMA locking_mode = EXCLUSIVE');
  }

  async read(text: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    while (this.#isInTransaction) await endOfTurn();
    return this.look(text, values);
  }

  write(text: string, values: readonly SqlValue[] = []): readonly SqlRow[] {
    const rows = this.look(text, values);
    if (text === BEGIN) this.#isInTransaction = true;
    if (text === 'COMMIT' || text === 'ROLLBACK') this.#isInTransaction = false;
    return rows;
  }

  look(text: string, values: readonly SqlValue[] = []): readonly SqlRow[] {
    const statement = this.#prepared.get(text) ?? this.#database.prepare(text);
    this.#prepared.set(text, statement);
    const rows: SqlRow[] = [];
    try {
      statement.bind([...values]);
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    } finally {
      statement.reset();
    }
  }
}

/** Seals nothing, so that a test can read what is stored. */
export const NO_SEAL: Seal = {
  hash: (name) => name,
  encrypt: (text) => text,
  decrypt: (text) => text,
};

/** A database in memory for one test, which answers without a wait. */
export function createMemoryDatabase(clock: Clock, sql: Sql = createMemorySql()): OwnedDatabase {
  return {
    sql,
    answers: new TableAnswers(sql, clock),
    isOwner: () => true,
    lost: new Promise(() => undefined),
    close: async () => undefined,
  };
}

function emptyDatabase(): Uint8Array {
  const database = new Database();
  for (const statement of [...TABLES, ANSWER_TABLE].flatMap(({ create }) => create)) {
    database.run(statement);
  }
  return database.export();
}
