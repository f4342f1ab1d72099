import type { Database } from '../../../src/store/owned-database.ts';
import type { Sql } from '../../../src/store/sql.ts';
import { StoreFailed } from '../../../src/store/store-errors.ts';

/** A kind of step of a store. */
export type StoreStep = 'reading' | 'writing';

type Around = <T>(work: () => Promise<T>, step: StoreStep) => Promise<T>;

/** The steps that fail. With `unsure` a write succeeds, but its caller gets an error. */
export type StoreFault = 'none' | StoreStep | 'unsure' | 'all';

/** Wraps each step of the tables that the holder has at that moment. */
export function aroundSql(holder: { readonly sql: Sql }, around: Around): Sql {
  return {
    read: (...asked) => around(() => holder.sql.read(...asked), 'reading'),
    tx: (work) => around(() => holder.sql.tx(work), 'writing'),
    untilIdle: () => holder.sql.untilIdle(),
  };
}

/** Wraps each step of a database: of its tables and of its saved answers. */
export function aroundDatabase<D extends Database>(database: D, around: Around): D {
  const { answers } = database;
  return {
    ...database,
    sql: aroundSql(database, around),
    answers: {
      get: (...asked) => around(() => answers.get(...asked), 'reading'),
      set: (...entry) => around(() => answers.set(...entry), 'writing'),
      sweep: (...asked) => around(() => answers.sweep(...asked), 'writing'),
    },
  };
}

/** Runs a step of a store with this fault. */
export async function failing<T>(
  fault: StoreFault,
  work: () => Promise<T>,
  step: StoreStep,
): Promise<T> {
  if (fault === 'all' || fault === step) throw failureOf(step);
  const outcome = await work();
  if (fault === 'unsure' && step === 'writing') throw failureOf(step);
  return outcome;
}

function failureOf(step: StoreStep): StoreFailed {
  return new StoreFailed(new Error(`the store fails at ${step}`));
}
