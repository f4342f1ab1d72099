import type { Clock } from '../../../core/clock.ts';
import { TABLES } from '../../schema/schema.ts';
import type { Table } from '../../schema/table.ts';
import type { Connections } from '../connection.ts';
import { CACHE_TABLE, numberOf } from '../format.ts';
import type { Portioned } from './portioned.ts';

/** Finds them by the index of expiring rows, so that its time does not depend on the number of rows. */
const SWEEP_ROWS = `DELETE FROM rows WHERE seq IN (
  SELECT seq FROM rows WHERE expires <= ?1 LIMIT ?2) RETURNING 1`;
const SWEEP_CACHE = `DELETE FROM ${CACHE_TABLE} WHERE rowid IN (
  SELECT rowid FROM ${CACHE_TABLE} WHERE json_extract(value, '$.expires') <= ? LIMIT ?) RETURNING 1`;

/** Free pages (of 4 kB) that stay in the file for the next writes, so that it need not grow for them. */
const KEPT_FREE = 256;

/** Deletes expired rows and returns their pages to the disk. Resolves with the number of rows. */
export async function sweepSqlite(inPortions: Portioned, clock: Clock): Promise<number> {
  const rows = await inPortions(
    async ({ database }, most) => (await database.all(SWEEP_ROWS, [clock.now(), most])).length,
  );
  const answers = await inPortions(async ({ cache }, most) => {
    const gone: readonly unknown[] = await cache.query(SWEEP_CACHE, clock.now(), most);
    return gone.length;
  });
  let swept = rows + answers;
  for (const table of TABLES) swept += await sweepTable(inPortions, table, clock);
  await inPortions(giveBack);
  return swept;
}

function sweepTable(
  inPortions: Portioned,
  { name, expired: { key, since, keptMs } }: Table,
  clock: Clock,
): Promise<number> {
  const sweep = `DELETE FROM ${name} WHERE (${key}) IN (
    SELECT ${key} FROM ${name} WHERE ${since} <= ?1 LIMIT ?2) RETURNING 1`;
  return inPortions(async ({ database }, most) => {
    const gone = await database.all(sweep, [clock.now() - keptMs, most]);
    return gone.length;
  });
}

/** Cuts at most this many free pages off the file. */
async function giveBack({ database }: Connections, most: number): Promise<number> {
  const pages = Math.min((await numberOf(database, 'PRAGMA freelist_count')) - KEPT_FREE, most);
  // SQLite takes 0 for all of them.
  if (pages <= 0) return 0;
  await database.run(`PRAGMA incremental_vacuum(${pages})`);
  return pages;
}
