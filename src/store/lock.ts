import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';

/** Another process holds the store: two on one store would each keep the limit, and together cross it. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';

  constructor(file: string) {
    super(`Another imei-bot is running on ${file}.`);
  }
}

/**
 * Holds a SQLite store for this process alone, until released or until the process ends in whatever way: the lock is
 * the operating system's, on a small file beside the store, so that nothing stale is left after a crash.
 * @throws StoreInUse
 */
export async function lockStore(file: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dirname(file), { recursive: true });
  const lock = new KeyvSqlite({ uri: `sqlite://${file}.lock`, busyTimeout: 200 });
  // The failure comes back through the query below as well; without a listener the event would end the process.
  lock.on('error', () => undefined);
  try {
    await lock.query('BEGIN EXCLUSIVE');
  } catch (error) {
    if (error instanceof Error && /SQLITE_BUSY/.test(error.message)) throw new StoreInUse(file);
    throw error;
  }
  return { release: () => lock.close() };
}
