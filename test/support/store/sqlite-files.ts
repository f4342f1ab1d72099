import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { closeQuietly } from '../../../src/store/close.ts';
import { openStore as openAt } from '../../../src/store/open.ts';
import { MetadataTable } from '../../../src/store/schema/metadata.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { emptyDirectory } from '../empty-directory.ts';

/** The content of a file that is no database. */
export const NO_STORE =
  'this is no database, and it is long enough to have a header of its own'.repeat(100);

/** The path of a file that is not there yet, in a directory of its own. */
export async function newFile(name = 'bot.sqlite'): Promise<string> {
  return join(await emptyDirectory(), name);
}

/** Opens the store in a file, which is closed when the test has finished. */
export async function openStore(file: string, secret?: string) {
  const opened = await openAt({ url: `sqlite://${file}`, secret, clock: systemClock });
  onTestFinished(() => closeQuietly(opened));
  const metadata = new MetadataTable(opened.store.sql, systemClock);
  return { ...opened, metadata };
}

/** A file with a store of this version in it that holds nothing yet. */
export async function emptyStore(): Promise<string> {
  const file = await newFile();
  await (await openStore(file)).close();
  return file;
}

/** The same with a setting and an answer. */
export async function filledFile(): Promise<string> {
  const file = await newFile();
  const { store, metadata, close } = await openStore(file);
  await store.keyv.set('k', 'v');
  await metadata.set('a', 'one');
  await close();
  return file;
}

/** Runs statements on a file, one after the other. */
export async function runSql(file: string, ...statements: readonly string[]): Promise<void> {
  const database = await openSqlite(file);
  for (const statement of statements) await database.query(statement);
  await database.close();
}
