import { DAY_MS, HOUR_MS } from '../../core/time/clock.ts';
import type { Sql } from '../sql.ts';
import type { StoredTable } from './stored-table.ts';

/** The figures of 30 days are read; the rest is for clocks that differ. */
const KEPT_MS = 35 * DAY_MS;

/** The status of the key, at most once for each hour: `hour` is the hour's first millisecond. */
export const KEY_SAMPLE: StoredTable = {
  name: 'key_sample',
  create: [
    `CREATE TABLE IF NOT EXISTS key_sample (key TEXT NOT NULL, hour BIGINT NOT NULL, at BIGINT NOT NULL,
      body TEXT NOT NULL, PRIMARY KEY (key, hour))`,
  ],
  expired: { key: 'key, hour', since: 'at', keptMs: KEPT_MS },
};

/** The samples of each key, by an id that does not reveal the key. */
export class KeySampleTable {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Writes the sample, unless there is one of the same hour. */
  async add(keyId: string, at: number, body: string): Promise<void> {
    const hour = at - (at % HOUR_MS);
    await this.#sql.tx(
      (query) => query`INSERT INTO key_sample (key, hour, at, body)
        VALUES (${keyId}, ${hour}, ${at}, ${body}) ON CONFLICT (key, hour) DO NOTHING`,
    );
  }

  /** The bodies of the samples after one time and until another time, oldest first. */
  async bodiesBetween(keyId: string, after: number, until: number): Promise<readonly string[]> {
    const rows = await this.#sql.read`SELECT body FROM key_sample
      WHERE key = ${keyId} AND at > ${after} AND at <= ${until} ORDER BY at`;
    return rows.map(({ body }) => String(body));
  }
}
