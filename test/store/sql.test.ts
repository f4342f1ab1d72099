import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreFailed } from '../../src/store/errors.ts';
import { makeTables } from '../../src/store/format.ts';
import { TABLES } from '../../src/store/schema/schema.ts';
import { createSql, inserting, type Sql } from '../../src/store/sql.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { describeTables } from '../contract/tables-contract.ts';
import { emptyDirectory } from '../support/process/process-main.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';

/** A table of notes in a file, and how often something was begun, and committed. */
async function openNotes() {
  const file = join(await emptyDirectory(), 'bot.sqlite');
  const [writer, reader] = [await open(file), await open(file)];
  await writer.all('PRAGMA journal_mode = WAL');
  await makeTables(writer.all, 'BEGIN', TABLES);
  await writer.all('CREATE TABLE note (id TEXT PRIMARY KEY, times BIGINT NOT NULL)');
  const asked: string[] = [];
  const sql: Sql = createSql({
    ...{
      placeholder: () => '?',
      begin: 'BEGIN IMMEDIATE',
      rows: '(SELECT value, key AS n FROM json_each(?))',
      read: reader.all,
    },
    write: (text, values) => {
      asked.push(text);
      return writer.all(text, values);
    },
  });
  const times = (what: RegExp) => asked.filter((text) => what.test(text)).length;
  return { sql, file, times, begins: () => times(/^BEGIN/), commits: () => times(/^COMMIT$/) };
}

async function open(file: string) {
  const database = await openSqlite(file, { busyTimeoutMs: 100 });
  onTestFinished(() => database.close());
  return database;
}

const add = (sql: Sql, id: string) =>
  sql.tx((t) => t`INSERT INTO note (id, times) VALUES (${id}, ${1}) RETURNING id`);
const notesIn = async (sql: Sql) =>
  (await sql.read`SELECT id FROM note ORDER BY id`).map(({ id }) => id);

describeTables('SQLite', async () => (await openNotes()).sql);
// What tests with a clock of their own use in its place.
describeTables('SQLite in memory', async () => createMemorySql());

describe('transactions', () => {
  it('share a commit when they are asked for in one turn', async () => {
    const { sql, commits } = await openNotes();
    const ids = ['a', 'b', 'c'];
    expect(await Promise.all(ids.map((id) => add(sql, id)))).toEqual(ids.map((id) => [{ id }]));
    expect([commits(), await notesIn(sql)]).toEqual([1, ids]);
  });

  it('that are not urgent share the commit of the next one, or have one when nothing follows', async () => {
    const { sql, commits } = await openNotes();
    const later = (id: string) =>
      sql.tx((t) => t`INSERT INTO note (id, times) VALUES (${id}, ${1})`, 'soon');
    await Promise.all([later('a'), add(sql, 'b')]);
    expect(commits()).toBe(1);
    const last = later('c');
    await sql.idle();
    await last;
    expect([commits(), await notesIn(sql)]).toEqual([2, ['a', 'b', 'c']]);
  });

  it('fail alone, with what failed, and take nothing of the others', async () => {
    const { sql } = await openNotes();
    await add(sql, 'a');
    const fault = new Error('a fault of the program');
    const ends = await Promise.allSettled([
      add(sql, 'b'),
      add(sql, 'a'),
      sql.tx(async (t) => {
        await t`INSERT INTO note (id, times) VALUES (${'c'}, ${1})`;
        throw fault;
      }),
    ]);
    expect(ends.map((end) => (end.status === 'rejected' ? end.reason : end.status))).toEqual([
      'fulfilled',
      expect.objectContaining({ code: 'SQLITE_CONSTRAINT' }),
      fault,
    ]);
    expect(await notesIn(sql)).toEqual(['a', 'b']);
  });

  it('fail as a store that fails when another program holds the file, all that share a commit at once', async () => {
    const { sql, file, begins } = await openNotes();
    const other = await open(file);
    await other.all('BEGIN IMMEDIATE');
    const ends = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => add(sql, String(n))),
    );
    expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual(
      Array.from({ length: 40 }, () => expect.any(StoreFailed)),
    );
    expect(begins()).toBe(1);
  });

  it('are not seen by reads before they are committed', async () => {
    const { sql } = await openNotes();
    await sql.tx(async (t) => {
      await t`INSERT INTO note (id, times) VALUES (${'a'}, ${1})`;
      expect(await notesIn(sql)).toEqual([]);
      expect(await t`SELECT id FROM note`).toEqual([{ id: 'a' }]);
    });
    expect(await notesIn(sql)).toEqual(['a']);
  });

  it('insert rows with one statement, unless other work comes between them, and again after a failure', async () => {
    const { sql, file, times } = await openNotes();
    const statement = inserting('note', ['id'], ['times'], 'DO UPDATE SET times = excluded.times');
    const insert = (id: string, n: number | null, how?: 'soon') =>
      sql.batch(statement, [id, n], how);
    const remove = () => sql.tx((t) => t`DELETE FROM note WHERE times < 3`);
    const before = [insert('a', 1), insert('b', 2, 'soon')];
    await Promise.all([...before, remove(), insert('b', 1), insert('c', 2), insert('c', 3)]);
    expect(await sql.read`SELECT id || times AS row FROM note`).toEqual([
      { row: 'b1' },
      { row: 'c3' },
    ]);
    expect(times(/^INSERT/)).toBe(2);
    const ends = await Promise.allSettled([
      insert('e', 1),
      insert('f', null),
      insert('g', 1),
      remove(),
    ]);
    expect(ends.map(({ status }) => status[0])).toEqual([...'frff']);
    const other = await open(file);
    await other.all('BEGIN IMMEDIATE');
    await expect(insert('d', 4)).rejects.toThrow(StoreFailed);
    await other.all('ROLLBACK');
    expect(await insert('d', 4)).toBe(true);
  });

  it('are over when it is idle', async () => {
    const { sql } = await openNotes();
    let isDone = false;
    void add(sql, 'a')
      .then(() => add(sql, 'b'))
      .then(() => {
        isDone = true;
      });
    await sql.idle();
    expect(isDone).toBe(true);
  });
});
