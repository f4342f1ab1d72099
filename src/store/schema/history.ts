import { z } from 'zod';
import { DAY_MS } from '../../core/clock.ts';
import { jsonIn } from '../../core/errors.ts';
import type { Seal } from '../seal/seal.ts';
import type { Sql, Table } from '../sql.ts';

export const HISTORY_KEPT_MS = 30 * DAY_MS;

/** The checks of each person, `seq` in the order in which they were made. */
export const HISTORY: Table = {
  name: 'history',
  create: [
    `CREATE TABLE IF NOT EXISTS history (person TEXT NOT NULL, imei TEXT NOT NULL, seq BIGINT NOT NULL,
      body TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (person, imei))`,
    'CREATE INDEX IF NOT EXISTS history_person ON history (person, seq)',
    'CREATE INDEX IF NOT EXISTS history_at ON history (at)',
  ],
  expired: { key: 'person, imei', since: 'at', keptMs: HISTORY_KEPT_MS },
};

const bodySchema = z.object({ imei: z.string(), name: z.string().optional() });

/** A check, dated in milliseconds since 1970. */
export interface HistoryRow extends z.infer<typeof bodySchema> {
  readonly at: number;
}

export type HistoryTable = ReturnType<typeof createHistoryTable>;

/** @param seal hashes the names, and seals the checks */
export function createHistoryTable(sql: Sql, seal: Seal) {
  const hashOf = (person: string): string => seal.hash(`history ${person}`);
  const placeOf = (person: string, imei: string) => `history.body ${person} ${imei}`;
  return {
    /**
     * Writes checks over earlier ones of the same IMEIs.
     * @param now rows of a later time, from a clock that was ahead, get this one
     * @param most how many rows of the person stay
     */
    add: (requester: string, checks: readonly HistoryRow[], { now, most }: { now: number; most: number }) => {
      const person = hashOf(requester);
      const rows = checks.map(({ at, ...body }) => {
        // Not the same for two persons, so that nobody sees who has checked the same phone.
        const imei = seal.hash(`history ${requester} ${body.imei}`);
        return { imei, at, body: seal.close(JSON.stringify(body), placeOf(person, imei)) };
      });
      return sql.soon<void>(async (t) => {
        await t`UPDATE history SET at = ${now} WHERE person = ${person} AND at > ${now}`;
        for (const { imei, at, body } of rows)
          await t`INSERT INTO history (person, imei, seq, body, at)
            SELECT ${person}, ${imei}, coalesce(max(seq), 0) + 1, ${body}, ${at} FROM history WHERE person = ${person}
            ON CONFLICT (person, imei) DO UPDATE SET seq = excluded.seq, body = excluded.body, at = excluded.at`;
        await t`DELETE FROM history WHERE person = ${person} AND seq <
          (SELECT seq FROM history WHERE person = ${person} ORDER BY seq DESC LIMIT 1 OFFSET ${most - 1})`;
      });
    },
    /** The checks after a time, newest first. */
    recent: async (requester: string, after: number): Promise<readonly HistoryRow[]> => {
      const person = hashOf(requester);
      const rows = await sql.read`SELECT imei, body, at FROM history
        WHERE person = ${person} AND at > ${after} ORDER BY seq DESC`;
      return rows.flatMap(({ imei, body, at }) => {
        const text = seal.open(String(body), placeOf(person, String(imei)));
        const check = text === undefined ? undefined : bodySchema.safeParse(jsonIn(text)).data;
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
