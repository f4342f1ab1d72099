import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TABLES } from '../../src/store/schema/tables.ts';
import { makeTables } from '../../src/store/schema-version.ts';
import type { Sql } from '../../src/store/sql.ts';
import { createSql } from '../../src/store/sql.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-database.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { describeTables } from '../contract/tables-contract.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';

/** A table of notes in a file, which counts the transactions that began and were committed. */
async function openNotes() {
  const file = join(await emptyDirectory(), 'bot.sqlite');
  const [writer, reader] = [await open(file), await open(file)];
  await writer.query('PRAGMA journal_mode = WAL');
  await makeTables(writer.query, 'BEGIN', TABLES);
  await writer.query('CREATE TABLE note (id TEXT PRIMARY KEY, times BIGINT NOT NULL)');
  const asked: string[] = [];
  const faults = { lateCommit: false };
  const sql: Sql = createSql({
    placeholder: () => '?',
    begin: 'BEGIN IMMEDIATE',
    read: reader.query,
    write: async (text, values) => {
      asked.push(text);
      const rows = await writer.query(text, values);
      if (text === 'COMMIT' && faults.lateCommit) throw new Error('the answer came too late');
      return rows;
    },
  });
  const times = (what: RegExp) => asked.filter((text) => what.test(text)).length;
  const begins = () => times(/^BEGIN/);
  const commits = () => times(/^COMMIT$/);
  return { sql, file, faults, begins, commits };
}

async function open(file: string) {
  const database = await openSqlite(file, { busyTimeoutMs: 100 });
  onTestFinished(() => database.close());
  return database;
}

const add = (sql: Sql, id: string) =>
  sql.tx((query) => query`INSERT INTO note (id, times) VALUES (${id}, ${1}) RETURNING id`);
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
    expect(commits()).toBe(1);
    expect(await notesIn(sql)).toEqual(ids);
  });

  it('are not repeated when nobody knows whether they were committed', async () => {
    const { sql, faults } = await openNotes();
    faults.lateCommit = true;
    const ends = await Promise.allSettled(['a', 'b'].map((id) => add(sql, id)));
    faults.lateCommit = false;
    expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual([
      expect.any(StoreFailed),
      expect.any(StoreFailed),
    ]);
    expect(await notesIn(sql)).toEqual(['a', 'b']);
    await add(sql, 'c');
    expect(await notesIn(sql)).toEqual(['a', 'b', 'c']);
  });

  it('fail alone, with their own error, and without effect on the others', async () => {
    const { sql } = await openNotes();
    await add(sql, 'a');
    const bug = new Error('a bug');
    const ends = await Promise.allSettled([
      add(sql, 'b'),
      add(sql, 'a'),
      sql.tx(async (query) => {
        await query`INSERT INTO note (id, times) VALUES (${'c'}, ${1})`;
        throw bug;
      }),
    ]);
    expect(ends.map((end) => (end.status === 'rejected' ? end.reason : end.status))).toEqual([
      'fulfilled',
      expect.objectContaining({ code: 'SQLITE_CONSTRAINT' }),
      bug,
    ]);
    expect(await notesIn(sql)).toEqual(['a', 'b']);
  });

  it('fail together when another program has locked the file', async () => {
    const { sql, file, begins } = await openNotes();
    const other = await open(file);
    await other.query('BEGIN IMMEDIATE');
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
    await sql.tx(async (query) => {
      await query`INSERT INTO note (id, times) VALUES (${'a'}, ${1})`;
      expect(await notesIn(sql)).toEqual([]);
      expect(await query`SELECT id FROM note`).toEqual([{ id: 'a' }]);
    });
    expect(await notesIn(sql)).toEqual(['a']);
  });

  it('are over when the database is idle', async () => {
    const { sql } = await openNotes();
    let isDone = false;
    void add(sql, 'a')
      .then(() => add(sql, 'b'))
      .then(() => {
        isDone = true;
      });
    await sql.untilIdle();
    expect(isDone).toBe(true);
  });
});
