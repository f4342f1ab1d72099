import type { Clock } from '../../core/clock.ts';
import type { Collection, Entries } from '../contract.ts';
import { createGroups, type Groups } from '../groups.ts';
import type { Row, Sql, Statement } from '../sql.ts';
import { isBusy, type SqliteDatabase } from './database.ts';

const ALIVE = '(row.expires IS NULL OR row.expires > ?2)';

/**
 * Any number of rows by collection and id (?1), each returned with its position in the list. A cross join, so that SQLite
 * looks up each row instead of scanning all of them.
 */
const READ = `
  SELECT asked.key AS place, row.value FROM json_each(?1) AS asked CROSS JOIN rows AS row
    ON row.collection = asked.value ->> 0 AND row.id = asked.value ->> 1 AND ${ALIVE}`;

const ENTRIES = `SELECT id, value FROM rows AS row WHERE collection = ?1 AND ${ALIVE} ORDER BY seq`;
/** The character after the slash is the zero: all ids of a group are between the two. */
const ENTRIES_OF = `
  SELECT id, value FROM rows AS row
  WHERE collection = ?1 AND id > ?3 || '/' AND id < ?3 || '0' AND ${ALIVE} ORDER BY seq`;

/** Rows read by one statement. */
const PORTION = 200;
/** Rows after the last one read (?3), in the order of an index. */
const PORTIONS = {
  all: `
    SELECT id, value, id AS place FROM rows AS row
    WHERE collection = ?1 AND id > ?3 AND ${ALIVE} ORDER BY id LIMIT ${PORTION}`,
  lasting: `
    SELECT id, value, seq AS place FROM rows AS row
    WHERE collection = ?1 AND expires IS NULL AND seq > ?3 AND ?2 ORDER BY seq LIMIT ${PORTION}`,
} as const;
const BEFORE_ALL = { all: '', lasting: 0 } as const;

/** A row that is asked for. */
type Asked = readonly [collection: string, id: string];

/** Runs work on the current connection. */
export type Guard = <T>(work: (opened: { readonly reader: SqliteDatabase }) => Promise<T>) => Promise<T>;

/** The collections of a database. */
export interface SqliteRows {
  collection(name: string): Collection;
  /** Resolves when no read or write is running. */
  idle(): Promise<void>;
}

/** How the rows are reached. */
interface RowsConnection {
  readonly guard: Guard;
  readonly sql: Sql;
}

export function createSqliteRows({ guard, sql }: RowsConnection, clock: Clock): SqliteRows {
  const reads = createGroups(
    (asked: readonly Asked[]) => guard(({ reader }) => read(reader, asked, clock.now())),
    isBusy,
  );
  const select: CollectionNeeds['select'] = (text, collection, ...rest) =>
    guard(({ reader }) => reader.all(text, [collection, clock.now(), ...rest]));
  return {
    collection: (name) => createCollection(name, { sql, clock, read: reads.add, select }),
    idle: async () => {
      do {
        await reads.idle();
        await sql.idle();
      } while (reads.isBusy());
    },
  };
}

interface CollectionNeeds {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly read: Groups<Asked, string | undefined>['add'];
  /** Runs a statement whose first two parameters are the collection and the time. */
  readonly select: (
    text: string,
    collection: string,
    ...rest: readonly (string | number)[]
  ) => Promise<readonly Row[]>;
}

function createCollection(name: string, { sql, clock, read, select }: CollectionNeeds): Collection {
  /** Whether a change took effect: then it returns its row. */
  const isMade = (change: (t: Statement) => Promise<readonly Row[]>): Promise<boolean> =>
    sql.tx(async (t) => (await change(t)).length > 0);
  return {
    name,
    insert: (id, value, { expiresAt = null } = {}) =>
      isMade(
        (t) => t`INSERT INTO rows (collection, id, value, expires)
          VALUES (${name}, ${id}, ${value}, ${expiresAt})
          ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value, expires = excluded.expires
            WHERE rows.expires <= ${clock.now()} RETURNING 1`,
      ),
    get: (id) => read([name, id]),
    put: async (id, value, { expiresAt = null } = {}) => {
      await sql.tx(
        (t) => t`INSERT INTO rows (collection, id, value, expires)
          VALUES (${name}, ${id}, ${value}, ${expiresAt})
          ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
      );
    },
    replace: (id, expected, value, { expiresAt = null } = {}) =>
      isMade(
        (t) => t`UPDATE rows SET value = ${value}, expires = ${expiresAt}
          WHERE collection = ${name} AND id = ${id} AND value = ${expected}
            AND (expires IS NULL OR expires > ${clock.now()}) RETURNING 1`,
      ),
    delete: (id) => isMade((t) => t`DELETE FROM rows WHERE collection = ${name} AND id = ${id} RETURNING 1`),
    entries: async () => entriesIn(await select(ENTRIES, name)),
    entriesOf: async (group) => entriesIn(await select(ENTRIES_OF, name, group)),
    portions: async function* (which) {
      let after: string | number = BEFORE_ALL[which];
      for (;;) {
        const found = await select(PORTIONS[which], name, after);
        const last = found.at(-1);
        if (last === undefined) return;
        yield entriesIn(found);
        after = which === 'all' ? String(last.place) : Number(last.place);
      }
    },
    add: async (id, amount, { expiresAt = null } = {}) => {
      const [counted] = await sql.tx(
        (t) => t`INSERT INTO rows (collection, id, value, expires)
          VALUES (${name}, ${id}, ${amount}, ${expiresAt})
          ON CONFLICT (collection, id) DO UPDATE SET expires = excluded.expires,
            value = excluded.value + CASE WHEN rows.expires <= ${clock.now()} THEN 0 ELSE rows.value END
          RETURNING value`,
      );
      return Number(counted?.value);
    },
  };
}

function entriesIn(rows: readonly Row[]): Entries {
  return rows.map(({ id, value }) => [String(id), String(value)] as const);
}

async function read(
  database: SqliteDatabase,
  asked: readonly Asked[],
  now: number,
): Promise<readonly (string | undefined)[]> {
  const found = await database.all(READ, [JSON.stringify(asked), now]);
  const values: (string | undefined)[] = [];
  for (const { place, value } of found) values[Number(place)] = String(value);
  return values;
}
