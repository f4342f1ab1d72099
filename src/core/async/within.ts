import { systemClock } from '../clock.ts';

/**
 * Settles like the promise, or after `ms` milliseconds returns what `late` returns. The promise itself continues and its
 * result is ignored.
 */
export async function within<T>(promise: Promise<T>, ms: number, late: () => T): Promise<T> {
  const over = new AbortController();
  const tooLate = systemClock.sleep(ms, over.signal, { ref: false }).then(late);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    over.abort();
    // If the promise came first, the abort rejects the sleep; that rejection is expected.
    tooLate.catch(() => {});
  }
}
