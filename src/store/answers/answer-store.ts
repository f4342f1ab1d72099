import { Keyv } from 'keyv';

/**
 * Saved answers by key. An answer expires after the time for which it is kept. A caller may have a
 * shorter time, so it decides whether an answer that it gets is still valid.
 */
export interface AnswerStore {
  /**
   * The answer under a key; undefined if there is none, or if it has expired.
   * @throws StoreFailed: that is not a miss
   */
  get(key: string): Promise<string | undefined>;
  /**
   * Saves an answer over an older one.
   * @param keptMs without it, the answer never expires
   * @throws StoreFailed
   */
  set(key: string, answer: string, keptMs?: number): Promise<void>;
  /**
   * Deletes a portion of the answers that have expired. Resolves with its size, which is `most` if
   * there may be more.
   * @param now in milliseconds since 1970
   * @throws StoreFailed
   */
  sweep(now: number, most: number): Promise<number>;
}

/** A database as Keyv needs it. */
interface KeyvStore {
  get(key: string): unknown;
  set(key: string, value: string, ttlMs?: number): unknown;
  delete(key: string): unknown;
  clear(): unknown;
}

/** A Keyv whose calls reject if its database fails. By default, a failed read is a miss. */
export function createKeyv(store: KeyvStore): Keyv<string> {
  const keyv = new Keyv<string>({ store, throwOnErrors: true });
  // Keyv 5.6.0 also emits each failure, and an `error` event without a listener would be thrown.
  keyv.on('error', () => undefined);
  return keyv;
}
