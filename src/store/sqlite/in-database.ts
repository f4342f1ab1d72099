import { closeQuietly } from '../closable.ts';
import { type FileKind, unusableErrorFor } from './file-errors.ts';
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts';

/** How a file that exists is opened: see `MODES` of `sqlite-database`. */
export type OpenMode = 'existing' | 'read' | 'withUrls';

export interface InDatabaseOptions {
  readonly mode?: OpenMode;
  readonly kind?: FileKind;
}

/**
 * Opens an existing file, reports what is wrong with it, and leaves no files of SQLite's next to
 * it.
 */
export async function inDatabase<T>(
  file: string,
  work: (database: SqliteDatabase) => Promise<T>,
  { mode = 'existing', kind }: InDatabaseOptions = {},
): Promise<T> {
  try {
    const database = await openSqlite(file, { mode });
    try {
      return await work(database);
    } finally {
      await closeQuietly(database);
    }
  } catch (error) {
    throw unusableErrorFor(error, file, kind) ?? error;
  }
}
