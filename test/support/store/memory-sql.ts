import initSqlJs, { type Statement as Prepared } from 'sql.js';
import { createMutex } from '../../../src/core/async/promises.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { ANSWER_TABLE, TableAnswers } from '../../../src/store/answers/table.ts';
import type { Store } from '../../../src/store/contract.ts';
import { TABLES } from '../../../src/store/schema/schema.ts';
import { SettingTable } from '../../../src/store/schema/setting.ts';
import type { Seal } from '../../../src/store/seal/seal.ts';
import type { Row, Sql, Statement, Value } from '../../../src/store/sql.ts';

const { Database } = await initSqlJs();
/** Made once: the tables take 30 ms. */
const EMPTY = emptyDatabase();

/**
 * Tables that live as long as a test, and answer without a wait: for clocks that a test moves by
 * hand.
 */
export interface MemorySql extends Sql {
  /** The rows of a statement at once. */
  look(text: string): readonly Row[];
}

export function createMemorySql(): MemorySql {
  const database = new Database(EMPTY);
  const prepared = new Map<string, Prepared>();
  const all = (text: string, values: readonly Value[]): readonly Row[] => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    const rows: Row[] = [];
    try {
      statement.bind([...values]);
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    } finally {
      statement.reset();
    }
  };
  const run: Statement = async (strings, ...values) => all(strings.join('?'), values);
  const alone = createMutex();
  const tx: Sql['tx'] = (work) =>
    alone(async () => {
      database.run('BEGIN');
      try {
        const outcome = await work(run);
        database.run('COMMIT');
        return outcome;
      } catch (error) {
        database.run('ROLLBACK');
        throw error;
      }
    });
  return {
    tx,
    read: (...asked) => alone(() => run(...asked)),
    idle: () => alone(async () => undefined),
    look: (text) => all(text, []),
  };
}

/** Leaves everything as it is, so that a test sees what is kept. */
export const NO_SEAL: Seal = { hash: (name) => name, close: (text) => text, open: (text) => text };

/** A store that lives as long as a test, and answers without a wait. */
export function createMemoryStore(clock: Clock, sql = createMemorySql()): Store {
  return { keyv: new TableAnswers(sql, clock).keyv, sql, sweep: async () => 0 };
}

/** Settings that live as long as a test. */
export function createMemorySettings(clock: Clock) {
  const sql = createMemorySql();
  const entries = async () => {
    const rows = await sql.read`SELECT name, value FROM setting WHERE expires > ${clock.now()}`;
    return rows.map(({ name, value }) => [name, value]);
  };
  return Object.assign(new SettingTable(sql, clock), { entries });
}

function emptyDatabase(): Uint8Array {
  const database = new Database();
  for (const statement of [...TABLES, ANSWER_TABLE].flatMap(({ create }) => create))
    database.run(statement);
  return database.export();
}
