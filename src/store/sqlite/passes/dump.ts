import type { Clock } from '../../../core/clock.ts';
import { readAnswer } from '../../cache-keyv.ts';
import type { StoredRow } from '../../contract.ts';
import type { Row } from '../../sql.ts';
import { CACHE_TABLE, KEYV_PREFIX } from '../format.ts';
import type { Guard } from '../rows.ts';

/** Rows read by one statement. */
const PORTION = 500;

const ROWS = `
  SELECT seq AS place, collection, id, value, expires FROM rows
  WHERE seq > ?1 AND (expires IS NULL OR expires > ?2) ORDER BY seq LIMIT ${PORTION}`;
const ANSWERS = `SELECT rowid AS place, key, value FROM ${CACHE_TABLE} WHERE rowid > ?1 ORDER BY rowid LIMIT ${PORTION}`;

/** See `dump` of an open database. */
export async function* dumpSqlite(guard: Guard, clock: Clock): AsyncGenerator<readonly StoredRow[]> {
  const now = clock.now();
  const select = (sql: string, ...parameters: number[]): Promise<readonly Row[]> =>
    guard(({ reader }) => reader.all(sql, parameters));
  for await (const found of inPortions((after) => select(ROWS, after, now)))
    yield found.map(({ collection, id, value, expires }) => ({
      collection: String(collection),
      id: String(id),
      value: String(value),
      expiresAt: expires === null ? undefined : Number(expires),
    }));
  for await (const found of inPortions((after) => select(ANSWERS, after)))
    yield found.flatMap(({ key, value }) => {
      const answer = readAnswer(String(key).slice(KEYV_PREFIX.length), String(value));
      return answer === undefined || (answer.expiresAt ?? now + 1) <= now ? [] : [answer];
    });
}

async function* inPortions(
  select: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = -1; ; ) {
    const found = await select(after);
    const last = found.at(-1);
    if (last === undefined) return;
    yield found;
    after = Number(last.place);
  }
}
