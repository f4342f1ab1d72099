import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, systemClock } from '../../../src/core/time/clock.ts';

/**
 * A clock that runs like any other and can be moved forward by hand: for tests with a real library
 * on a real socket, whose own timers must go on. The fake clock would stand still meanwhile.
 */
export function createSkippingClock() {
  let skipped = 0;
  const sleepers = new Set<() => void>();
  const elapsed = (): number => performance.now() + skipped;
  const sleep: Clock['sleep'] = async (ms, signal) => {
    const wakeAt = elapsed() + ms;
    while (elapsed() < wakeAt) {
      signal?.throwIfAborted();
      const woken = new AbortController();
      const wake = (): void => woken.abort();
      sleepers.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
      // A skip or the caller may end it early: the loop finds out which.
      await delay(wakeAt - elapsed(), undefined, { signal: woken.signal }).catch(() => undefined);
      sleepers.delete(wake);
      signal?.removeEventListener('abort', wake);
    }
    signal?.throwIfAborted();
  };
  return {
    now: () => Date.now() + skipped,
    elapsed,
    uptime: () => systemClock.uptime() + skipped,
    sleep,
    later: laterBy(sleep),
    skip: (ms: number) => {
      skipped += ms;
      for (const wake of [...sleepers]) wake();
    },
  };
}

/** Makes the `later` of a clock from its `sleep`. */
export function laterBy(sleep: Clock['sleep']): Clock['later'] {
  return (ms, run, options) => {
    const over = new AbortController();
    sleep(ms, over.signal, options).then(
      () => {
        if (!over.signal.aborted) run();
      },
      () => undefined,
    );
    return () => over.abort();
  };
}
