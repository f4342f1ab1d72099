import { closeQuietly } from '../closable.ts';
import type { StoreUnusable } from '../store-errors.ts';
import { unusableErrorFor } from './file-errors.ts';
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts';

/** How a file that exists is opened: see `MODES` of `sqlite-database`. */
export type OpenMode = 'existing' | 'read' | 'copied';

export interface InDatabaseOptions {
  readonly mode?: OpenMode;
  /** The error as the operator reads it; undefined if it may pass by itself. */
  readonly explain?: (error: unknown, file: string) => StoreUnusable | undefined;
}

/**
 * Opens an existing file, reports what is wrong with it, and leaves no files of SQLite's next to
 * it.
 */
export async function inDatabase<T>(
  file: string,
  work: (database: SqliteDatabase) => Promise<T>,
  { mode = 'existing', explain = unusableErrorFor }: InDatabaseOptions = {},
): Promise<T> {
  try {
    const database = await openSqlite(file, { mode });
    try {
      return await work(database);
    } finally {
      await closeQuietly(database);
    }
  } catch (error) {
    throw explain(error, file) ?? error;
  }
}
