import type { SqliteDatabase } from './database.ts';

/** Runs the work as one transaction, which writes: all of it is done, or nothing. */
export async function inTransaction<T>(database: SqliteDatabase, work: () => Promise<T>): Promise<T> {
  await database.all('BEGIN IMMEDIATE');
  try {
    const outcome = await work();
    await database.all('COMMIT');
    return outcome;
  } catch (error) {
    // Where SQLite has rolled back by itself, there is nothing left to roll back.
    await database.all('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
