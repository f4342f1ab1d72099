import type { Clock } from '../../core/clock.ts';
import type { Sql, Table } from '../sql.ts';

/** Later than any time of day. */
const FOREVER = 8.64e15;

/** Single values by name, such as the state of the breaker. Of a person it has at most how many checks they used today. */
export const SETTING: Table = {
  name: 'setting',
  create: [
    `CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL,
      expires BIGINT NOT NULL DEFAULT ${FOREVER})`,
  ],
  expired: { key: 'name', since: 'expires', keptMs: 0 },
};

export type SettingTable = ReturnType<typeof createSettingTable>;

export function createSettingTable(sql: Sql, clock: Clock) {
  /** Writes a row if there is none, or one that has expired by this time. Resolves with whether it did. */
  const write = async (name: string, value: string, expiresAt: number, now: number): Promise<boolean> => {
    const written = await sql.tx(
      (t) => t`INSERT INTO setting (name, value, expires) VALUES (${name}, ${value}, ${expiresAt})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires
          WHERE setting.expires <= ${now} RETURNING name`,
    );
    return written.length > 0;
  };
  return {
    get: async (name: string): Promise<string | undefined> => {
      const [row] =
        await sql.read`SELECT value FROM setting WHERE name = ${name} AND expires > ${clock.now()}`;
      return row && String(row.value);
    },
    /** Writes a row over an older one. */
    set: async (name: string, value: string): Promise<void> => {
      await write(name, value, FOREVER, FOREVER);
    },
    /**
     * Writes a row if there is none, or one that has expired. Resolves with whether it did.
     * @param expiresAt in milliseconds since 1970; without it the row stays
     */
    insert: (name: string, value: string, expiresAt = FOREVER): Promise<boolean> =>
      write(name, value, expiresAt, clock.now()),
    /** Resolves with whether there was a row to delete. */
    delete: async (name: string): Promise<boolean> => {
      const gone = await sql.tx((t) => t`DELETE FROM setting WHERE name = ${name} RETURNING name`);
      return gone.length > 0;
    },
  };
}
