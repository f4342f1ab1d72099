import { realpath } from 'node:fs/promises';
import type { Clock } from '../../core/clock.ts';
import type { OpenDatabase } from '../driver.ts';
import { lockStore } from './lock.ts';
import { checkPlace, needsNoDraft, unusableBecause } from './place.ts';
import { createSqliteStore } from './store.ts';

/**
 * @param url `sqlite://path`, or `sqlite://:memory:` for one that ends with the process
 * @throws StoreInUse, StoreUnusable
 */
export async function openSqliteStore(url: string, clock: Clock): Promise<OpenDatabase> {
  const file = url.replace(/^sqlite:\/\//, '');
  if (file === ':memory:') {
    const store = createSqliteStore(url, clock);
    return { store, dump: store.dump, close: store.close };
  }
  await checkPlace(file);
  // A symbolic link to the store is the same store, and SQLite follows it as well.
  const held = await realpath(file).catch(() => file);
  const lock = await lockStore(held).catch((error: unknown) => {
    throw unusableBecause(error, `${held}.lock`) ?? error;
  });
  await needsNoDraft(held).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const store = createSqliteStore(url, clock);
  const close = async (): Promise<void> => {
    await store.close();
    await lock.release();
  };
  try {
    await store.open();
  } catch (error) {
    const reason = unusableBecause(error, file);
    // An error that may pass by itself shows as a failing store, and people are answered meanwhile.
    if (reason !== undefined) {
      await close();
      throw reason;
    }
  }
  return { store, file, dump: store.dump, close };
}
