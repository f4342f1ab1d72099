import type { Clock } from '../../core/clock.ts';
import type { Collection, Entries } from '../contract.ts';
import { inTransaction, isBusy, type Row, type SqliteDatabase } from './database.ts';
import { createGroups, type Groups } from './groups.ts';

const ALIVE = '(row.expires IS NULL OR row.expires > ?2)';
/** Tells the rows of one statement apart: no collection's name has a line break. */
const KEY = 'collection || char(10) || id AS key';
/** Characters of a 64-bit number with its sign. */
const LONGEST_COUNT = 20;

/**
 * One statement for any number of changes, each of another row, as JSON (?1): lists of how, collection, id, value, expiry and
 * the expected value. ?2 is the time. Returns the rows of the changes that took effect, with the value of a count alone: what
 * somebody has just written, they need not read.
 */
const CHANGES = {
  write: `
    INSERT INTO rows (collection, id, value, expires)
    SELECT change.value ->> 1, change.value ->> 2,
      CASE change.value ->> 0 WHEN 'add' THEN CAST(coalesce(row.value, 0) AS INTEGER) + (change.value ->> 3)
        ELSE change.value ->> 3 END,
      change.value ->> 4
    FROM json_each(?1) AS change LEFT JOIN rows AS row
      ON row.collection = change.value ->> 1 AND row.id = change.value ->> 2 AND ${ALIVE}
    WHERE CASE change.value ->> 0 WHEN 'insert' THEN row.seq IS NULL
      WHEN 'replace' THEN row.value = change.value ->> 5 ELSE true END
    ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value, expires = excluded.expires
    RETURNING ${KEY}, iif(length(value) <= ${LONGEST_COUNT}, value, NULL) AS value`,
  remove: `
    DELETE FROM rows WHERE seq IN (
      SELECT row.seq FROM json_each(?1) AS change CROSS JOIN rows AS row
        ON row.collection = change.value ->> 1 AND row.id = change.value ->> 2)
    RETURNING ${KEY}`,
} as const;

const HOW = {
  insert: 'write',
  put: 'write',
  add: 'write',
  replace: 'write',
  delete: 'remove',
} as const satisfies Record<string, keyof typeof CHANGES>;

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

/** A change of one row. */
type Change = readonly [how: keyof typeof HOW, collection: string, id: string, ...(string | number | null)[]];

/** Runs work on the current connection. */
export type Guard = <T>(work: (opened: { readonly database: SqliteDatabase }) => Promise<T>) => Promise<T>;

/** The collections of a database. */
export interface SqliteRows {
  collection(name: string): Collection;
  /** Resolves when no read or write is running. */
  idle(): Promise<void>;
}

/** How the rows are reached. */
interface RowsConnection {
  readonly guard: Guard;
  /** The same for writes, one at a time. */
  readonly guardWrites: Guard;
}

export function createSqliteRows({ guard, guardWrites }: RowsConnection, clock: Clock): SqliteRows {
  const writes = createGroups(
    (changes: readonly Change[]) =>
      guardWrites(({ database }) => {
        const steps = stepsOf(changes);
        const now = clock.now();
        // One statement is a transaction by itself.
        if (steps.length === 1) return commit(database, steps, now);
        return inTransaction(database, () => commit(database, steps, now));
      }),
    isBusy,
  );
  const reads = createGroups(
    (asked: readonly Asked[]) => guard(({ database }) => read(database, asked, clock.now())),
    isBusy,
  );
  const select: CollectionNeeds['select'] = (sql, collection, ...rest) =>
    guard(({ database }) => database.all(sql, [collection, clock.now(), ...rest]));
  return {
    collection: (name) => createCollection(name, { write: writes.add, read: reads.add, select }),
    idle: async () => {
      do {
        await reads.idle();
        await writes.idle();
      } while (reads.isBusy());
    },
  };
}

interface CollectionNeeds {
  readonly write: Groups<Change, Row | undefined>['add'];
  readonly read: Groups<Asked, string | undefined>['add'];
  /** Runs a statement whose first two parameters are the collection and the time. */
  readonly select: (
    sql: string,
    collection: string,
    ...rest: readonly (string | number)[]
  ) => Promise<readonly Row[]>;
}

function createCollection(name: string, { write, read, select }: CollectionNeeds): Collection {
  const isMade = async (change: Change): Promise<boolean> => (await write(change)) !== undefined;
  return {
    name,
    insert: (id, value, { expiresAt = null } = {}) => isMade(['insert', name, id, value, expiresAt]),
    get: (id) => read([name, id]),
    // Nobody looks at the row that it resolves with.
    put: (id, value, { expiresAt = null } = {}) =>
      write(['put', name, id, value, expiresAt]) as Promise<void>,
    replace: (id, expected, value, { expiresAt = null } = {}) =>
      isMade(['replace', name, id, value, expiresAt, expected]),
    delete: (id) => isMade(['delete', name, id]),
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
      const counted = await write(['add', name, id, amount, expiresAt]);
      return Number(counted?.value);
    },
  };
}

function entriesIn(rows: readonly Row[]): Entries {
  return rows.map(({ id, value }) => [String(id), String(value)] as const);
}

/** Changes that are one statement, each of another row. */
interface Step {
  readonly statement: keyof typeof CHANGES;
  readonly changes: Change[];
  /** The place of the change of each row among all changes. */
  readonly places: Map<string, number>;
}

/** Resolves with each change's row as it was written or deleted; undefined for a change without effect. */
async function commit(
  database: SqliteDatabase,
  steps: readonly Step[],
  now: number,
): Promise<readonly (Row | undefined)[]> {
  const outcomes: (Row | undefined)[] = [];
  for (const { statement, changes, places } of steps) {
    const text = JSON.stringify(changes);
    for (const row of await database.all(CHANGES[statement], statement === 'write' ? [text, now] : [text])) {
      const place = places.get(String(row.key));
      if (place !== undefined) outcomes[place] = row;
    }
  }
  return outcomes;
}

/** Divides the changes into as few steps as possible, in their order. */
function stepsOf(changes: readonly Change[]): readonly Step[] {
  const steps: Step[] = [];
  for (const [place, change] of changes.entries()) {
    const [how, collection, id] = change;
    const statement = HOW[how];
    const key = `${collection}\n${id}`;
    let step = steps.at(-1);
    if (step?.statement !== statement || step.places.has(key)) {
      step = { statement, changes: [], places: new Map() };
      steps.push(step);
    }
    step.changes.push(change);
    step.places.set(key, place);
  }
  return steps;
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
