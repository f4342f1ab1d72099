import type { Clock } from '../src/core/clock.ts';

/**
 * The rest after a state, in times as long as it took to build: of a long list, that is long, and
 * something changes all the time.
 */
const REST = 9;

/** Publishes a newer state. The function that builds it is only called if the state is yielded. */
export type Push<State> = (state: () => State) => void;

/**
 * Runs `work` and yields the newest of the states it pushes. While the consumer is busy, and in the
 * rest after each state, older states are dropped. If `work` ends within one turn of the event
 * loop, no state is yielded. Returns or throws what `work` returns or throws.
 */
export async function* latestStates<State, Result>(
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  work: (push: Push<State>) => Promise<Result>,
): AsyncGenerator<State, Result, void> {
  let newest: (() => State) | undefined;
  let settled = false;
  let wake = (): void => {};
  const untilWoken = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const push: Push<State> = (state) => {
    newest = state;
    wake();
  };
  // Set before the work begins, so that it runs before the work's next turn.
  const endOfTurn = setImmediate(() => wake());
  try {
    const running = work(push);
    const settle = (): void => {
      settled = true;
      wake();
    };
    const settling = running.then(settle, settle);
    // An answer in memory arrives before this turn ends, and needs no state before it.
    await untilWoken();
    while (!settled) {
      if (newest === undefined) {
        await untilWoken();
        continue;
      }
      const begunAt = clock.elapsed();
      const state = newest();
      newest = undefined;
      const restMs = REST * (clock.elapsed() - begunAt);
      yield state;
      if (restMs === 0) continue;
      await Promise.race([clock.sleep(restMs, undefined, { ref: false }), settling]);
    }
    return await running;
  } finally {
    clearImmediate(endOfTurn);
  }
}
