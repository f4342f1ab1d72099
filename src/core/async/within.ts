import { systemClock } from '../clock.ts';

/** The promise's outcome, or after `ms` what `late` gives; the promise itself goes on, and nobody listens any more. */
export async function within<T>(promise: Promise<T>, ms: number, late: () => T): Promise<T> {
  const over = new AbortController();
  const tooLate = systemClock.sleep(ms, over.signal, { ref: false }).then(late);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    over.abort();
    // Where the promise came first, the sleep ends with the abort, which is no news.
    tooLate.catch(() => {});
  }
}
