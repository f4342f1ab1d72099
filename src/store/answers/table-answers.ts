import type { Keyv } from 'keyv';
import type { Clock } from '../../core/time/clock.ts';
import type { Sql } from '../sql.ts';
import { type AnswerStore, createKeyv } from './answer-store.ts';

/** Statements that create the table of {@link TableAnswers} if it does not exist. */
export const ANSWER_TABLE = {
  create: [
    'CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires BIGINT)',
    'CREATE INDEX IF NOT EXISTS answer_expires ON answer (expires)',
  ],
} as const;

/**
 * Saved answers in a table next to the others. It uses their connection, so that only the process
 * that owns the installation writes, and a write to the cache shares their commits.
 */
export class TableAnswers implements AnswerStore {
  readonly #keyv: Keyv<string>;
  readonly #sql: Sql;
  readonly #clock: Clock;

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql;
    this.#clock = clock;
    this.#keyv = createKeyv({
      get: (key) => this.#read(key),
      set: (key, value, ttlMs) => this.#write(key, value, ttlMs),
      delete: (key) => this.#delete(key),
      clear: () => sql.tx((query) => query`DELETE FROM answer`),
    });
  }

  get(key: string): Promise<string | undefined> {
    return this.#keyv.get(key);
  }

  async set(key: string, answer: string, keptMs?: number): Promise<void> {
    await this.#keyv.set(key, answer, keptMs);
  }

  async sweep(now: number, most: number): Promise<number> {
    const deleted = await this.#sql.tx(
      (query) => query`DELETE FROM answer WHERE key IN
        (SELECT key FROM answer WHERE expires <= ${now} LIMIT ${most}) RETURNING 1`,
    );
    return deleted.length;
  }

  async #read(key: string): Promise<string | undefined> {
    const [row] = await this.#sql.read`SELECT value FROM answer WHERE key = ${key}`;
    return row && String(row.value);
  }

  async #write(key: string, value: string, ttlMs: number | undefined): Promise<void> {
    const expires = ttlMs === undefined ? null : this.#clock.now() + ttlMs;
    await this.#sql.tx(
      (
        query,
      ) => query`INSERT INTO answer (key, value, expires) VALUES (${key}, ${value}, ${expires})
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
    );
  }

  async #delete(key: string): Promise<boolean> {
    const deleted = await this.#sql.tx(
      (query) => query`DELETE FROM answer WHERE key = ${key} RETURNING 1`,
    );
    return deleted.length > 0;
  }
}
