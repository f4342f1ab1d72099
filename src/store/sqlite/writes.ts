import { createMutex } from '../../core/async/mutex.ts';
import { isBusy } from './errors.ts';

/** Runs writes one after the other. */
export type WriteQueue = <T>(write: () => Promise<T>) => Promise<T>;

/**
 * One connection writes at a time. One that finds the file locked sleeps in a thread of Node's pool, and what else is
 * asked of it waits in others, until there is none left in which the one that holds the lock could go on. What was asked
 * for while one waited for a lock in vain has waited as well, and is not tried: many writes cost one time-out together.
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
