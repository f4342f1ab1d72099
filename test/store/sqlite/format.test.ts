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

/** The same, with what runs without being prepared, such as a rewriting, written down; what a pragma says can be made up. */
function watched(database: SqliteDatabase, says: Readonly<Record<string, number>> = {}) {
  const runs: string[] = [];
  const all: SqliteDatabase['all'] = async (sql, parameters) =>
    sql in says ? [{ says: says[sql] }] : database.all(sql, parameters);
  const run: SqliteDatabase['run'] = async (sql) => {
    runs.push(sql);
    await database.run(sql);
  };
  return { ...database, all, run, runs };
}

describe('the format of a file', () => {
  it.each([
    ['of this program', `PRAGMA application_id = ${OURS}; PRAGMA user_version = 2;`, 2],
    [
      'of this version',
      `PRAGMA application_id = ${OURS}; PRAGMA user_version = ${SQLITE_VERSION};`,
      SQLITE_VERSION,
    ],
    ['that is new', '', 0],
    ['from before versions were numbered', 'CREATE TABLE rows (x); CREATE TABLE cache (y);', 0],
  ])('%s is known', async (_which, setUp, version) => {
    expect(await checkFormat(await open(setUp), FILE)).toBe(version);
  });

  it.each([
    [
      'newer',
      `PRAGMA application_id = ${OURS}; PRAGMA user_version = ${SQLITE_VERSION + 1};`,
      'newer version',
    ],
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
    const database = watched(await open('', join(await emptyDirectory(), 'bot.sqlite')));
    await prepareFormat(database, FILE);
    expect(await namesIn(database)).toEqual([
      'cache',
      'cache_expires',
      'rows',
      'rows_expires',
      'rows_lasting',
      'sqlite_sequence',
    ]);
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
    // Nothing had to be rewritten for that, for which a full disk has no room.
    expect(database.runs).toEqual([]);
  });

  it.each([
    ['32 MB', 8_192, 1],
    ['a page more', 8_193, 0],
  ])(
    'is rewritten in an old file with %s in it, whatever is free there, or left for later',
    async (_size, used, rewrites) => {
      const file = join(await emptyDirectory(), 'bot.sqlite');
      const old = await open('CREATE TABLE rows (seq, collection, id, value, expires);', file);
      const free = 5_000;
      const database = watched(old, { 'PRAGMA page_count': used + free, 'PRAGMA freelist_count': free });
      await prepareFormat(database, FILE);
      expect(database.runs).toHaveLength(rewrites);
      expect(await pragma(old, 'auto_vacuum')).toBe(rewrites === 0 ? 0 : 2);
    },
  );

  it('is brought from any before it, and what is written in between by others is left to them', async () => {
    const database = await open(`PRAGMA application_id = ${OURS}; PRAGMA user_version = 1;
      CREATE TABLE rows (seq INTEGER PRIMARY KEY, collection TEXT, id TEXT, value TEXT, expires INTEGER);
      INSERT INTO rows (collection, id, value) VALUES ('rows', 'a', 'old');`);
    const run: string[] = [];
    let isFirst = true;
    const all: SqliteDatabase['all'] = async (sql, parameters) => {
      run.push(sql);
      // Another opener is at the last version as soon as this one has begun.
      if (sql === 'BEGIN IMMEDIATE' && isFirst) {
        isFirst = false;
        await database.run(`PRAGMA user_version = ${SQLITE_VERSION}`);
      }
      return database.all(sql, parameters);
    };
    await prepareFormat({ ...database, all }, FILE);
    expect(run.filter((sql) => /^(CREATE|PRAGMA user_version =)/.test(sql))).toEqual([]);
    await database.run('PRAGMA user_version = 1');
    await prepareFormat(database, FILE);
    expect(await namesIn(database)).toContain('rows_lasting');
    expect(await pragma(database, 'user_version')).toBe(SQLITE_VERSION);
    expect(await database.all('SELECT value FROM rows')).toEqual([{ value: 'old' }]);
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
