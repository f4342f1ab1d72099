import { fileURLToPath } from 'node:url';
import { errorMessage } from '../core/error-code.ts';
import type { Clock } from '../core/time/clock.ts';
import type { OwnedDatabase } from './owned-database.ts';
import { StoreUnusable } from './store-errors.ts';
import type { StoreExamination } from './store-examination.ts';

interface OpenOptions {
  /** A URL as in STORE_URL. */
  readonly url: string;
  readonly clock: Clock;
  /**
   * PostgreSQL only: ends the wait while another process owns the store. Without a signal, and
   * with SQLite, `open` does not wait.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * PostgreSQL only: called in that wait with the sealed key of the store.
   * @throws StoreUnusable if the secret does not open it
   */
  readonly assertOpens?: ((sealedKey: string) => void) | undefined;
}

/** A kind of database that STORE_URL can name. Its library is loaded when it is opened. */
interface StoreKind {
  readonly name: string;
  /** The value of STORE_URL, in words that follow "write". */
  readonly usage: string;
  /** Whether several machines can use it: then their processes stand by for each other. */
  readonly isShared: boolean;
  matches(url: string): boolean;
  open(options: OpenOptions): Promise<OwnedDatabase>;
  /** Reads what the store is like, and changes nothing. */
  examine(url: string): Promise<StoreExamination>;
}

const SQLITE_SCHEME = 'sqlite://';

/** To add a kind, write a file that opens it and add an entry here. */
const STORES: readonly StoreKind[] = [
  {
    name: 'SQLite',
    usage: 'sqlite:// and a path, such as sqlite://data/imei-bot.sqlite',
    isShared: false,
    matches: (url) => url.startsWith(SQLITE_SCHEME) && url.length > SQLITE_SCHEME.length,
    open: async ({ url, clock }) => {
      const { openSqliteDatabase } = await import('./sqlite/sqlite-store.ts').catch(throwNoSqlite);
      return openSqliteDatabase(sqlitePathOf(url), clock);
    },
    examine: async (url) => {
      const { examineSqlite } = await import('./sqlite/examine-sqlite.ts').catch(throwNoSqlite);
      return examineSqlite(sqlitePathOf(url));
    },
  },
  {
    name: 'PostgreSQL',
    // The example has no name and password, since the mask of the log would change them.
    usage:
      'the URL of a PostgreSQL database, such as postgres://host/imei_bot with user:password@ before the host',
    isShared: true,
    matches: (url) => /^postgres(ql)?:\/\/[^/]/.test(url),
    open: async (options) => {
      const { openPostgres } = await import('./postgres/postgres-store.ts');
      return openPostgres(options);
    },
    examine: async (url) => {
      const { examinePostgres } = await import('./postgres/examine-postgres.ts');
      return examinePostgres(url);
    },
  },
];

export const STORE_URL_USAGE = STORES.map(({ usage }) => usage).join(', or ');

export function isStoreUrl(url: string): boolean {
  return STORES.some(({ matches }) => matches(url));
}

/** @throws StoreUnusable if it does not name a store */
export function storeKindOf(url: string): StoreKind {
  const kind = STORES.find(({ matches }) => matches(url));
  if (kind === undefined) throw new StoreUnusable(`STORE_URL: write ${STORE_URL_USAGE}`);
  return kind;
}

/** A STORE_URL as it may be shown: without user name, password and options. */
export function shownUrl(url: string): string {
  if (!storeKindOf(url).isShared) return url;
  return url.replace(/\?.*$/s, '').replace(/(?<=:\/\/).*@/s, '');
}

/** The path in `sqlite://path`, or `:memory:` for a store that ends with its process. */
export function sqlitePathOf(url: string): string {
  return url.slice(SQLITE_SCHEME.length);
}

/** The file of a STORE_URL; undefined if it is not a file. */
export function storePathOf(url: string): string | undefined {
  if (storeKindOf(url).isShared) return undefined;
  const path = sqlitePathOf(url);
  return path === ':memory:' ? undefined : path;
}

/**
 * The module that cannot be loaded is sqlite3. It brings builds for the usual systems, and only
 * compiles itself elsewhere if its install script may run.
 */
export function throwNoSqlite(error: unknown): never {
  const [reason = ''] = errorMessage(error).split('\n', 1);
  const folder = fileURLToPath(new URL('..', import.meta.resolve('sqlite3')));
  throw new StoreUnusable(
    `The library for SQLite has no build that works on this system (${reason}). ` +
      'Install Python 3, make and a C++ compiler (on Debian: apt install python3 make g++). ' +
      `Then run: npm --prefix ${folder} run rebuild`,
    undefined,
    { cause: error },
  );
}
