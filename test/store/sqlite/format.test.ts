import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnusable } from '../../../src/store/errors.ts';
import { openSqlite, type SqliteDatabase } from '../../../src/store/sqlite/database.ts';
import { checkFormat, prepareFormat, SQLITE_VERSION } from '../../../src/store/sqlite/format.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';

const OURS = 'PRAGMA application_id = 1768777065;';
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
    ['newer than this', `${OURS} PRAGMA user_version = ${SQLITE_VERSION + 1};`, 'another version'],
    ['of ours without a number', `${OURS} CREATE TABLE answer (x);`, 'another version'],
    ['of another, with our tables', 'CREATE TABLE answer (x); CREATE TABLE send (y);', 'another program'],
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

  it('is made in a new file, whose commits survive a power loss', async () => {
    const database = await open('', join(await emptyDirectory(), 'bot.sqlite'));
    expect(await checkFormat(database, FILE)).toBe(0);
    await prepareFormat(database, FILE);
    // Once more changes nothing.
    await prepareFormat(database, FILE);
    expect(await checkFormat(database, FILE)).toBe(SQLITE_VERSION);
    expect(await namesIn(database)).toEqual(expect.arrayContaining(['answer', 'history', 'setting']));
    const said = ['journal_mode', 'synchronous'].map((name) => pragma(database, name));
    expect(await Promise.all(said)).toEqual(['wal', 2]);
  });
});
