import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { inPortions } from './portions.ts';
import type { Opened, SqliteConnection } from './sqlite-connection.ts';
import { CACHE_TABLE } from './sqlite-format.ts';
import type { WriteQueue } from './sqlite-writes.ts';

/** Found by the index of what expires, so that nothing of it depends on how many rows there are. */
const SWEEP_ROWS = `DELETE FROM rows WHERE seq IN (
  SELECT seq FROM rows WHERE expires <= ?1 LIMIT ?2) RETURNING 1`;
const SWEEP_CACHE = `DELETE FROM ${CACHE_TABLE} WHERE rowid IN (
  SELECT rowid FROM ${CACHE_TABLE} WHERE json_extract(value, '$.expires') <= ? LIMIT ?) RETURNING 1`;

/** So many free pages (of 4 kB) stay in the file: what comes next is written there, and the file need not grow for it. */
const KEPT_FREE = 256;

export interface SqliteSweepNeeds {
  readonly guard: SqliteConnection['guard'];
  readonly inTurn: WriteQueue;
  readonly clock: Clock;
}

/**
 * Deletes what has expired, and gives its pages back to the disk; a file from before version 2 of the format that was
 * too large to be prepared for that keeps them, and fills them again. Resolves with the number of rows.
 */
export function createSqliteSweep({ guard, inTurn, clock }: SqliteSweepNeeds): () => Promise<number> {
  const sweep = (work: (opened: Opened, most: number) => Promise<number>): Promise<number> =>
    inPortions({
      work: (most) => guard((opened) => work(opened, most)),
      inTurn,
      elapsed: clock.elapsed,
      // As long as the portion took: whoever else needs the disk gets half of it. It keeps no process alive.
      rest: (ms) => delay(ms, undefined, { ref: false }),
    });
  return async () => {
    const rows = await sweep(
      async ({ database }, most) => (await database.all(SWEEP_ROWS, [clock.now(), most])).length,
    );
    const answers = await sweep(async ({ cache }, most) => {
      const gone: readonly unknown[] = await cache.query(SWEEP_CACHE, clock.now(), most);
      return gone.length;
    });
    await sweep(giveBack);
    return rows + answers;
  };
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
