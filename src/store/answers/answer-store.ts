import { Keyv } from 'keyv';

/**
 * Saved answers. Keyv's time to live only says when an answer may be deleted; whether one is
 * still valid is decided by who reads it.
 */
export interface AnswerStore {
  /**
   * Rejects with `StoreFailed` if it cannot be read or written: a read that fails is not a miss.
   */
  readonly keyv: Keyv<string>;
  /**
   * Deletes a portion of the answers that have expired. Resolves with its size, which is `most` if
   * there may be more. Rejects with `StoreFailed`.
   * @param now in milliseconds since 1970
   */
  sweep(now: number, most: number): Promise<number>;
  /** Resolves when what was asked before has ended and nothing is open any more. */
  close(): Promise<void>;
}

/** What Keyv needs of a database. */
interface KeyvStore {
  get(key: string): unknown;
  set(key: string, value: string, ttlMs?: number): unknown;
  delete(key: string): unknown;
  clear(): unknown;
}

/** A Keyv whose calls reject if its database fails. By default a read that fails is a miss. */
export function createKeyv(store: KeyvStore): Keyv<string> {
  const keyv = new Keyv<string>({ store, throwOnErrors: true });
  // Keyv also emits each failure, and an `error` event without a listener would be thrown.
  keyv.on('error', () => undefined);
  return keyv;
}
