import { Keyv } from 'keyv';

/** What Keyv's adapters have in common, as far as the cache uses it. */
interface KeyvAdapter {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<boolean>;
  has(key: string): Promise<boolean>;
  clear(): Promise<void>;
}

/**
 * The cache's Keyv over an adapter that may be replaced by a new one after a failure. Rejects where Keyv itself would
 * take a failure for a miss.
 * @param guard runs the work on the adapter of the moment
 */
export function createCacheKeyv(
  dialect: string,
  guard: <T>(work: (adapter: KeyvAdapter) => Promise<T>) => Promise<T>,
  guardWrites: typeof guard = guard,
): Keyv<string> {
  const store = {
    opts: { dialect },
    get: (key: string) => guard((adapter) => adapter.get(key)),
    set: (key: string, value: unknown, ttlMs?: number) =>
      guardWrites((adapter) => adapter.set(key, value, ttlMs)),
    delete: (key: string) => guardWrites((adapter) => adapter.delete(key)),
    has: (key: string) => guard((adapter) => adapter.has(key)),
    clear: () => guardWrites((adapter) => adapter.clear()),
  };
  const keyv = new Keyv<string>({ store, throwOnErrors: true });
  // Every failure also rejects the call that met it.
  keyv.on('error', () => undefined);
  return keyv;
}
