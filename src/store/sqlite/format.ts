import { otherVersion, StoreUnusable } from '../errors.ts';
import { TABLES } from '../schema/schema.ts';
import { inTransaction, type SqliteDatabase } from './database.ts';

/** "imei" in ASCII. In the header of the file, it marks this program's files. */
const APPLICATION_ID = 0x696d6569;

/** Keyv's table, as Keyv itself would create it. */
export const CACHE_TABLE = 'cache';
/** What Keyv puts before each key. */
export const KEYV_PREFIX = 'keyv:';

/** The version of the format. Files of other versions are refused. */
export const SQLITE_VERSION = 1;

const ROWS_AND_ANSWERS = [
  `CREATE TABLE rows (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, id TEXT NOT NULL,
    value TEXT NOT NULL, expires INTEGER, UNIQUE (collection, id))`,
  'CREATE INDEX rows_expires ON rows (expires) WHERE expires IS NOT NULL',
  // Finds open requests among any number of finished ones: finished rows expire, open ones do not.
  'CREATE INDEX rows_lasting ON rows (collection, seq) WHERE expires IS NULL',
  `CREATE TABLE ${CACHE_TABLE} (key VARCHAR(255) PRIMARY KEY, value TEXT)`,
  `CREATE INDEX cache_expires ON ${CACHE_TABLE} (json_extract(value, '$.expires'))`,
  `PRAGMA application_id = ${APPLICATION_ID}`,
  `PRAGMA user_version = ${SQLITE_VERSION}`,
] as const;

/** One statement, so that all of it is from before or after another process has made the store. */
const HEADER = `
  SELECT (SELECT application_id FROM pragma_application_id) AS application,
    (SELECT user_version FROM pragma_user_version) AS version,
    (SELECT count(*) FROM sqlite_schema WHERE type = 'table') AS tables`;

/**
 * Makes a store of a new file. Writes nothing into any other file.
 * @throws StoreUnusable for the file of another version or of another program
 */
export async function prepareFormat(database: SqliteDatabase, file: string): Promise<void> {
  const isNew = (await checkFormat(database, file)) === 0;
  // Takes effect only before the first table is created.
  if (isNew) await database.all('PRAGMA auto_vacuum = INCREMENTAL');
  await database.all('PRAGMA journal_mode = WAL');
  await inTransaction(database, async () => {
    // Another process that opens the file may have been faster.
    if ((await numberOf(database, 'PRAGMA user_version')) === 0)
      for (const statement of ROWS_AND_ANSWERS) await database.all(statement);
    for (const statement of TABLES.flatMap(({ create }) => create)) await database.all(statement);
  });
}

/**
 * The version of a file that this program can read; 0 for a new one.
 * @throws StoreUnusable for the file of another version or of another program
 */
export async function checkFormat(database: SqliteDatabase, file: string): Promise<number> {
  const [{ application, version, tables } = {}] = await database.all(HEADER);
  if (application === APPLICATION_ID && version === SQLITE_VERSION) return version;
  if (application === APPLICATION_ID) throw otherVersion(file, Number(version), SQLITE_VERSION);
  if (application === 0 && version === 0 && tables === 0) return 0;
  throw new StoreUnusable(`${file} is the database of another program. Set STORE_URL to a file of its own.`);
}

/** What a pragma says that has one number. */
export async function numberOf(database: SqliteDatabase, pragma: string): Promise<number> {
  const [row] = await database.all(pragma);
  return Number(Object.values(row ?? {})[0]);
}
