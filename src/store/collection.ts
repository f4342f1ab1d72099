import type { Clock } from '../core/clock.ts';
import type { Collection, Entries } from './contract.ts';
import type { Table } from './schema/table.ts';
import type { Row, Sql, Statement } from './sql.ts';

export const ROWS: Table = {
  name: 'rows',
  create: [
    `CREATE TABLE IF NOT EXISTS rows (collection TEXT NOT NULL, id TEXT NOT NULL, seq BIGINT NOT NULL,
      value TEXT NOT NULL, expires BIGINT, PRIMARY KEY (collection, id))`,
    'CREATE INDEX IF NOT EXISTS rows_seq ON rows (collection, seq)',
    'CREATE INDEX IF NOT EXISTS rows_expires ON rows (expires)',
  ],
  expired: { key: 'collection, id', since: 'expires', keptMs: 0 },
};

export function createCollection(name: string, sql: Sql, clock: Clock): Collection {
  const isMade = (change: (t: Statement) => Promise<readonly Row[]>): Promise<boolean> =>
    sql.tx(async (t) => (await change(t)).length > 0);
  const write = (t: Statement, id: string, value: string, expires: number | null) =>
    t`INSERT INTO rows (collection, id, seq, value, expires)
      SELECT ${name}, ${id}, coalesce(max(seq), 0) + 1, ${value}, CAST(${expires} AS BIGINT) FROM rows
      WHERE collection = ${name}
      ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value, expires = excluded.expires`;
  const read = (t: Statement, id: string) => t`SELECT value FROM rows
    WHERE collection = ${name} AND id = ${id} AND (expires IS NULL OR expires > ${clock.now()})`;
  const entries = async () =>
    entriesIn(
      await sql.read`SELECT id, value, expires FROM rows
    WHERE collection = ${name} AND (expires IS NULL OR expires > ${clock.now()}) ORDER BY seq`,
    );
  return {
    name,
    insert: (id, value, { expiresAt = null } = {}) =>
      sql.tx(async (t) => {
        if ((await read(t, id)).length > 0) return false;
        await write(t, id, value, expiresAt);
        return true;
      }),
    get: async (id) => {
      const [row] = await read(sql.read, id);
      return row && String(row.value);
    },
    put: async (id, value, { expiresAt = null } = {}) => {
      await sql.tx((t) => write(t, id, value, expiresAt));
    },
    replace: (id, expected, value, { expiresAt = null } = {}) =>
      isMade(
        (t) => t`UPDATE rows SET value = ${value}, expires = ${expiresAt}
          WHERE collection = ${name} AND id = ${id} AND value = ${expected}
            AND (expires IS NULL OR expires > ${clock.now()}) RETURNING 1`,
      ),
    delete: (id) => isMade((t) => t`DELETE FROM rows WHERE collection = ${name} AND id = ${id} RETURNING 1`),
    entries,
    entriesOf: async (group) =>
      entriesIn(
        await sql.read`SELECT id, value FROM rows
      WHERE collection = ${name} AND id > ${`${group}/`} AND id < ${`${group}0`}
        AND (expires IS NULL OR expires > ${clock.now()}) ORDER BY seq`,
      ),
    portions: async function* (which) {
      yield which === 'all'
        ? await entries()
        : entriesIn(
            await sql.read`SELECT id, value FROM rows
            WHERE collection = ${name} AND expires IS NULL ORDER BY seq`,
          );
    },
    add: (id, amount, { expiresAt = null } = {}) =>
      sql.tx(async (t) => {
        const [row] = await read(t, id);
        const sum = Number(row?.value ?? 0) + amount;
        await write(t, id, String(sum), expiresAt);
        return sum;
      }),
  };
}

function entriesIn(rows: readonly Row[]): Entries {
  return rows.map(({ id, value }) => [String(id), String(value)] as const);
}
