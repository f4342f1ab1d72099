import type { Clock } from '../../core/clock.ts';
import type { Sql, Table } from '../sql.ts';

/** Single values by name, such as the state of the breaker. Nothing in it is personal. */
export const SETTING: Table = {
  name: 'setting',
  create: ['CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL, expires BIGINT)'],
  expired: { key: 'name', since: 'expires', keptMs: 0 },
};

interface SettingOptions {
  /** Milliseconds since 1970 from which on the row counts as gone. Without it the row stays. */
  readonly expiresAt?: number;
}

export interface SettingTable {
  get(name: string): Promise<string | undefined>;
  /** Writes a row over an older one. */
  put(name: string, value: string, options?: SettingOptions): Promise<void>;
  /** Writes a row if there is none, or one that has expired. Resolves with whether it did. */
  insert(name: string, value: string, options?: SettingOptions): Promise<boolean>;
  /** Resolves with whether there was a row to delete. */
  delete(name: string): Promise<boolean>;
  /** Adds to a counter, which starts at 0, and resolves with its new value. */
  add(name: string, amount: number, options?: SettingOptions): Promise<number>;
}

export function createSettingTable(sql: Sql, clock: Clock): SettingTable {
  const get: SettingTable['get'] = async (name) => {
    const [row] = await sql.read`SELECT value FROM setting
      WHERE name = ${name} AND (expires IS NULL OR expires > ${clock.now()})`;
    return row && String(row.value);
  };
  return {
    get,
    put: async (name, value, { expiresAt = null } = {}) => {
      await sql.tx(
        (t) => t`INSERT INTO setting (name, value, expires) VALUES (${name}, ${value}, ${expiresAt})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
      );
    },
    insert: async (name, value, { expiresAt = null } = {}) => {
      const made = await sql.tx(
        (t) => t`INSERT INTO setting (name, value, expires) VALUES (${name}, ${value}, ${expiresAt})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires
            WHERE setting.expires <= ${clock.now()} RETURNING name`,
      );
      return made.length > 0;
    },
    delete: async (name) => {
      const gone = await sql.tx((t) => t`DELETE FROM setting WHERE name = ${name} RETURNING name`);
      return gone.length > 0;
    },
    add: (name, amount, { expiresAt = null } = {}) =>
      sql.tx(async (t) => {
        const [row] = await t`SELECT value FROM setting
          WHERE name = ${name} AND (expires IS NULL OR expires > ${clock.now()})`;
        const sum = Number(row?.value ?? 0) + amount;
        await t`INSERT INTO setting (name, value, expires) VALUES (${name}, ${String(sum)}, ${expiresAt})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires`;
        return sum;
      }),
  };
}
