import type { StoreDriver } from '../driver.ts';

/** A file that one process holds, or `sqlite://:memory:`, which ends with the process. */
export const sqliteDriver: StoreDriver = {
  schemes: ['sqlite://'],
  usage: 'sqlite:// and a path, such as sqlite://data/imei-bot.sqlite',
  lookAt: 'the disk and STORE_URL',
  isShared: false,
  problemOf: (url) =>
    url.includes('?') ? 'takes no options: leave out what follows the question mark' : undefined,
  open: async (url, clock) => {
    const { openSqliteStore } = await import('./open.ts');
    return openSqliteStore(url, clock);
  },
  files: async () => (await import('./files.ts')).sqliteFiles,
};
