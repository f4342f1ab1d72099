import { otherVersion, StoreUnusable } from '../errors.ts';
import { TABLES } from '../schema/schema.ts';
import type { SqliteDatabase } from './database.ts';

/** "imei" in ASCII. In the header of the file, it marks this program's files. */
const APPLICATION_ID = 0x696d6569;
/** The version of the format. Files of other versions are refused. */
export const SQLITE_VERSION = 1;

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
  // FULL: acknowledged writes survive a power loss, not only a kill.
  await database.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const create = TABLES.flatMap((table) => table.create);
  const marks = [`PRAGMA application_id = ${APPLICATION_ID}`, `PRAGMA user_version = ${SQLITE_VERSION}`];
  try {
    await database.run(['BEGIN IMMEDIATE', ...create, ...(isNew ? marks : []), 'COMMIT'].join(';'));
  } catch (error) {
    await database.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
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
