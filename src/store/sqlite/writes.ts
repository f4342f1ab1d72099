import { createMutex } from '../../core/async/mutex.ts';
import { isBusy } from './errors.ts';

/** Runs writes one after the other. */
export type WriteQueue = <T>(write: () => Promise<T>) => Promise<T>;

/**
 * Lets one connection write at a time. A write that finds the file locked sleeps in a thread of Node's pool; several would
 * occupy all threads, and the connection that holds the lock could not go on. Writes that were queued while one waited for a
 * lock in vain fail with it, so that many writes cost one time-out together.
 */
export function createWriteQueue(): WriteQueue {
  const alone = createMutex();
  let asked = 0;
  let inVain: { readonly upTo: number; readonly error: unknown } | undefined;
  return (write) => {
    asked += 1;
    const place = asked;
    return alone(async () => {
      if (inVain !== undefined && place <= inVain.upTo) throw inVain.error;
      try {
        return await write();
      } catch (error) {
        if (isBusy(error)) inVain = { upTo: asked, error };
        throw error;
      }
    });
  };
}
