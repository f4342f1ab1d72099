import type { Clock } from '../src/core/time/clock.ts';

/**
 * Time to rest after a state, as a multiple of the time that it took to build. The states of a long
 * list take long to build and change all the time.
 */
const REST = 9;

/** Publishes a newer state by the function that builds it, which is called only to yield it. */
export type Push<State> = (state: () => State) => void;

/**
 * Runs `work` and yields the newest state that it has pushed. Drops older states while the consumer
 * is busy, and during the rest after each state. Yields none if `work` ends within one turn of the
 * event loop.
 * @returns what `work` returns
 * @throws what `work` throws
 */
export async function* latestStates<State, Result>(
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  work: (push: Push<State>) => Promise<Result>,
): AsyncGenerator<State, Result, void> {
  let newest: (() => State) | undefined;
  let isSettled = false;
  let wake = (): void => {};
  const untilWoken = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const push: Push<State> = (state) => {
    newest = state;
    wake();
  };
  // Set before the work begins, so that it runs before the next turn of the work.
  const endOfTurn = setImmediate(() => wake());
  try {
    const running = work(push);
    const settle = (): void => {
      isSettled = true;
      wake();
    };
    const settling = running.then(settle, settle);
    // An answer in memory arrives before this turn ends: no state is shown before it.
    await untilWoken();
    while (!isSettled) {
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
