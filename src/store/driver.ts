import type { Finding } from '../core/findings.ts';
import type { Store, StoredRow } from './contract.ts';

/** What was found of a store. */
export interface Examination {
  readonly findings: readonly Finding[];
  /** Whether a bot works on it. */
  readonly isInUse: boolean;
  /** Whether there is one, and opening it changes nothing of it. */
  readonly isReady: boolean;
  /** See `OpenDatabase`; empty where nothing can be read. */
  dump(): AsyncIterable<readonly StoredRow[]>;
  close(): Promise<void>;
}

/** What a store in a file holds, as far as that is known without its secret. */
export interface StoreContents {
  readonly bytes: number;
  /** The version of its format. */
  readonly version: number;
  readonly answers: number;
  /** Rows by collection or table, and how many of them have no expiry. */
  readonly rows: ReadonlyMap<string, { readonly all: number; readonly lasting: number }>;
}

/** Work on stores that are files, each a whole store. */
export interface StoreFiles {
  /** The file that an address names; undefined for a store that ends with its process. */
  pathOf(url: string): string | undefined;
  /** The address that names a file: the reverse of `pathOf`. */
  urlOf(file: string): string;
  /**
   * Writes the content of a file at one moment into a new file, while others may write to it, and checks the copy.
   * @throws StoreUnusable for what is no store of this program, or a damaged one; FileThere; the system's errors
   */
  copy(from: string, to: string): Promise<StoreContents>;
  /**
   * Locks a file, whether it exists or not, so that no bot opens it.
   * @throws StoreInUse, StoreUnusable
   */
  hold(file: string): Promise<HeldFile>;
}

/** A file that no bot can open until it is released. */
export interface HeldFile {
  /**
   * Where a store is made that is to replace it. While that is there and the file is not, no bot opens either: one that began
   * a new store would answer nobody who is in the other.
   */
  readonly draft: string;
  /** Renames it with all that belongs to it; does nothing if there is no file. */
  moveTo(file: string): Promise<void>;
  /** Renames a copy to it. */
  replaceBy(copy: string): Promise<void>;
  release(): Promise<void>;
}

export interface OpenDatabase {
  readonly store: Store;
  /** The path beside which small files can be kept; absent in memory. */
  readonly file?: string;
  /**
   * Whether this process still holds the database. With false another process may work on one of the same name, and the
   * limit is not this one's alone any more.
   */
  holds(): boolean;
  /** All that has not expired, in portions, each collection's rows oldest first. What is written meanwhile may be left out. */
  dump(): AsyncIterable<readonly StoredRow[]>;
  /** Closes the store, and lets go of what else is held. */
  close(): Promise<void>;
}
