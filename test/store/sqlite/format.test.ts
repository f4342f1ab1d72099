import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnusable } from '../../../src/store/errors.ts';
import { inTransaction, openSqlite, type SqliteDatabase } from '../../../src/store/sqlite/database.ts';
import { checkFormat, prepareFormat, SQLITE_VERSION } from '../../../src/store/sqlite/format.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';

const OURS = 0x696d6569;
const FILE = 'the file';

async function open(setUp = '', file = ':memory:'): Promise<SqliteDatabase> {
  const database = await openSqlite(file, { setUp, busyTimeoutMs: 50 });
  onTestFinished(() => database.close());
  return database;
}

async function pragma(database: SqliteDatabase, name: string): Promise<unknown> {
  const [row] = await database.all(`PRAGMA ${name}`);
  return Object.values(row ?? {})[0];
}

const namesIn = async (database: SqliteDatabase) =>
  (await database.all('SELECT name FROM sqlite_schema WHERE sql IS NOT NULL')).map(({ name }) => name).sort();

describe('the format of a file', () => {
  it.each([
    [
      'of this version',
      `PRAGMA application_id = ${OURS}; PRAGMA user_version = ${SQLITE_VERSION};`,
      SQLITE_VERSION,
    ],
    ['that is new', '', 0],
  ])('%s is known', async (_which, setUp, version) => {
    expect(await checkFormat(await open(setUp), FILE)).toBe(version);
  });

  it.each([
    [
      'newer than this',
      `PRAGMA application_id = ${OURS}; PRAGMA user_version = ${SQLITE_VERSION + 1};`,
      'another version',
    ],
    [
      'of ours without a number',
      `PRAGMA application_id = ${OURS}; CREATE TABLE rows (x);`,
      'another version',
    ],
    ['of another, with our tables', 'CREATE TABLE rows (x); CREATE TABLE cache (y);', 'another program'],
    ['of another program', 'PRAGMA application_id = 7;', 'another program'],
    ['of another, with rows', 'PRAGMA application_id = 7; CREATE TABLE rows (x);', 'another program'],
    ['of another, that counts too', 'PRAGMA user_version = 1; CREATE TABLE rows (x);', 'another program'],
    ['of another, that counts, and is empty', 'PRAGMA user_version = 1;', 'another program'],
    ['of another, without a number', 'CREATE TABLE theirs (x);', 'another program'],
  ])('that is %s is refused, and left as it is', async (_which, setUp, says) => {
    const database = await open(setUp);
    const before = [await namesIn(database), await pragma(database, 'user_version')];
    const refused = prepareFormat(database, FILE);
    await expect(refused).rejects.toThrow(StoreUnusable);
    await expect(refused).rejects.toThrow(FILE);
    await expect(refused).rejects.toThrow(says);
    expect([await namesIn(database), await pragma(database, 'user_version')]).toEqual(before);
  });

  it('is made in a new file, which can be made smaller and is ours', async () => {
    const database = await open('', join(await emptyDirectory(), 'bot.sqlite'));
    await prepareFormat(database, FILE);
    expect(await namesIn(database)).toEqual(expect.arrayContaining(['cache', 'history', 'rows']));
    const said = ['user_version', 'application_id', 'auto_vacuum', 'journal_mode'];
    expect(await Promise.all(said.map((name) => pragma(database, name)))).toEqual([
      SQLITE_VERSION,
      OURS,
      2,
      'wal',
    ]);
    // Once more changes nothing.
    await prepareFormat(database, FILE);
    expect(await pragma(database, 'user_version')).toBe(SQLITE_VERSION);
  });
});

describe('a transaction', () => {
  it('is done as a whole or not at all', async () => {
    const database = await open('CREATE TABLE x (y)');
    const insert = () => database.all('INSERT INTO x VALUES (1)');
    expect(await inTransaction(database, async () => (await insert()).length)).toBe(0);
    const failing = inTransaction(database, async () => {
      await insert();
      throw new Error('in the midst');
    });
    await expect(failing).rejects.toThrow('in the midst');
    expect(await database.all('SELECT * FROM x')).toHaveLength(1);
    // And the next one can begin.
    await inTransaction(database, insert);
    expect(await database.all('SELECT * FROM x')).toHaveLength(2);
  });
});
