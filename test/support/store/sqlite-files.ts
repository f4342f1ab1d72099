import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/time/clock.ts';
import { closeQuietly } from '../../../src/store/closable.ts';
import { openInstallation } from '../../../src/store/installation.ts';
import { MetadataTable } from '../../../src/store/schema/metadata-table.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-database.ts';
import { emptyDirectory } from '../empty-directory.ts';

/** The content of a file that is not a database. */
export const NO_STORE =
  'this is no database, and it is long enough to have a header of its own'.repeat(100);

/** The path of a new file in a new directory. */
export async function newFile(name = 'bot.sqlite'): Promise<string> {
  return join(await emptyDirectory(), name);
}

/** Opens the store in a file, and closes it after the test. */
export async function openStore(file: string, secret?: string) {
  const opened = await openInstallation({ url: `sqlite://${file}`, secret, clock: systemClock });
  const { database } = opened;
  onTestFinished(() => closeQuietly(database));
  const metadata = new MetadataTable(database.sql, systemClock);
  return {
    ...opened,
    sql: database.sql,
    answers: database.answers,
    metadata,
    lost: database.lost,
    isOwner: () => database.isOwner(),
    close: () => database.close(),
  };
}

/** A file with an empty store of this version. */
export async function emptyStore(): Promise<string> {
  const file = await newFile();
  await (await openStore(file)).close();
  return file;
}

/** A file with a store that contains a setting and an answer. */
export async function filledFile(): Promise<string> {
  const file = await newFile();
  await fillFile(file);
  return file;
}

/** Creates a store with a setting and an answer at a new path. */
export async function fillFile(file: string): Promise<void> {
  const { answers, metadata, close } = await openStore(file);
  await answers.set('k', 'v');
  await metadata.set('a', 'one');
  await close();
}

/** Runs statements on a file, one after the other. */
export async function runSql(file: string, ...statements: readonly string[]): Promise<void> {
  const database = await openSqlite(file);
  try {
    for (const statement of statements) await database.query(statement);
  } finally {
    await database.close();
  }
}

/** Invalid store files: what each one is, how to make it, and its error. */
export type BadFile = readonly [what: string, make: (file: string) => Promise<void>, says: string];

/** Files that the bot does not read. */
export const BAD_FILES: readonly BadFile[] = [
  ['not a database', (file) => writeFile(file, NO_STORE), 'is not a store of imei-bot'],
  ['of another program', (file) => runSql(file, 'CREATE TABLE metadata (x)'), 'another program'],
  ['damaged', damage, 'is damaged. Restore a backup'],
];

/** Overwrites everything after the header: SQLite still takes the file for a database. */
async function damage(file: string): Promise<void> {
  await fillFile(file);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xff, 100, 4_096));
}
