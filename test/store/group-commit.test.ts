import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupCommit, type GroupCommit } from '../../src/store/group-commit.ts';

let directory = '';
let database: KeyvSqlite;
let other: KeyvSqlite;
let commits: GroupCommit;
/** The statements in the order in which they were given to the database. */
let statements: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'imei-bot-commit-'));
  const uri = `sqlite://${join(directory, 'store.sqlite')}`;
  database = new KeyvSqlite({ uri });
  await database.query('PRAGMA journal_mode = WAL');
  await database.query('CREATE TABLE numbers (number INTEGER PRIMARY KEY)');
  other = new KeyvSqlite({ uri });
  statements = [];
  const { query: real } = database;
  database.query = (sql, ...parameters) => {
    statements.push(sql.split(' ')[0] ?? '');
    return real(sql, ...parameters);
  };
  commits = createGroupCommit((work) => work(database));
});
afterEach(async () => {
  await database.close();
  await other.close();
  await rm(directory, { recursive: true });
});

function insert(number: number): Promise<unknown> {
  return commits.write((on) => on.query('INSERT INTO numbers VALUES (?)', number));
}

async function seenByOthers(): Promise<number[]> {
  const rows = await other.query('SELECT number FROM numbers ORDER BY number');
  return rows.map((row: { number: number }) => row.number);
}

describe('writes that are asked for together', () => {
  it('are one transaction', async () => {
    await Promise.all([insert(1), insert(2), insert(3)]);
    expect(statements).toEqual(['BEGIN', 'INSERT', 'INSERT', 'INSERT', 'COMMIT']);
    expect(await seenByOthers()).toEqual([1, 2, 3]);
  });

  it('need none when there is only one', async () => {
    await insert(1);
    expect(statements).toEqual(['INSERT']);
  });

  it('gather while another is being written', async () => {
    const first = insert(1);
    await Promise.resolve();
    await Promise.all([first, insert(2), insert(3)]);
    expect(statements).toEqual(['INSERT', 'BEGIN', 'INSERT', 'INSERT', 'COMMIT']);
  });

  it('are on the disk when they resolve', async () => {
    const seen = [insert(1), insert(2)].map((written) => written.then(seenByOthers));
    expect(await Promise.all(seen)).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('give each its own result', async () => {
    const counted = (number: number): Promise<unknown> =>
      commits.write((on) => on.query('INSERT INTO numbers VALUES (?) RETURNING number', number));
    expect(await Promise.all([counted(7), counted(8)])).toEqual([[{ number: 7 }], [{ number: 8 }]]);
  });

  it('fail each for itself: what is wrong with one is no fault of the others', async () => {
    const [one, two, three] = await Promise.allSettled([insert(1), insert(1), insert(3)]);
    expect([one, two].map((outcome) => outcome?.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(three?.status).toBe('fulfilled');
    expect(await seenByOthers()).toEqual([1, 3]);
    await insert(4);
    expect(await seenByOthers()).toEqual([1, 3, 4]);
  });

  it('are waited for before the end', async () => {
    void insert(1);
    void insert(2);
    await commits.idle();
    expect(await seenByOthers()).toEqual([1, 2]);
  });
});
