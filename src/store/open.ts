import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { lockStore } from './lock.ts';
import { createSeal, type Seal } from './seal.ts';
import { loadOrMakeSecret } from './secret.ts';
import { createSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/** The store of this installation, held by this process, and the seal of what is personal in it. */
export interface OpenStore {
  readonly store: Store;
  readonly seal: Seal;
  close(): Promise<void>;
}

/**
 * @param url `sqlite://path`, or `sqlite://:memory:` for one that ends with the process
 * @param secret what to seal with; without one, it is made once and kept in a file beside the store
 * @throws StoreInUse when another process holds it
 */
export async function openStore(url: string, secret: string | undefined, clock: Clock): Promise<OpenStore> {
  const file = url.replace(/^sqlite:\/\//, '');
  const store = createSqliteStore(url, clock);
  if (file === ':memory:') {
    return { store, seal: createSeal(secret ?? randomBytes(32).toString('hex')), close: () => store.close() };
  }
  const lock = await lockStore(file);
  const seal = createSeal(secret ?? (await loadOrMakeSecret(`${file}.secret`)));
  return {
    store,
    seal,
    close: async () => {
      await store.close();
      await lock.release();
    },
  };
}
