import type { Clock } from '../../core/clock.ts';
import type { Examination, OpenDatabase, StoreFiles } from '../driver.ts';

/** An optional dependency: npm skips it where it can neither download nor compile it. */
const LIBRARY = 'sqlite3';
const SCHEME = 'sqlite://';

/**
 * A file that one process holds, or `sqlite://:memory:`, which ends with the process. What has to be known before it is opened
 * loads no library.
 */
export const sqliteDriver = {
  /** What to write into STORE_URL, in words that follow "write". */
  usage: 'sqlite:// and a path, such as sqlite://data/imei-bot.sqlite',
  /** Whether a STORE_URL names a store. */
  takes: (url: string): boolean => url.startsWith(SCHEME) && url.length > SCHEME.length,
  /** A sentence for the operator where such a STORE_URL cannot be right; undefined where it may be. */
  problemOf: (url: string): string | undefined =>
    url.includes('?') ? 'takes no options: leave out what follows the question mark' : undefined,
  /**
   * Resolves also while the database fails in a way that may pass: then every method of the store rejects.
   * @throws StoreInUse when another process holds it; StoreUnusable when only a person can make a store of what it names
   */
  open: async (url: string, clock: Clock): Promise<OpenDatabase> => {
    const { openSqliteStore } = await import('./store.ts').catch(withoutLibrary);
    return openSqliteStore(url, clock);
  },
  /** Looks at what an address names, and changes nothing. Resolves also where it is out of reach, or nothing is there. */
  examine: async (url: string, clock: Clock): Promise<Examination> => {
    const { examineSqlite } = await import('./passes/examine.ts').catch(withoutLibrary);
    return examineSqlite(url, clock);
  },
  /** What is done with its files while no bot has them open, or beside one that has. */
  files: async (): Promise<StoreFiles> => (await import('./files.ts').catch(withoutLibrary)).sqliteFiles,
};

/** A missing module can only be {@link LIBRARY}: nothing else that is loaded with the store is optional. */
async function withoutLibrary(error: unknown): Promise<never> {
  const { StoreUnusable } = await import('../errors.ts');
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  throw new StoreUnusable(
    `The library for SQLite (${LIBRARY}) is not there: npm could neither fetch it for this system nor compile it. ` +
      'Install Python 3, make and a C++ compiler (on Debian: apt install python3 make g++) and run npm ci again. ' +
      `(${reason})`,
    { cause: error },
  );
}
