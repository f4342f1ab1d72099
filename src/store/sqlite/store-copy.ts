import { closeSync, existsSync, openSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeQuietly } from '../closable.ts';
import { beginDraft, removeDraft } from '../draft.ts';
import { sync, syncDirectoryOf } from '../durable-files.ts';
import { answersFileOf } from '../file-names.ts';
import { hasStore } from '../schema-version.ts';
import { SEALED_KEY_SQL } from '../seal/data-key.ts';
import type { TextQuery } from '../sql.ts';
import { StoreUnusable } from '../store-errors.ts';
import { damagedAnswers, unusableErrorFor } from './file-errors.ts';
import { openSqlite, type SqliteDatabase, TABLES_IN_FILE } from './sqlite-database.ts';

/** The parts of a store that can be read without its secret. */
export interface StoreContents {
  /** The content of the store, in words. */
  readonly summary: string;
  /** The store's own key, sealed with its secret; undefined if it has none. */
  readonly sealedKey: string | undefined;
}

/**
 * Copies a store and its answers to other files, and checks the copies. A bot may write to the
 * store meanwhile.
 * @throws StoreUnusable if it is damaged, or not a store of this program; the system's errors
 */
export async function copyStore(from: string, to: string): Promise<StoreContents> {
  if (!existsSync(from)) throw new StoreUnusable(`${from} is not there.`);
  await mkdir(dirname(to), { recursive: true });
  const draft = beginDraft(to);
  try {
    // The store first: an answer is in the row of its send until the answers have it, so at every
    // moment at least one of them has it.
    await copyDatabase(from, draft);
    if (existsSync(answersFileOf(from))) {
      await copyDatabase(answersFileOf(from), answersFileOf(draft), { explain: damagedAnswers });
    }
    const contents = await readContents(draft, { name: from });
    if (contents === undefined) {
      throw new StoreUnusable(`${from} holds nothing: no bot has ever opened it.`);
    }
    await moveStore(draft, to);
    return contents;
  } finally {
    await rm(answersFileOf(draft), { force: true });
    await removeDraft(draft);
  }
}

async function copyDatabase(from: string, to: string, options?: InDatabaseOptions): Promise<void> {
  // Created here, so that other users cannot read it, and synchronously: SQLite must not create it,
  // nor a thread that goes on while the process ends and removes its drafts.
  closeSync(openSync(to, 'wx', 0o600));
  const existing = `${pathToFileURL(to).href}?mode=rw`;
  const copy = ({ query }: SqliteDatabase) => query('VACUUM INTO ?', [existing]);
  await inDatabase(from, copy, { ...options, mode: 'copied' });
  await sync(to);
}

/** Copies a store and its answers, if it exists. No process may have it open. */
export async function setAsideStore(file: string, former: string): Promise<void> {
  await setAsideDatabase(file, former);
  await setAsideDatabase(answersFileOf(file), answersFileOf(former));
}

async function setAsideDatabase(file: string, former: string): Promise<void> {
  if (!existsSync(file)) return;
  const writeLogIntoFile = ({ query }: SqliteDatabase) => query('PRAGMA wal_checkpoint(TRUNCATE)');
  // A damaged file is kept as it is: it is about to be replaced.
  await inDatabase(file, writeLogIntoFile).catch(() => undefined);
  const draft = beginDraft(former);
  try {
    await copyFile(file, draft);
    await sync(draft);
    await rename(draft, former);
  } finally {
    await removeDraft(draft);
  }
  await syncDirectoryOf(former);
}

/**
 * Puts a draft in the place of a store that no process has open. At every moment there is a whole
 * store. If the draft has no answers, those of the former store stay.
 */
export async function replaceStore(file: string, draft: string): Promise<void> {
  await removeLog(file);
  if (existsSync(answersFileOf(draft))) await removeLog(answersFileOf(file));
  await moveStore(draft, file);
}

/** Removes the write-ahead log of a former file, which SQLite would apply to the new one. */
async function removeLog(file: string): Promise<void> {
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
}

async function moveStore(from: string, to: string): Promise<void> {
  if (existsSync(answersFileOf(from))) await rename(answersFileOf(from), answersFileOf(to));
  // Last: a store that has its name is complete.
  await rename(from, to);
  await syncDirectoryOf(to);
}

interface ContentsOptions {
  /** The name of the store in messages. */
  readonly name?: string;
  readonly mode?: OpenMode;
}

/**
 * Reads what a store has; undefined if no bot has made its tables.
 * @throws StoreUnusable if one of its files is damaged
 */
export async function readContents(
  file: string,
  { name = file, mode = 'existing' }: ContentsOptions = {},
): Promise<StoreContents | undefined> {
  const examine = async ({ query }: SqliteDatabase) => {
    await checkIntegrity(query, name);
    if (!(await hasStore(query, name, TABLES_IN_FILE))) return undefined;
    const [row] = await query(`SELECT (${SEALED_KEY_SQL}) AS key,
      (SELECT count(*) FROM request WHERE done IS NULL) AS requests`);
    return row;
  };
  const store = await inDatabase(file, examine, { mode });
  if (store === undefined) return undefined;
  const answers = existsSync(answersFileOf(file)) ? await countAnswers(file, name, mode) : 0;
  const { size } = await stat(file);
  return {
    summary: `saved answers: ${answers}, open requests: ${store.requests}, ${(size / 1e6).toFixed(1)} MB`,
    sealedKey: typeof store.key === 'string' ? store.key : undefined,
  };
}

async function countAnswers(file: string, name: string, mode: OpenMode): Promise<number> {
  const count = async ({ query }: SqliteDatabase): Promise<number> => {
    await checkIntegrity(query, answersFileOf(name));
    const [row] = await query('SELECT count(*) AS n FROM answer');
    return Number(row?.n);
  };
  return inDatabase(answersFileOf(file), count, { mode, explain: damagedAnswers });
}

async function checkIntegrity(query: TextQuery, name: string): Promise<void> {
  const results = (await query('PRAGMA integrity_check(1)')).map((row) =>
    String(row.integrity_check),
  );
  if (results.join() !== 'ok') throw new StoreUnusable(`${name} is damaged: ${results.join('; ')}`);
}

type OpenMode = 'existing' | 'read' | 'copied';

interface InDatabaseOptions {
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
