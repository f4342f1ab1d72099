import type { SqliteDatabase } from './database.ts';

/** Runs the work as one write transaction: all of it takes effect, or nothing. */
export async function inTransaction<T>(database: SqliteDatabase, work: () => Promise<T>): Promise<T> {
  await database.all('BEGIN IMMEDIATE');
  try {
    const outcome = await work();
    await database.all('COMMIT');
    return outcome;
  } catch (error) {
    // SQLite may have rolled back by itself already.
    await database.all('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
