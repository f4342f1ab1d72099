import { z } from 'zod';
import { parseJson } from '../../core/json.ts';
import type { Query, SqlRow } from '../../core/query.ts';
import { DAY_MS } from '../../core/time/clock.ts';
import type { Seal } from '../seal/seal.ts';
import type { Sql } from '../sql.ts';
import type { StoredTable } from './stored-table.ts';

export const HISTORY_KEPT_MS = 30 * DAY_MS;

/**
 * The checks of each person, `seq` in the order in which they were made. The column `imei` holds no
 * IMEI, but a hash of the person with it.
 */
export const HISTORY: StoredTable = {
  name: 'history',
  create: [
    `CREATE TABLE IF NOT EXISTS history (imei TEXT PRIMARY KEY, person TEXT NOT NULL, seq BIGINT NOT NULL,
      body TEXT NOT NULL, at BIGINT NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS history_person ON history (person, seq)',
    'CREATE INDEX IF NOT EXISTS history_at ON history (at)',
  ],
  expired: { key: 'imei', since: 'at', keptMs: HISTORY_KEPT_MS },
};

const bodySchema = z.object({ imei: z.string(), name: z.string().optional() });

/** A check, dated in milliseconds since 1970. */
export interface StoredCheck extends z.infer<typeof bodySchema> {
  readonly at: number;
}

/** The most checks of a person that are kept. */
export const MAX_CHECKS = 50;

/**
 * The checks of each person: names are hashed, bodies sealed. Methods with a parameter `query` are
 * part of the caller's transaction.
 */
export class HistoryTable {
  readonly #sql: Sql;
  readonly #seal: Seal;
  readonly #maxChecks: number;

  constructor(sql: Sql, seal: Seal, maxChecks = MAX_CHECKS) {
    this.#sql = sql;
    this.#seal = seal;
    this.#maxChecks = maxChecks;
  }

  /** Writes a check over an earlier one of the same IMEI. */
  async add(query: Query, requester: string, { at, ...check }: StoredCheck): Promise<void> {
    const person = this.#hashOf(requester);
    // Different for each person, so that nobody sees who has checked the same phone.
    const hash = this.#seal.hash(`history ${requester} ${check.imei}`);
    const body = this.#seal.encrypt(JSON.stringify(check), bodyContext(person, hash));
    const [row] = await query`INSERT INTO history (imei, person, body, at, seq)
      VALUES (${hash}, ${person}, ${body}, ${at},
        (SELECT coalesce(max(seq), 0) + 1 FROM history WHERE person = ${person}))
      ON CONFLICT (imei) DO UPDATE SET seq = excluded.seq, body = excluded.body, at = excluded.at
      RETURNING (SELECT count(*) FROM history WHERE person = ${person}) AS checks`;
    // Whether the count includes this check depends on the database. The DELETE is right for both.
    if (Number(row?.checks) < this.#maxChecks) return;
    // The newest check that is not kept comes right after the kept ones.
    await query`DELETE FROM history WHERE person = ${person} AND seq <= (SELECT seq FROM history
      WHERE person = ${person} ORDER BY seq DESC LIMIT 1 OFFSET ${this.#maxChecks})`;
  }

  /**
   * The checks later than a time, newest first, without any that another secret has sealed or
   * another version has written.
   */
  async recent(requester: string, after: number): Promise<readonly StoredCheck[]> {
    const person = this.#hashOf(requester);
    const rows = await this.#sql.read`SELECT imei, body, at FROM history
      WHERE person = ${person} AND at > ${after} ORDER BY seq DESC`;
    return rows.flatMap((row) => this.#read(person, row) ?? []);
  }

  /** Removes a person's checks. Resolves with their times; some may have expired. */
  async forget(requester: string): Promise<readonly number[]> {
    const person = this.#hashOf(requester);
    const rows = await this.#sql.tx(
      (query) => query`DELETE FROM history WHERE person = ${person} RETURNING at`,
    );
    return rows.map(({ at }) => Number(at));
  }

  #read(person: string, { imei: hash, body, at }: SqlRow): StoredCheck | undefined {
    const text = this.#seal.decrypt(String(body), bodyContext(person, String(hash)));
    if (text === undefined) return undefined;
    const check = bodySchema.safeParse(parseJson(text)).data;
    return check === undefined ? undefined : { ...check, at: Number(at) };
  }

  #hashOf(requester: string): string {
    return this.#seal.hash(`history ${requester}`);
  }
}

/** Binds a sealed body to its row. */
function bodyContext(person: string, hash: string): string {
  return `history.body ${person} ${hash}`;
}
