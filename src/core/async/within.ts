import { systemClock } from '../clock.ts';

/** Created once, since creating an error costs more than everything else here. */
const IN_TIME = new Error('it came in time');

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
    over.abort(IN_TIME);
    // If the promise came first, the abort rejects the sleep; that rejection is expected.
    tooLate.catch(() => {});
  }
}
