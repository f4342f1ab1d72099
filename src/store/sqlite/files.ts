import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sync, syncDirectoryOf } from '../disk.ts';
import { StoreUnusable } from '../errors.ts';
import { hasStore } from '../format.ts';
import { SEALED_KEY } from '../seal/secret.ts';
import { openSqlite, type SqliteDatabase, TABLES_IN_FILE } from './database.ts';
import { unusableBecause } from './place.ts';

/** What can be read of a store without its secret. */
export interface StoreContents {
  /** In words. */
  readonly summary: string;
  /** The store's own key, sealed with its secret; undefined if it has none. */
  readonly sealedKey: string | undefined;
}

/**
 * Copies a store to another file, as it is at one moment, and checks the copy. A bot may write to the store meanwhile.
 * @throws StoreUnusable if it is damaged, or not a store of this program; the system's errors
 */
export async function copyStore(from: string, to: string): Promise<StoreContents> {
  if (!existsSync(from)) throw new StoreUnusable(`${from} is not there.`);
  await mkdir(dirname(to), { recursive: true });
  const draft = `${to}.partial-${randomBytes(6).toString('hex')}`;
  try {
    // Created here and not by SQLite, so that only its owner can read it.
    await (await open(draft, 'wx', 0o600)).close();
    await inDatabase(from, async ({ all }) => {
      if (!(await hasStore(all, from, TABLES_IN_FILE)))
        throw new StoreUnusable(`${from} holds nothing: no bot has ever opened it.`);
      await all('VACUUM INTO ?', [draft]);
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

/** Copies a store that no process has open, if there is one. */
export async function keepStore(file: string, former: string): Promise<void> {
  if (!existsSync(file)) return;
  // SQLite writes its log into the file, unless that is damaged.
  await inDatabase(file, ({ all }) => all('PRAGMA wal_checkpoint(TRUNCATE)')).catch(
    () => undefined,
  );
  await copyFile(file, `${former}.partial`);
  await sync(`${former}.partial`);
  await rename(`${former}.partial`, former);
}

/** Puts a draft in the place of a store that no process has open. At every moment there is a whole store. */
export async function replaceStore(file: string, draft: string): Promise<void> {
  // SQLite would apply the write-ahead log of the former file to this one.
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  await rename(draft, file);
  await syncDirectoryOf(file);
}

/** @throws StoreUnusable if the file is damaged; the message calls it `name` */
export async function contentsOf(
  { all }: SqliteDatabase,
  file: string,
  name = file,
): Promise<StoreContents> {
  const results = (await all('PRAGMA integrity_check(1)')).map((row) =>
    String(row.integrity_check),
  );
  if (results.join() !== 'ok') throw new StoreUnusable(`${name} is damaged: ${results.join('; ')}`);
  await hasStore(all, name, TABLES_IN_FILE);
  const [row] = await all(`SELECT (SELECT count(*) FROM answer) AS answers, (${SEALED_KEY}) AS key,
    (SELECT count(*) FROM request WHERE done IS NULL) AS requests`);
  const { size } = await stat(file);
  return {
    summary: `saved answers: ${row?.answers}, open requests: ${row?.requests}, ${(size / 1e6).toFixed(1)} MB`,
    sealedKey: typeof row?.key === 'string' ? row.key : undefined,
  };
}

/** Opens an existing file, reports what is wrong with it, and leaves no files of SQLite's next to it. */
export async function inDatabase<T>(
  file: string,
  work: (database: SqliteDatabase) => Promise<T>,
  mode: 'existing' | 'read' = 'existing',
): Promise<T> {
  try {
    const database = await openSqlite(file, { mode });
    return await work(database).finally(() => database.close().catch(() => undefined));
  } catch (error) {
    throw unusableBecause(error, file) ?? error;
  }
}
