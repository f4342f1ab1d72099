import { Keyv } from 'keyv';
import type { Clock } from '../../core/clock.ts';
import { inserting, type Sql, type Table } from '../sql.ts';

/** The rows of Keyv. */
export const ANSWER: Table = {
  name: 'answer',
  create: [
    'CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires BIGINT)',
    'CREATE INDEX IF NOT EXISTS answer_expires ON answer (expires)',
  ],
  expired: { key: 'key', since: 'expires', keptMs: 0 },
};

const RENEW = 'DO UPDATE SET value = excluded.value, expires = excluded.expires';
const UPSERT = inserting('answer', ['key', 'value'], ['expires'], RENEW);

/**
 * A Keyv on this table, for both dialects. It uses the connection of all other tables, so that a write to the cache shares their
 * commits. If the store fails it rejects; Keyv itself would report a miss.
 */
export function createAnswerCache(sql: Sql, clock: Clock): Keyv<string> {
  const store = {
    opts: {},
    get: async (key: string) => {
      const [row] = await sql.read`SELECT value FROM answer WHERE key = ${key}`;
      return row && String(row.value);
    },
    set: async (key: string, value: unknown, ttlMs?: number) => {
      const expires = ttlMs === undefined ? null : clock.now() + ttlMs;
      // It can wait: the row of the send has the answer as well.
      await sql.batch(UPSERT, [key, String(value), expires], 'soon');
    },
    delete: (key: string) =>
      sql.tx(async (t) => (await t`DELETE FROM answer WHERE key = ${key} RETURNING 1`).length > 0),
    clear: async () => {
      await sql.tx((t) => t`DELETE FROM answer`);
    },
  };
  const keyv = new Keyv<string>({ store, throwOnErrors: true });
  // Every failure also rejects the call.
  keyv.on('error', () => undefined);
  return keyv;
}
