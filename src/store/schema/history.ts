import { z } from 'zod';
import { DAY_MS } from '../../core/clock.ts';
import { parseJson } from '../../core/errors.ts';
import type { Seal } from '../seal/seal.ts';
import { inserting, type Sql, type Table } from '../sql.ts';

export const HISTORY_KEPT_MS = 30 * DAY_MS;

/** How many checks a process adds until it removes those of a person that are too many. */
const TRIM_EVERY = 16;

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

const RENEW = 'DO UPDATE SET seq = excluded.seq, body = excluded.body, at = excluded.at';
const UPSERT = inserting('history', ['imei', 'person', 'body'], ['seq', 'at'], RENEW);

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
  let [added, latest] = [0, 0];
  return {
    /**
     * Writes a check over an earlier one of the same IMEI, with the next commit.
     * @param most how many rows of the person stay; some more for a while
     */
    add: async (requester: string, { at, ...check }: HistoryRow, most: number): Promise<void> => {
      const person = hashOf(requester);
      // Different for each person, so that nobody sees who has checked the same phone.
      const imei = seal.hash(`history ${requester} ${check.imei}`);
      const body = seal.close(JSON.stringify(check), placeOf(person, imei));
      // In their order also within a millisecond, and while the clock is set back.
      latest = Math.max(latest + 1, at * 1_000);
      added += 1;
      const trimmed =
        added % TRIM_EVERY === 0 &&
        sql.soon(
          (t) => t`DELETE FROM history WHERE person = ${person} AND seq <
            (SELECT seq FROM history WHERE person = ${person} ORDER BY seq DESC LIMIT 1 OFFSET ${most - 1})`,
        );
      await Promise.all([sql.insert(UPSERT, [imei, person, body, latest, at], 'soon'), trimmed]);
    },
    /** The checks after a time, newest first. */
    recent: async (requester: string, after: number, most: number): Promise<readonly HistoryRow[]> => {
      const person = hashOf(requester);
      const rows = await sql.read`SELECT imei, body, at FROM history
        WHERE person = ${person} AND at > ${after} ORDER BY seq DESC LIMIT ${most}`;
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
