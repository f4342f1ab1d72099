import { closeSync, existsSync, openSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beginDraft, removeDraft } from '../draft.ts';
import { sync, syncDirectoryOf } from '../durable-files.ts';
import { answersFileOf } from '../file-names.ts';
import { StoreUnusable } from '../store-errors.ts';
import { type InDatabaseOptions, inDatabase } from './in-database.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { readContents, type StoreContents } from './store-contents.ts';

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
      await copyDatabase(answersFileOf(from), answersFileOf(draft), { kind: 'answers' });
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
  await inDatabase(from, copy, { ...options, mode: 'withUrls' });
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
