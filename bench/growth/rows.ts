import { systemClock } from '../../src/core/clock.ts';
import { readCheckAnswer } from '../../src/provider/device-identity/read.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { fullAnswer, knownImei, openCache } from '../core.ts';
import { heapInUse, medianOf } from '../figures.ts';

const DAY_MS = 86_400_000;

/** How much is read of a file. */
export interface Reading {
  /** Rows that are really read, among all that fill the file. */
  readonly rows: number;
  /** How often all of them are read, each time by a bot that has none in memory; once more before, which does not count. */
  readonly rounds: number;
}

/** The time to read a saved answer from a file with so many rows, in microseconds: the median of each round. */
export async function readAmong(
  size: number,
  file: string,
  { rows, rounds }: Reading,
): Promise<readonly number[]> {
  await write(file, rows);
  await fillUp(file, size - rows);
  const medians: number[] = [];
  for (let round = 0; round <= rounds; round += 1) medians.push(await readOnce(file, rows));
  return medians.slice(1);
}

async function readOnce(file: string, rows: number): Promise<number> {
  const { cache, close } = openCache(file);
  const times: number[] = [];
  for (let serial = 0; serial < rows; serial += 1) {
    const startedAt = performance.now();
    await cache.get(knownImei(serial));
    times.push((performance.now() - startedAt) * 1_000);
  }
  await close();
  return medianOf(times);
}

/** Fills the file with rows of random names; short ones, for the sake of the disk. */
async function fillUp(file: string, rows: number): Promise<void> {
  const database = await openSqlite(file, { setUp: '', busyTimeoutMs: 1_000 });
  const expires = Date.now() + DAY_MS;
  await database.all(
    `WITH RECURSIVE some(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < ?)
     INSERT INTO answer (key, value, expires) SELECT 'keyv:' || hex(randomblob(16)), ?, ? FROM some`,
    [rows, JSON.stringify({ value: 'x'.repeat(200), expires }), expires],
  );
  await database.close();
}

/** What an answer that is kept at hand takes on the heap. */
export async function bytesOfRow(file: string, rows: number): Promise<number> {
  await write(file, rows);
  const { cache, close } = openCache(file);
  await cache.get(knownImei(0));
  const before = heapInUse();
  for (let serial = 1; serial < rows; serial += 1) await cache.get(knownImei(serial));
  const bytes = (heapInUse() - before) / (rows - 1);
  // Whoever is not used any more may be collected before it is weighed.
  await cache.get(knownImei(0));
  await close();
  return bytes;
}

async function write(file: string, rows: number): Promise<void> {
  const raw = await fullAnswer();
  const kept = { answer: readCheckAnswer(raw), checkedAt: systemClock.now() };
  const { cache, close } = openCache(file);
  for (let serial = 0; serial < rows; serial += 1) await cache.put(knownImei(serial), raw, kept);
  await close();
}
