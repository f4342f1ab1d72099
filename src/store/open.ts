import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { createMembers } from './cluster/members.ts';
import type { SharedStore } from './cluster/shared.ts';
import type { Store } from './contract.ts';
import { createMarkFile, type MarkFile } from './mark-file.ts';
import { refuseFormerIfDone } from './seal/reseal.ts';
import { createSeal, type Seal } from './seal/seal.ts';
import { loadOrMakeSecret } from './seal/secret.ts';
import { lockStore } from './sqlite/lock.ts';
import { checkPlace, unusableBecause } from './sqlite/place.ts';
import { createSqliteStore } from './sqlite/store.ts';
import { StoreUnusable } from './unusable.ts';

/** The store of this installation, held by this process, and the seal of what is personal in it. */
export interface OpenStore {
  readonly store: Store;
  readonly seal: Seal;
  /** Where something can be said about the store, outside of it, that the next process reads. */
  readonly markFile?: MarkFile;
  /** Where other processes may work on the same store. */
  readonly shared?: SharedStore;
  close(): Promise<void>;
}

/** How long a start waits for a Redis that is not there yet; after that it goes on, and the store counts as failing. */
const REDIS_START_MS = 3_000;
const REDIS_START_PAUSE_MS = 50;

/**
 * @param url `sqlite://path`, `sqlite://:memory:` for one that ends with the process, or `redis://` for many processes
 * @param secret what to seal with; without one, it is made once and kept in a file beside the store. Redis needs one.
 * @throws StoreInUse when another process holds it; StoreUnusable when only a person can make a store of what it names
 */
export async function openStore(url: string, secret: string | undefined, clock: Clock): Promise<OpenStore> {
  if (isRedis(url)) return openRedis(url, secret, clock);
  const file = url.replace(/^sqlite:\/\//, '');
  if (file === ':memory:') {
    const store = createSqliteStore(url, clock);
    return { store, seal: createSeal(secret ?? randomBytes(32).toString('hex')), close: () => store.close() };
  }
  await checkPlace(file);
  return openFile(url, file, secret, clock);
}

async function openFile(
  url: string,
  file: string,
  secret: string | undefined,
  clock: Clock,
): Promise<OpenStore> {
  const lock = await lockStore(file).catch((error: unknown) => {
    throw unusableBecause(error, `${file}.lock`) ?? error;
  });
  const store = createSqliteStore(url, clock);
  const close = async (): Promise<void> => {
    await store.close();
    await lock.release();
  };
  try {
    await store.open().catch((error: unknown) => {
      const reason = unusableBecause(error, file);
      // What may pass by itself shows as a failing store: people are answered meanwhile.
      if (reason !== undefined) throw reason;
    });
    const seal = createSeal(secret ?? (await loadOrMakeSecret(`${file}.secret`)));
    // What cannot be told now is found out by the first pass.
    await refuseFormerIfDone(store, seal).catch(() => undefined);
    return { store, seal, markFile: createMarkFile(`${file}.mark`), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function isRedis(url: string): boolean {
  return /^rediss?:\/\//.test(url);
}

async function openRedis(url: string, secret: string | undefined, clock: Clock): Promise<OpenStore> {
  if (secret === undefined) throw new Error('a store that several processes share needs a secret they share');
  // Loaded only where it is used.
  const [{ connectRedis }, { createRedisStore }, { createPermits }, { withFormat }] = await Promise.all([
    import('./redis/connection.ts'),
    import('./redis/store.ts'),
    import('./redis/permits.ts'),
    import('./redis/format.ts'),
  ]);
  const connection = withFormat(connectRedis(url));
  const store = createRedisStore(connection, clock);
  const members = createMembers({ rows: store.collection('members'), clock });
  try {
    await untilItAnswers(store, clock);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const seal = createSeal(secret);
  await refuseFormerIfDone(store, seal).catch(() => undefined);
  return {
    store,
    seal,
    shared: { members, createPermits: (settings) => createPermits(connection, settings) },
    close: async () => {
      await members.leave();
      await store.close();
    },
  };
}

async function untilItAnswers(store: Store, clock: Clock): Promise<void> {
  const endsAt = clock.elapsed() + REDIS_START_MS;
  while (clock.elapsed() < endsAt) {
    try {
      return await store.probe();
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
      // Not up yet, perhaps: after this it shows as a failing store.
      await clock.sleep(REDIS_START_PAUSE_MS);
    }
  }
}
