import type { Clock } from '../../core/clock.ts';
import type { Sql, Statement, Table } from '../sql.ts';

/** Later than any time of day. */
const FOREVER = 8.64e15;

/** Single values by name, such as the state of the breaker. About a person it has at most the number of today's checks. */
export const SETTING: Table = {
  name: 'setting',
  create: [
    `CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL,
      expires BIGINT NOT NULL DEFAULT ${FOREVER})`,
  ],
  expired: { key: 'name', since: 'expires', keptMs: 0 },
};

export type SettingTable = ReturnType<typeof createSettingTable>;

/** Writes a row over an older one, or only over one that has expired by `now`. Resolves with the row if it was written. */
export function writeSetting(
  t: Statement,
  setting: { name: string; value: string; expires: number },
  now = FOREVER,
) {
  return t`INSERT INTO setting (name, value, expires) VALUES (${setting.name}, ${setting.value}, ${setting.expires})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires
      WHERE setting.expires <= ${now} RETURNING name`;
}

export function createSettingTable(sql: Sql, clock: Clock) {
  return {
    get: async (name: string): Promise<string | undefined> => {
      const [row] =
        await sql.read`SELECT value FROM setting WHERE name = ${name} AND expires > ${clock.now()}`;
      return row && String(row.value);
    },
    /** Writes a row over an older one. */
    set: async (name: string, value: string): Promise<void> => {
      await sql.tx((t) => writeSetting(t, { name, value, expires: FOREVER }));
    },
    /**
     * Writes a row if there is none, or one that has expired. Resolves with whether it did.
     * @param expires in milliseconds since 1970; without it the row stays
     */
    insert: async (name: string, value: string, expires = FOREVER): Promise<boolean> => {
      return (
        (await sql.tx((t) => writeSetting(t, { name, value, expires }, clock.now()))).length > 0
      );
    },
    /** Resolves with whether there was a row to delete. */
    delete: async (name: string): Promise<boolean> => {
      return (
        (await sql.tx((t) => t`DELETE FROM setting WHERE name = ${name} RETURNING name`)).length > 0
      );
    },
  };
}
