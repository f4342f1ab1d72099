import type { Query, SqlRow } from '../../core/query.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { Sql } from '../sql.ts';
import type { StoredTable } from './stored-table.ts';

/** Later than any time of day. */
const FOREVER = 8.64e15;

/**
 * Single values by name, such as the pause of the service. About a person it has at most two
 * numbers: the checks of today that are spent, and those in doubt.
 */
export const METADATA: StoredTable = {
  name: 'metadata',
  create: [
    `CREATE TABLE IF NOT EXISTS metadata (name TEXT PRIMARY KEY, value TEXT NOT NULL,
      expires BIGINT NOT NULL DEFAULT ${FOREVER})`,
  ],
  expired: { key: 'name', since: 'expires', keptMs: 0 },
};

interface MetadataEntry {
  readonly name: string;
  readonly value: string;
  /** In milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Writes a row. An older one of this name is replaced if it has expired by `now`; by default in any
 * case. Resolves with one row if it was written, else with none.
 */
export function writeMetadata(
  query: Query,
  { name, value, expires }: MetadataEntry,
  now = FOREVER,
): Promise<readonly SqlRow[]> {
  return query`INSERT INTO metadata (name, value, expires) VALUES (${name}, ${value}, ${expires})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires
      WHERE metadata.expires <= ${now} RETURNING name`;
}

/** Values by name. Each write is a transaction of its own; others use `writeMetadata`. */
export class MetadataTable {
  readonly #sql: Sql;
  readonly #clock: Clock;

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql;
    this.#clock = clock;
  }

  /** Undefined if there is none, or if it has expired. */
  async get(name: string): Promise<string | undefined> {
    const [row] = await this.#sql.read`SELECT value FROM metadata
      WHERE name = ${name} AND expires > ${this.#clock.now()}`;
    return row === undefined ? undefined : String(row.value);
  }

  /** Writes a row, and replaces an older one of this name. */
  async set(name: string, value: string): Promise<void> {
    await this.#sql.tx((query) => writeMetadata(query, { name, value, expires: FOREVER }));
  }

  /**
   * Writes a row, unless there is one of this name that has not expired. Resolves with whether it
   * did.
   * @param expires in milliseconds since 1970; without it the row stays
   */
  async insert(name: string, value: string, expires = FOREVER): Promise<boolean> {
    const now = this.#clock.now();
    const rows = await this.#sql.tx((query) => writeMetadata(query, { name, value, expires }, now));
    return rows.length > 0;
  }

  async delete(name: string): Promise<void> {
    await this.#sql.tx((query) => query`DELETE FROM metadata WHERE name = ${name}`);
  }

  /**
   * Deletes all rows whose names begin like this. Resolves with whether there was one.
   * @param beginning without the wildcards of SQL
   */
  async deleteAll(beginning: string): Promise<boolean> {
    const rows = await this.#sql.tx(
      (query) => query`DELETE FROM metadata WHERE name LIKE ${`${beginning}%`} RETURNING name`,
    );
    return rows.length > 0;
  }
}
