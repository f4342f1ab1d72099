import { z } from 'zod';
import { DAY_MS } from '../../core/clock.ts';
import { parseJson } from '../../core/errors.ts';
import type { Seal } from '../seal/seal.ts';
import type { Row, Sql, Table } from '../sql.ts';

export const HISTORY_KEPT_MS = 30 * DAY_MS;

/** The checks of each person, `seq` in the order in which they were made. */
export const HISTORY: Table = {
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
export interface HistoryRow extends z.infer<typeof bodySchema> {
  readonly at: number;
}

/** How many checks of a person are kept. */
const MOST = 50;

/** The checks of each person, by hashed names and sealed. */
export class HistoryTable {
  readonly #sql: Sql;
  readonly #seal: Seal;
  readonly #most: number;

  constructor(sql: Sql, seal: Seal, most = MOST) {
    this.#sql = sql;
    this.#seal = seal;
    this.#most = most;
  }

  /** Writes a check over an earlier one of the same IMEI. */
  async add(requester: string, { at, ...check }: HistoryRow): Promise<void> {
    const person = this.#hashOf(requester);
    // Different for each person, so that nobody sees who has checked the same phone.
    const imei = this.#seal.hash(`history ${requester} ${check.imei}`);
    const body = this.#seal.close(JSON.stringify(check), placeOf(person, imei));
    await this.#sql.tx(async (t) => {
      await t`INSERT INTO history (imei, person, body, at, seq) VALUES (${imei}, ${person}, ${body}, ${at},
          (SELECT coalesce(max(seq), 0) + 1 FROM history WHERE person = ${person}))
        ON CONFLICT (imei) DO UPDATE SET seq = excluded.seq, body = excluded.body, at = excluded.at`;
      await t`DELETE FROM history WHERE person = ${person} AND seq <= (SELECT seq FROM history
        WHERE person = ${person} ORDER BY seq DESC LIMIT 1 OFFSET ${this.#most})`;
    });
  }

  /** The checks after a time, newest first. */
  async recent(requester: string, after: number): Promise<readonly HistoryRow[]> {
    const person = this.#hashOf(requester);
    const rows = await this.#sql.read`SELECT imei, body, at FROM history
      WHERE person = ${person} AND at > ${after} ORDER BY seq DESC`;
    return rows.flatMap((row) => this.#read(person, row) ?? []);
  }

  /** Resolves with the times of the rows it has removed. */
  async forget(requester: string): Promise<readonly number[]> {
    const person = this.#hashOf(requester);
    const rows = await this.#sql.tx(
      (t) => t`DELETE FROM history WHERE person = ${person} RETURNING at`,
    );
    return rows.map(({ at }) => Number(at));
  }

  #read(person: string, { imei, body, at }: Row): HistoryRow | undefined {
    const text = this.#seal.open(String(body), placeOf(person, String(imei)));
    if (text === undefined) return undefined;
    const check = bodySchema.safeParse(parseJson(text)).data;
    return check === undefined ? undefined : { ...check, at: Number(at) };
  }

  #hashOf(person: string): string {
    return this.#seal.hash(`history ${person}`);
  }
}

function placeOf(person: string, imei: string): string {
  return `history.body ${person} ${imei}`;
}
