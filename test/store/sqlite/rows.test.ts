import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { Opened, SqliteConnection } from '../../../src/store/sqlite/connection.ts';
import { openSqlite, type SqliteDatabase } from '../../../src/store/sqlite/database.ts';
import { prepareFormat } from '../../../src/store/sqlite/format.ts';
import { createSqliteRows, type SqliteRows } from '../../../src/store/sqlite/rows.ts';
import { createSqliteSql } from '../../../src/store/sqlite/sql.ts';

async function openDatabase(): Promise<SqliteDatabase> {
  const database = await openSqlite(':memory:', { setUp: '', busyTimeoutMs: 1_000 });
  await prepareFormat(database, ':memory:');
  return database;
}

function rowsOf(database: SqliteDatabase): SqliteRows {
  const connections = { database, reader: database } as Opened;
  const guard: SqliteConnection['guard'] = (work) => work(connections);
  return createSqliteRows({ guard, sql: createSqliteSql({ guard, guardWrites: guard }) }, systemClock);
}

/** Rows in a database of their own, and the statements that are run on it. */
async function openRows(): Promise<{ readonly rows: SqliteRows; readonly statements: string[] }> {
  const database = await openDatabase();
  onTestFinished(() => database.close());
  const statements: string[] = [];
  const heard: SqliteDatabase = {
    ...database,
    all: (sql, parameters) => {
      statements.push(sql.trimStart().split(/\s/)[0] ?? '');
      return database.all(sql, parameters);
    },
  };
  return { rows: rowsOf(heard), statements };
}

const id = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom('1', '2', '3', 'ü "\\ \u2028 \u{1F4F1}');
const expiresAt = fc.constantFrom(undefined, 1, Number.MAX_SAFE_INTEGER);
const change = fc.oneof(
  fc.record({ kind: fc.constantFrom('insert', 'put'), id, text, expiresAt }),
  fc.record({ kind: fc.constantFrom('delete', 'add'), id, text, expiresAt }),
  fc.record({ kind: fc.constant('replace'), id, text, expiresAt, expected: text }),
);
type AnyChange = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function make(rows: SqliteRows, one: AnyChange): Promise<unknown> {
  const collection = rows.collection('some');
  const options = one.expiresAt === undefined ? {} : { expiresAt: one.expiresAt };
  if ('expected' in one) return collection.replace(one.id, one.expected, one.text, options);
  if (one.kind === 'insert') return collection.insert(one.id, one.text, options);
  if (one.kind === 'put') return collection.put(one.id, one.text, options);
  return one.kind === 'delete' ? collection.delete(one.id) : collection.add(one.id, 5, options);
}

it('says which error it is, also when it is closed already', async () => {
  const database = await openDatabase();
  const closing = database.close();
  await expect(database.all('SELECT 1')).rejects.toMatchObject({ code: 'SQLITE_MISUSE' });
  await closing;
  await expect(database.all('SELECT 2')).rejects.toMatchObject({ code: 'SQLITE_MISUSE' });
});

describe('changes of rows that are made at the same time', () => {
  it('do what they would do one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const { rows: together } = await openRows();
        const { rows: inTurn } = await openRows();
        const outcomes: unknown[] = [];
        for (const one of changes) outcomes.push(await make(inTurn, one));
        expect(await Promise.all(changes.map((one) => make(together, one)))).toEqual(outcomes);
        const left = await inTurn.collection('some').entries();
        expect(await together.collection('some').entries()).toEqual(left);
      }),
      { numRuns: 150 },
    );
  });

  it('are one transaction', async () => {
    const { rows, statements } = await openRows();
    const collection = rows.collection('some');
    await Promise.all([collection.put('a', '1'), collection.insert('b', '1'), collection.add('c', 1)]);
    await Promise.all([collection.put('d', '1'), collection.put('a', '2'), collection.delete('b')]);
    expect(statements).toEqual(
      ['BEGIN', 'INSERT', 'INSERT', 'INSERT', 'COMMIT'].concat(
        'BEGIN',
        'INSERT',
        'INSERT',
        'DELETE',
        'COMMIT',
      ),
    );
  });

  it('are seen by who reads after them, also when many read at once', async () => {
    const { rows, statements } = await openRows();
    const collection = rows.collection('some');
    await Promise.all([collection.put('a', '1'), collection.put('b', '2', { expiresAt: 1 })]);
    expect(await Promise.all(['a', 'b', 'c', 'a'].map(collection.get))).toEqual([
      '1',
      undefined,
      undefined,
      '1',
    ]);
    expect(statements).toEqual(['BEGIN', 'INSERT', 'INSERT', 'COMMIT', 'SELECT']);
  });

  it('are waited for, with what is read and written because of them', async () => {
    const { rows } = await openRows();
    const collection = rows.collection('some');
    let isDone = false;
    const chain = async () => {
      await collection.put('a', '1');
      await collection.put('b', String(await collection.get('a')));
      await collection.get('b');
      isDone = true;
    };
    const done = chain();
    await rows.idle();
    expect(isDone).toBe(true);
    await done;
  });

  it('stand in the order in which they came', async () => {
    const { rows } = await openRows();
    const names = Array.from({ length: 100 }, (_, index) => `row ${(index * 37) % 100}`);
    await Promise.all(names.map((name) => rows.collection('some').insert(name, '1')));
    expect((await rows.collection('some').entries()).map(([name]) => name)).toEqual(names);
  });

  it('find their rows by the index, however many there are', async () => {
    const [database, explaining] = [await openDatabase(), await openDatabase()];
    onTestFinished(() => Promise.all([database.close(), explaining.close()]).then(() => undefined));
    const plans: string[] = [];
    const explained: SqliteDatabase = {
      ...database,
      all: async (sql, parameters) => {
        for (const { detail } of await explaining.all(`EXPLAIN QUERY PLAN ${sql}`, parameters))
          plans.push(String(detail));
        return database.all(sql, parameters);
      },
    };
    const collection = rowsOf(explained).collection('some');
    await collection.put('a', '1');
    await collection.get('a');
    await collection.delete('a');
    expect(plans.filter((plan) => /SEARCH rows? /.test(plan))).toHaveLength(2);
    expect(plans.filter((plan) => /SCAN rows?\b/.test(plan))).toEqual([]);
  });
});
