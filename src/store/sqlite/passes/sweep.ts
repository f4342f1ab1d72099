import type { Clock } from '../../../core/clock.ts';
import type { Opened } from '../connection.ts';
import { CACHE_TABLE } from '../format.ts';
import type { Portioned } from './portioned.ts';

/** Found by the index of what expires, so that nothing of it depends on how many rows there are. */
const SWEEP_ROWS = `DELETE FROM rows WHERE seq IN (
  SELECT seq FROM rows WHERE expires <= ?1 LIMIT ?2) RETURNING 1`;
const SWEEP_CACHE = `DELETE FROM ${CACHE_TABLE} WHERE rowid IN (
  SELECT rowid FROM ${CACHE_TABLE} WHERE json_extract(value, '$.expires') <= ? LIMIT ?) RETURNING 1`;

/** So many free pages (of 4 kB) stay in the file: what comes next is written there, and the file need not grow for it. */
const KEPT_FREE = 256;

/**
 * Deletes what has expired, and gives its pages back to the disk; a file from before versions were numbered that was too
 * large to be written anew keeps them, and fills them again. Resolves with the number of rows.
 */
export async function sweepSqlite(inPortions: Portioned, clock: Clock): Promise<number> {
  const rows = await inPortions(
    async ({ database }, most) => (await database.all(SWEEP_ROWS, [clock.now(), most])).length,
  );
  const answers = await inPortions(async ({ cache }, most) => {
    const gone: readonly unknown[] = await cache.query(SWEEP_CACHE, clock.now(), most);
    return gone.length;
  });
  await inPortions(giveBack);
  return rows + answers;
}

/** Cuts so many free pages off the file at most. */
async function giveBack({ database }: Opened, most: number): Promise<number> {
  const [mode] = await database.all('PRAGMA auto_vacuum');
  const [free] = await database.all('PRAGMA freelist_count');
  if (mode?.auto_vacuum !== 2) return 0;
  const pages = Math.min(Number(free?.freelist_count) - KEPT_FREE, most);
  if (pages <= 0) return 0;
  await database.run(`PRAGMA incremental_vacuum(${pages})`);
  return pages;
}
