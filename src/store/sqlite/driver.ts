import type { StoreDriver } from '../driver.ts';

/** An optional dependency: npm skips it where it can neither download nor compile it, so a Redis needs no compiler. */
const LIBRARY = 'sqlite3';

/** A file that one process holds, or `sqlite://:memory:`, which ends with the process. */
export const sqliteDriver: StoreDriver = {
  schemes: ['sqlite://'],
  usage: 'sqlite:// and a path, such as sqlite://data/imei-bot.sqlite',
  lookAt: 'the disk and STORE_URL',
  isShared: false,
  problemOf: (url) =>
    url.includes('?') ? 'takes no options: leave out what follows the question mark' : undefined,
  open: async (url, clock) => {
    const { openSqliteStore } = await import('./store.ts').catch(withoutLibrary);
    return openSqliteStore(url, clock);
  },
  examine: async (url, clock) => {
    const { examineSqlite } = await import('./passes/examine.ts').catch(withoutLibrary);
    return examineSqlite(url, clock);
  },
  files: async () => (await import('./files.ts').catch(withoutLibrary)).sqliteFiles,
};

/** A missing module can only be {@link LIBRARY}: nothing else that is loaded with the store is optional. */
async function withoutLibrary(error: unknown): Promise<never> {
  const { StoreUnusable } = await import('../errors.ts');
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  throw new StoreUnusable(
    `The library for SQLite (${LIBRARY}) is not there: npm could neither fetch it for this system nor compile it. ` +
      'Install Python 3, make and a C++ compiler (on Debian: apt install python3 make g++) and run npm ci again, or set STORE_URL to a Redis. ' +
      `(${reason})`,
    { cause: error },
  );
}
