/** Publishes a newer state. The function that builds it is only called if the state is yielded. */
export type Push<State> = (state: () => State) => void;

/**
 * Runs `work` and yields the newest of the states it pushes. While the consumer is busy, older
 * states are dropped. If `work` ends within one turn of the event loop, no state is yielded.
 * Returns or throws what `work` returns or throws.
 */
export async function* latestStates<State, Result>(
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
    running.then(settle, settle);
    // An answer in memory arrives before this turn ends, and needs no state before it.
    await untilWoken();
    while (!settled) {
      const state = newest;
      newest = undefined;
      if (state === undefined) await untilWoken();
      else yield state();
    }
    return await running;
  } finally {
    clearImmediate(endOfTurn);
  }
}
