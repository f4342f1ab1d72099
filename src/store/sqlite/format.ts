import { newerStore, StoreUnusable } from '../errors.ts';
import { inTransaction, type SqliteDatabase } from './database.ts';

/** "imei" in ASCII. In the header of the file, it marks this program's files. */
const APPLICATION_ID = 0x696d6569;

/** Keyv's table, as Keyv itself would create it. */
export const CACHE_TABLE = 'cache';
/** What Keyv puts before each key. */
export const KEYV_PREFIX = 'keyv:';

/**
 * The migrations from one version of the file to the next; a version is a position in the list, counted from 1. Append
 * only: a file may be at any of them. Each is one transaction and takes no longer on a large file: work on all rows is done
 * later, in portions, by the room that owns the rows.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE IF NOT EXISTS rows (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, id TEXT NOT NULL,
      value TEXT NOT NULL, expires INTEGER, UNIQUE (collection, id))`,
    'CREATE INDEX IF NOT EXISTS rows_expires ON rows (expires) WHERE expires IS NOT NULL',
    `CREATE TABLE IF NOT EXISTS ${CACHE_TABLE} (key VARCHAR(255) PRIMARY KEY, value TEXT)`,
    `CREATE INDEX IF NOT EXISTS cache_expires ON ${CACHE_TABLE} (json_extract(value, '$.expires'))`,
    `PRAGMA application_id = ${APPLICATION_ID}`,
  ],
  // Finds open requests among any number of finished ones: finished rows expire, open ones do not.
  ['CREATE INDEX IF NOT EXISTS rows_lasting ON rows (collection, seq) WHERE expires IS NULL'],
  // Values are sealed for their place, which no earlier version can open. `reseal` converts them one by one.
  [],
  // Sends are in a collection with groups, which no earlier version reads: it would conclude that they were never made.
  [],
];

/** Largest content that a start rewrites into a new file, which takes about a second on a slow disk. */
const REWRITE_BYTES = 32 * 2 ** 20;

export const SQLITE_VERSION = MIGRATIONS.length;

/**
 * Migrates a file to this program's version: a new file, one of an earlier version, or one from before versions were
 * numbered. Writes nothing into any other file.
 * @throws StoreUnusable for the file of a newer version or of another program
 */
export async function prepareFormat(database: SqliteDatabase, file: string): Promise<void> {
  const found = await checkFormat(database, file);
  // Takes effect only before the first table is created.
  if (found === 0) await database.all('PRAGMA auto_vacuum = INCREMENTAL');
  await database.all('PRAGMA journal_mode = WAL');
  for (let version = found + 1; version <= SQLITE_VERSION; version += 1) await migrate(database, version);
  await makeShrinkable(database);
}

/**
 * Files from before versions were numbered cannot return free pages to the disk until they are rewritten. A large one stays
 * as it is until so much of it was deleted that the rest is small, so that no start waits for it.
 */
async function makeShrinkable(database: SqliteDatabase): Promise<void> {
  if ((await numberOf(database, 'PRAGMA auto_vacuum')) === 2) return;
  const pages = await numberOf(database, 'PRAGMA page_count');
  const free = await numberOf(database, 'PRAGMA freelist_count');
  const bytes = (pages - free) * (await numberOf(database, 'PRAGMA page_size'));
  if (bytes > REWRITE_BYTES) return;
  // In memory: a container may have no other writable place.
  const rewrite =
    'PRAGMA temp_store = MEMORY; PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA temp_store = DEFAULT;';
  // On a full disk, or while another program reads the file, the next start tries again.
  await database.run(rewrite).catch(() => undefined);
}

/**
 * The version of a file that this program can read; 0 for a new one and for one from before versions were numbered.
 * @throws StoreUnusable for the file of a newer version or of another program
 */
export async function checkFormat(database: SqliteDatabase, file: string): Promise<number> {
  const found = await versionOf(database, file);
  if (found > SQLITE_VERSION) throw newerStore(file, found, SQLITE_VERSION);
  return found;
}

async function migrate(database: SqliteDatabase, version: number): Promise<void> {
  await inTransaction(database, async () => {
    // Another process that opens the file may have been faster.
    if ((await numberOf(database, 'PRAGMA user_version')) >= version) return;
    for (const statement of MIGRATIONS[version - 1] ?? []) await database.all(statement);
    await database.all(`PRAGMA user_version = ${version}`);
  });
}

/** 0 for a new file and for one from before versions were numbered. */
async function versionOf(database: SqliteDatabase, file: string): Promise<number> {
  // In this order: one transaction sets both, so a version that another opener has set is never seen without the id.
  const version = await numberOf(database, 'PRAGMA user_version');
  const application = await numberOf(database, 'PRAGMA application_id');
  if (application === APPLICATION_ID) return version;
  const tables = (await database.all("SELECT name FROM sqlite_schema WHERE type = 'table'")).map(
    ({ name }) => name,
  );
  const isUnnumbered = application === 0 && version === 0 && (tables.length === 0 || tables.includes('rows'));
  if (!isUnnumbered) {
    throw new StoreUnusable(
      `${file} is the database of another program. Set STORE_URL to a file of its own.`,
    );
  }
  return 0;
}

/** What a pragma says that has one number. */
export async function numberOf(database: SqliteDatabase, pragma: string): Promise<number> {
  const [row] = await database.all(pragma);
  return Number(Object.values(row ?? {})[0]);
}
