import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { createMembers, type SharedStore } from './cluster/members.ts';
import type { Store, StoredRow } from './contract.ts';
import type { OpenDatabase, SharedDatabase, StoreDriver } from './driver.ts';
import { typedFailures } from './errors.ts';
import { createMarkFile, type MarkFile } from './mark-file.ts';
import { redisDriver } from './redis/driver.ts';
import { createSeal, type Seal } from './seal/seal.ts';
import { loadOrMakeSecret } from './seal/secret.ts';
import { sqliteDriver } from './sqlite/driver.ts';

/** Every kind of database that STORE_URL can name, in the order in which people are told of them. */
export const DRIVERS: readonly StoreDriver[] = [sqliteDriver, redisDriver];

/** The store of this installation, held by this process, and the seal of what is personal in it. */
export interface OpenStore {
  readonly store: Store;
  readonly seal: Seal;
  /** What a person looks at when the store fails, in words that follow "please look at". */
  readonly lookAt: string;
  /** A note about the store, kept outside of it, that the next process reads. */
  readonly markFile?: MarkFile;
  /** See `OpenDatabase`. */
  isHeld?(): Promise<boolean>;
  /** Present if other processes may work on the same store. */
  readonly shared?: SharedStore;
  /** See `OpenDatabase`. */
  dump(): AsyncIterable<readonly StoredRow[]>;
  close(): Promise<void>;
}

/** The driver that takes a STORE_URL; undefined where none does. */
export function driverOf(url: string): StoreDriver | undefined {
  return DRIVERS.find(({ schemes }) =>
    schemes.some((scheme) => url.startsWith(scheme) && url.length > scheme.length),
  );
}

/**
 * @param url as in STORE_URL
 * @param secret what to seal with; without one, it is made once and kept in a file beside the store. A shared store needs one.
 * @throws StoreInUse when another process holds it; StoreUnusable when only a person can make a store of what it names
 */
export async function openStore(url: string, secret: string | undefined, clock: Clock): Promise<OpenStore> {
  const driver = driverOf(url);
  if (driver === undefined) throw new Error('no driver takes this STORE_URL');
  if (driver.isShared && secret === undefined)
    throw new Error('a store that several processes share needs a secret they share');
  const { store, file, close, ...rest } = driver.isShared
    ? withMembers(typed(await driver.open(url, clock)), clock)
    : typed(await driver.open(url, clock));
  try {
    const seal = createSeal(secret ?? (await secretBeside(file)));
    const markFile = file === undefined ? {} : { markFile: createMarkFile(`${file}.mark`) };
    return { ...rest, ...markFile, store, seal, lookAt: driver.lookAt, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function typed<Database extends OpenDatabase>(database: Database): Database {
  return { ...database, store: typedFailures(database.store) };
}

/** A store without a file lives as long as the process, and so does its secret. */
async function secretBeside(file: string | undefined): Promise<string> {
  return file === undefined ? randomBytes(32).toString('hex') : loadOrMakeSecret(`${file}.secret`);
}

function withMembers(database: SharedDatabase, clock: Clock): OpenDatabase & Pick<OpenStore, 'shared'> {
  const { createPermits, ...opened } = database;
  const rows = opened.store.collection('members');
  const members = createMembers({ rows, clock });
  return {
    ...opened,
    shared: { members, createPermits },
    close: async () => {
      await members.leave();
      await opened.close();
    },
  };
}
