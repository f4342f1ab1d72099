import { z } from 'zod';
import { DAY_MS } from '../../core/clock.ts';
import { parseJson } from '../../core/errors.ts';
import type { Seal } from '../seal/seal.ts';
import { ROWS, type Sql, type Table } from '../sql.ts';

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

const UPSERT = `INSERT INTO history (imei, person, body, at, seq)
  SELECT value->>0, value->>1, value->>2, CAST(value->>3 AS BIGINT),
    n + 1 + coalesce((SELECT max(seq) FROM history WHERE person = value->>1), 0) FROM ${ROWS} WHERE true
  ON CONFLICT (imei) DO UPDATE SET seq = excluded.seq, body = excluded.body, at = excluded.at RETURNING imei AS written`;

const bodySchema = z.object({ imei: z.string(), name: z.string().optional() });

/** A check, dated in milliseconds since 1970. */
export interface HistoryRow extends z.infer<typeof bodySchema> {
  readonly at: number;
}

export type HistoryTable = ReturnType<typeof createHistoryTable>;

/**
 * @param seal hashes the names, and seals the checks
 * @param most how many checks of a person stay
 */
export function createHistoryTable(sql: Sql, seal: Seal, most = 50) {
  const trim = `DELETE FROM history WHERE imei IN (SELECT one.imei FROM (SELECT value->>0 AS person FROM ${ROWS}) AS theirs
    JOIN history AS one ON one.person = theirs.person AND one.seq <=
      (SELECT seq FROM history WHERE person = theirs.person ORDER BY seq DESC LIMIT 1 OFFSET ${most}))
    RETURNING person AS written`;
  const hashOf = (person: string): string => seal.hash(`history ${person}`);
  const placeOf = (person: string, imei: string) => `history.body ${person} ${imei}`;
  return {
    /** Writes a check over an earlier one of the same IMEI, with the next commit. */
    add: async (requester: string, { at, ...check }: HistoryRow): Promise<void> => {
      const person = hashOf(requester);
      // Different for each person, so that nobody sees who has checked the same phone.
      const imei = seal.hash(`history ${requester} ${check.imei}`);
      const body = seal.close(JSON.stringify(check), placeOf(person, imei));
      const added = sql.batch(UPSERT, [imei, person, body, at], 'soon');
      await Promise.all([added, sql.batch(trim, [person], 'soon')]);
    },
    /** The checks after a time, newest first. */
    recent: async (requester: string, after: number): Promise<readonly HistoryRow[]> => {
      const person = hashOf(requester);
      const rows = await sql.read`SELECT imei, body, at FROM history
        WHERE person = ${person} AND at > ${after} ORDER BY seq DESC`;
      return rows.flatMap(({ imei, body, at }) => {
        const text = seal.open(String(body), placeOf(person, String(imei)));
        const check = text === undefined ? undefined : bodySchema.safeParse(parseJson(text)).data;
        return check === undefined ? [] : [{ ...check, at: Number(at) }];
      });
    },
    /** Resolves with the times of the rows it has removed. */
    forget: (requester: string): Promise<readonly number[]> =>
      sql.tx(async (t) => {
        const rows = await t`DELETE FROM history WHERE person = ${hashOf(requester)} RETURNING at`;
        return rows.map(({ at }) => Number(at));
      }),
  };
}
