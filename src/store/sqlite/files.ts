import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../core/errors.ts';
import { FileThere, StoreUnusable } from '../errors.ts';
import { SEALED_KEY } from '../examination.ts';
import { isThere, syncDirectoryOf } from '../mark-file.ts';
import { TABLES } from '../schema/schema.ts';
import { BUSY_TIMEOUT_MS, openSqlite, type SqliteDatabase } from './database.ts';
import { checkFormat } from './format.ts';
import { unusableBecause } from './place.ts';

/** Files that SQLite keeps beside a database: its write-ahead log, and the index of that. */
const BESIDE = ['-wal', '-shm'] as const;

/** What a store in a file holds, as far as that is known without its secret. */
export interface StoreContents {
  readonly bytes: number;
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>;
  readonly openRequests: number;
}

/**
 * Writes the content of a file at one moment into a new file, while others may write to it, and checks the copy.
 * @throws StoreUnusable for what is no store of this program, or a damaged one; FileThere; the system's errors
 */
export async function copyStore(from: string, to: string): Promise<StoreContents> {
  await needsFile(from);
  await mkdir(dirname(to), { recursive: true });
  if (await isThere(to)) throw new FileThere(to);
  const draft = `${to}.partial-${randomBytes(6).toString('hex')}`;
  try {
    // Created here and not by SQLite, so that only its owner can read it.
    await (await open(draft, 'wx', 0o600)).close();
    await inDatabase(from, async (database) => {
      if ((await checkFormat(database, from)) === 0)
        throw new StoreUnusable(`${from} holds nothing: no bot has ever opened it.`);
      await database.all('VACUUM INTO ?', [draft]);
    });
    const contents = await inDatabase(draft, (database) => contentsOf(database, draft, from));
    await sync(draft);
    await rename(draft, to);
    await syncDirectoryOf(to);
    return contents;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Puts a draft in the place of a store that no process has open, and a copy of what was there aside. There is a whole store at
 * every moment.
 */
export async function replaceStore(file: string, draft: string, aside: string): Promise<void> {
  if (await isThere(file)) {
    // SQLite puts its log into the file, unless that is damaged.
    await inDatabase(file, (database) => database.all('PRAGMA wal_checkpoint(TRUNCATE)')).catch(
      () => undefined,
    );
    await copyFile(file, aside);
    await sync(aside);
    // SQLite would apply the log of the former file to this one.
    for (const end of BESIDE) await rm(`${file}${end}`, { force: true });
  }
  await rename(draft, file);
  await syncDirectoryOf(file);
}

/** @throws StoreUnusable if the file is damaged; the message calls it `as` */
export async function contentsOf(database: SqliteDatabase, file: string, as: string): Promise<StoreContents> {
  const said = (await database.all('PRAGMA integrity_check(1)')).map((row) => String(row.integrity_check));
  if (said.join() !== 'ok') throw new StoreUnusable(`${as} is damaged: ${said.join('; ')}`);
  await checkFormat(database, file);
  const count = async (from: string): Promise<number> => {
    const [row] = await database.all(`SELECT count(*) AS many FROM ${from}`);
    return Number(row?.many);
  };
  const rows = new Map<string, number>();
  for (const { name } of TABLES) rows.set(name, await count(name));
  const openRequests = await count('request WHERE done IS NULL');
  const { size } = await stat(file);
  return { bytes: size, rows, openRequests };
}

/** The store's own key, sealed with its secret; undefined if it has none. */
export async function sealedKeyIn(file: string): Promise<string | undefined> {
  const [row] = await inDatabase(file, (database) => database.all(SEALED_KEY));
  return row && String(row.value);
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
    throw unusableBecause(error, file) ?? error;
  }
}

async function needsFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    const why =
      codeOf(error) === 'ENOENT' ? 'is not there' : `cannot be read (${codeOf(error) ?? 'unknown'})`;
    throw new StoreUnusable(`${file} ${why}.`);
  });
  if (!found.isFile()) throw new StoreUnusable(`${file} is not a file.`);
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
