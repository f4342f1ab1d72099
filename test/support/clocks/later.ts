import type { Clock } from '../../../src/core/clock.ts';

/** What a clock does later, by how it sleeps. */
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
