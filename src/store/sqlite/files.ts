import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf, unlessMissing } from '../../core/errors.ts';
import { makeDirectory } from '../directory.ts';
import type { HeldFile, StoreContents, StoreFiles } from '../driver.ts';
import { FileThere, StoreUnusable } from '../errors.ts';
import { isThere, syncDirectoryOf } from '../mark-file.ts';
import { TABLES } from '../schema/schema.ts';
import { BUSY_TIMEOUT_MS, openSqlite, type SqliteDatabase } from './database.ts';
import { CACHE_TABLE, checkFormat } from './format.ts';
import { checkPlace, draftOf, fileOf, lockStore, placeOf, unusableBecause } from './place.ts';

/** Files that SQLite keeps beside a database: its write-ahead log, and the index of that. */
const BESIDE = ['-wal', '-shm'] as const;
const DATABASE_BEGINS = 'SQLite format 3\0';
/** In the name of a copy that is not whole yet. */
const PARTIAL = '.partial-';

export const sqliteFiles: StoreFiles = {
  pathOf: (url) => {
    const file = fileOf(url);
    return file === ':memory:' ? undefined : file;
  },
  urlOf: (file) => `sqlite://${file}`,
  copy: async (from, to) => {
    await needsFile(from);
    await makeDirectory(dirname(to));
    // Also where the copy is there: one that was killed while it got its name has two, and would be no store.
    await removeLeftovers(to);
    if (await isThere(to)) throw new FileThere(to);
    const draft = `${to}${PARTIAL}${randomBytes(6).toString('hex')}`;
    try {
      // Created here and not by SQLite, so that only its owner can read it.
      await (await open(draft, 'wx', 0o600)).close();
      await inDatabase(from, (database) => copyInto(database, from, draft));
      const contents = await inDatabase(draft, (database) => contentsOf(database, draft, from));
      await sync(draft);
      await giveName(draft, to);
      return contents;
    } finally {
      await rm(draft, { force: true });
    }
  },
  hold: async (file) => {
    await checkPlace(file);
    const { release } = await lockStore(file);
    return heldFile(placeOf(file), release);
  },
};

function heldFile(file: string, release: () => Promise<void>): HeldFile {
  return {
    draft: draftOf(file),
    moveTo: async (to) => {
      if (!(await isThere(file))) return;
      await emptyLog(file);
      for (const end of BESIDE) await unlessMissing(rename(`${file}${end}`, `${to}${end}`));
      await rename(file, to);
      await syncDirectoryOf(file);
    },
    replaceBy: async (copy) => {
      // SQLite would apply the log of the former file to this one.
      for (const end of BESIDE) await rm(`${file}${end}`, { force: true });
      await rename(copy, file);
      await syncDirectoryOf(file);
    },
    release,
  };
}

/**
 * Has SQLite put its log into the file, so that one renaming moves all of it: a process that ends between two would part
 * them. A damaged file keeps its log.
 */
async function emptyLog(file: string): Promise<void> {
  // SQLite would throw away the log of what it takes for no database.
  if (!(await beginsAsDatabase(file))) return;
  await inDatabase(file, (database) => database.all('PRAGMA wal_checkpoint(TRUNCATE)')).catch(
    () => undefined,
  );
}

async function beginsAsDatabase(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(DATABASE_BEGINS.length), 0);
    return buffer.toString('latin1') === DATABASE_BEGINS;
  } finally {
    await handle.close();
  }
}

/** Removes what copies to this name have left that were killed. */
async function removeLeftovers(to: string): Promise<void> {
  const beginning = `${basename(to)}${PARTIAL}`;
  for (const name of await readdir(dirname(to)))
    if (name.startsWith(beginning)) await rm(join(dirname(to), name), { force: true });
}

async function copyInto(database: SqliteDatabase, from: string, draft: string): Promise<void> {
  await checkFormat(database, from);
  const tables = await database.all("SELECT 1 FROM sqlite_schema WHERE name = 'rows'");
  if (tables.length === 0) throw new StoreUnusable(`${from} holds nothing: no bot has ever opened it.`);
  await database.all('VACUUM INTO ?', [draft]);
}

/** @throws StoreUnusable if the file is damaged; the message calls it `as` */
export async function contentsOf(database: SqliteDatabase, file: string, as: string): Promise<StoreContents> {
  const said = (await database.all('PRAGMA integrity_check(1)')).map((row) => String(row.integrity_check));
  if (said.join() !== 'ok') throw new StoreUnusable(`${as} is damaged: ${said.join('; ')}`);
  const version = await checkFormat(database, file);
  const [{ answers = 0 } = {}] = await database.all(`SELECT count(*) AS answers FROM ${CACHE_TABLE}`);
  const rows = [
    ...(await database.all(
      'SELECT collection, count(*) AS many, count(*) - count(expires) AS lasting FROM rows GROUP BY collection',
    )),
  ];
  for (const { name } of TABLES)
    rows.push(...(await database.all(`SELECT '${name}' AS collection, count(*) AS many FROM ${name}`)));
  const { size } = await stat(file);
  return {
    bytes: size,
    version,
    answers: Number(answers),
    rows: new Map(
      rows.map(({ collection, many, lasting }) => [
        String(collection),
        { all: Number(many), lasting: Number(lasting ?? 0) },
      ]),
    ),
  };
}

/** Opens an existing file, reports what is wrong with it, and leaves no files of SQLite's beside it. */
async function inDatabase<T>(file: string, work: (database: SqliteDatabase) => Promise<T>): Promise<T> {
  try {
    const database = await openSqlite(file, { setUp: '', busyTimeoutMs: BUSY_TIMEOUT_MS, mode: 'existing' });
    try {
      return await work(database);
    } finally {
      await database.close().catch(() => undefined);
    }
  } catch (error) {
    throw unusableBecause(error, file) ?? damaged(error, file) ?? error;
  }
}

function damaged(error: unknown, file: string): StoreUnusable | undefined {
  return error instanceof Error && /SQLITE_CORRUPT/.test(error.message)
    ? new StoreUnusable(`${file} is damaged (${error.message}).`)
    : undefined;
}

/** Renames the draft, unless a file of that name exists by now. */
async function giveName(draft: string, to: string): Promise<void> {
  try {
    await link(draft, to);
    await unlink(draft);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new FileThere(to);
    // The file system has no hard links.
    await rename(draft, to);
  }
  await syncDirectoryOf(to);
}

async function needsFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    const why =
      codeOf(error) === 'ENOENT' ? 'is not there' : `cannot be read (${codeOf(error) ?? 'unknown'})`;
    throw new StoreUnusable(`${file} ${why}.`);
  });
  if (!found.isFile()) throw new StoreUnusable(`${file} is no file.`);
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
