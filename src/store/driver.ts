import type { Clock } from '../core/clock.ts';
import type { PermitSettings, Permits } from './cluster/permits.ts';
import type { Store } from './contract.ts';

/** What is told of a database before it is opened, so that a driver loads no library for it. */
interface DriverFacts {
  /** The beginnings of the STORE_URLs that it takes, such as `redis://`; no two drivers share one. */
  readonly schemes: readonly [string, ...string[]];
  /** What to write into STORE_URL, in words that follow "write". */
  readonly usage: string;
  /** What a person looks at when the store fails, in words that follow "please look at". */
  readonly lookAt: string;
  /** A sentence for the operator where a STORE_URL of these schemes cannot be right; undefined where it may be. */
  problemOf(url: string): string | undefined;
}

/** A database that one process holds. */
interface SingleDriver extends DriverFacts {
  readonly isShared: false;
  /**
   * Resolves also while the database fails in a way that may pass: then every method of the store rejects.
   * @throws StoreInUse when another process holds it; StoreUnusable when only a person can make a store of what it names
   */
  open(url: string, clock: Clock): Promise<OpenDatabase & { readonly createPermits?: never }>;
}

/** A database on which several processes may work; its settings need the secret that they share. */
interface SharedDriver extends DriverFacts {
  readonly isShared: true;
  /** As with a database that one process holds, but that nobody can hold it. */
  open(url: string, clock: Clock): Promise<SharedDatabase>;
}

/** One kind of database: a folder of `store/`, and one line of `DRIVERS`. */
export type StoreDriver = SingleDriver | SharedDriver;

export interface OpenDatabase {
  readonly store: Store;
  /** The path beside which small files can be kept; absent where the database is no file. */
  readonly file?: string;
  /** Closes the store, and lets go of what else is held. */
  close(): Promise<void>;
}

/** Members and elections need only its rows. */
export interface SharedDatabase extends OpenDatabase {
  /** The limit of all processes on this database. */
  readonly createPermits: (settings: PermitSettings) => Permits;
}
