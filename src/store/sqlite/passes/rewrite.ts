import { rewriteAnswer } from '../../cache-keyv.ts';
import type { Rewrite } from '../../contract.ts';
import { CACHE_TABLE, KEYV_PREFIX } from '../format.ts';
import type { Portioned } from './portioned.ts';

const READ_ROWS = 'SELECT seq, collection, id, value FROM rows WHERE seq > ?1 ORDER BY seq LIMIT ?2';
/** Any number of rows as JSON (?1): lists of collection and id, the expected value, the new value. */
const WRITE_ROWS = `
  UPDATE rows SET value = change.value ->> 2 FROM json_each(?1) AS change
  WHERE rows.seq = change.value ->> 0 AND rows.value = change.value ->> 1`;
const READ_ANSWERS = `SELECT rowid, key, value FROM ${CACHE_TABLE} WHERE rowid > ? ORDER BY rowid LIMIT ?`;
/** The same, with the new key at the end of each list. An answer that has that key already stays instead. */
const WRITE_ANSWERS = `
  UPDATE OR IGNORE ${CACHE_TABLE} SET value = change.value ->> 2, key = change.value ->> 3
  FROM json_each(?) AS change
  WHERE ${CACHE_TABLE}.rowid = change.value ->> 0 AND ${CACHE_TABLE}.value = change.value ->> 1`;
const DELETE_LEFT = `
  DELETE FROM ${CACHE_TABLE} WHERE rowid IN (
    SELECT left.rowid FROM json_each(?) AS change CROSS JOIN ${CACHE_TABLE} AS left
      ON left.rowid = change.value ->> 0 AND left.value = change.value ->> 1)`;

type Change = readonly [where: number, expected: string, value: string, key?: string];

/** See `rewrite` of a store. */
export async function rewriteSqlite(inPortions: Portioned, change: Rewrite): Promise<number> {
  let written = 0;
  let after = 0;
  await inPortions(async ({ database }, most) => {
    const found = await database.all(READ_ROWS, [after, most]);
    const changes = found.flatMap(({ seq, collection, id, value }): Change[] => {
      const made = change({ collection: String(collection), id: String(id) }, String(value));
      return made === undefined ? [] : [[Number(seq), String(value), made.value]];
    });
    if (changes.length > 0) await database.all(WRITE_ROWS, [JSON.stringify(changes)]);
    written += changes.length;
    after = Number(found.at(-1)?.seq ?? after);
    return found.length;
  });
  after = 0;
  await inPortions(async ({ cache }, most) => {
    const found: readonly Answer[] = await cache.query(READ_ANSWERS, after, most);
    const changes = found.flatMap(({ rowid, key, value }): Change[] => {
      const made = rewriteAnswer(key.slice(KEYV_PREFIX.length), value, change);
      return made === undefined ? [] : [[rowid, value, made.value, KEYV_PREFIX + made.id]];
    });
    if (changes.length > 0) {
      const list = JSON.stringify(changes);
      await cache.query(WRITE_ANSWERS, list);
      // Present only if another answer had the new key; that one is newer.
      await cache.query(DELETE_LEFT, list);
    }
    written += changes.length;
    after = found.at(-1)?.rowid ?? after;
    return found.length;
  });
  return written;
}

interface Answer {
  readonly rowid: number;
  readonly key: string;
  readonly value: string;
}
