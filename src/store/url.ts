const SQLITE = 'sqlite://';
const POSTGRES = /^postgres(ql)?:\/\/[^/]/;

/** What to write into STORE_URL, in words that follow "write". */
export const STORE_URL_USAGE =
  'sqlite:// and a path, such as sqlite://data/imei-bot.sqlite, or the address of a PostgreSQL database, such as postgres://bot:password@host/imei_bot';

export function isPostgres(url: string): boolean {
  return POSTGRES.test(url);
}

/** Whether a STORE_URL names a store. */
export function isStoreUrl(url: string): boolean {
  return isPostgres(url) || (url.startsWith(SQLITE) && url.length > SQLITE.length);
}

/** The path in `sqlite://path`, or `:memory:` for a store that ends with its process. */
export function pathOf(url: string): string {
  return url.slice(SQLITE.length);
}

/** The file that an address names; undefined where it names none. */
export function fileOf(url: string): string | undefined {
  return isPostgres(url) || pathOf(url) === ':memory:' ? undefined : pathOf(url);
}
