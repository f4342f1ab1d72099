import { Keyv } from 'keyv';
import { z } from 'zod';
import { jsonIn } from '../core/json.ts';
import type { StoredRow } from './contract.ts';
import { asStoreFailed } from './errors.ts';

/** What Keyv's adapters have in common, as far as the cache uses it. */
export interface KeyvAdapter {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<boolean>;
  has(key: string): Promise<boolean>;
  clear(): Promise<void>;
}

/**
 * The cache's Keyv over an adapter that may be replaced by a new one after a failure. Rejects with `StoreFailed` where Keyv
 * itself would take a failure for a miss.
 * @param guard runs the work on the adapter of the moment
 */
export function createCacheKeyv(
  dialect: string,
  guard: <T>(work: (adapter: KeyvAdapter) => Promise<T>) => Promise<T>,
  guardWrites: typeof guard = guard,
): Keyv<string> {
  const store = {
    opts: { dialect },
    get: (key: string) => guard((adapter) => adapter.get(key)).catch(asStoreFailed),
    set: (key: string, value: unknown, ttlMs?: number) =>
      guardWrites((adapter) => adapter.set(key, value, ttlMs)).catch(asStoreFailed),
    delete: (key: string) => guardWrites((adapter) => adapter.delete(key)).catch(asStoreFailed),
    has: (key: string) => guard((adapter) => adapter.has(key)).catch(asStoreFailed),
    clear: () => guardWrites((adapter) => adapter.clear()).catch(asStoreFailed),
  };
  const keyv = new Keyv<string>({ store, throwOnErrors: true });
  // Every failure also rejects the call that met it.
  keyv.on('error', () => undefined);
  return keyv;
}

/** What Keyv makes of a value, with its expiry. */
const storedSchema = z.object({ value: z.string(), expires: z.number().nullish() });

/**
 * An answer as a row; undefined for what Keyv could not read either.
 * @param id the key without what Keyv puts before it
 */
export function readAnswer(id: string, stored: string): StoredRow | undefined {
  const parsed = storedSchema.safeParse(jsonIn(stored));
  if (!parsed.success) return undefined;
  return { id, value: parsed.data.value, expiresAt: parsed.data.expires ?? undefined };
}
