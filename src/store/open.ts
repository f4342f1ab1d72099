import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Store, StoredRow } from './contract.ts';
import { createMarkFile, type MarkFile } from './mark-file.ts';
import { createSeal, type Seal } from './seal/seal.ts';
import { loadOrMakeSecret } from './seal/secret.ts';
import { sqliteDriver } from './sqlite/driver.ts';
import { typedFailures } from './typed-failures.ts';

/** The store of this installation, held by this process, and the seal of what is personal in it. */
export interface OpenStore {
  readonly store: Store;
  readonly seal: Seal;
  /** A note about the store, kept outside of it, that the next process reads. */
  readonly markFile?: MarkFile;
  /** See `OpenDatabase`. */
  holds(): boolean;
  /** See `OpenDatabase`. */
  dump(): AsyncIterable<readonly StoredRow[]>;
  close(): Promise<void>;
}

/**
 * @param url as in STORE_URL
 * @param secret what to seal with; without one, it is made once and kept in a file beside the store
 * @throws StoreInUse when another process holds it; StoreUnusable when only a person can make a store of what it names
 */
export async function openStore(url: string, secret: string | undefined, clock: Clock): Promise<OpenStore> {
  const { store, file, close, ...rest } = await sqliteDriver.open(url, clock);
  try {
    const seal = createSeal(secret ?? (await secretBeside(file)));
    const markFile = file === undefined ? {} : { markFile: createMarkFile(`${file}.mark`) };
    return { ...rest, ...markFile, store: typedFailures(store), seal, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A store without a file lives as long as the process, and so does its secret. */
async function secretBeside(file: string | undefined): Promise<string> {
  return file === undefined ? randomBytes(32).toString('hex') : loadOrMakeSecret(`${file}.secret`);
}
