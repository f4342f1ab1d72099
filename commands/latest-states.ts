/** Publishes a newer state. The function that builds it is only called if the state is taken. */
export type Push<State> = (state: () => State) => void;

/** Created once, since creating an error costs more than everything else here. */
const OVER = new DOMException('Nobody reads the states any more.', 'AbortError');

/**
 * Runs `work` and yields the newest of the states it pushes. While the consumer is busy, all pushed states but the newest
 * are dropped; what it pushes at once is not yielded if it is over within that turn of the event loop. Returns what the work
 * returns, or throws what it throws. The signal given to `work` is aborted with `signal`, and also once the work is over or
 * the consumer stops (the generator's `return()`), so that nothing it started continues unnoticed.
 */
export async function* latestStates<State, Result>(
  work: (push: Push<State>, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<State, Result, void> {
  const ended = new AbortController();
  const abort = (): void => ended.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  let newest: (() => State) | undefined;
  let settled = false;
  let wake = (): void => {};
  const push: Push<State> = (state) => {
    newest = state;
    wake();
  };
  // Before the work begins, so that it runs before what the work does in its next turn.
  const turn = setImmediate(() => wake());
  try {
    const running = work(push, ended.signal);
    const settle = (): void => {
      settled = true;
      wake();
    };
    running.then(settle, settle);
    // An answer in memory comes before this turn ends, so a state before it would be wasted.
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    while (!settled) {
      const state = newest;
      newest = undefined;
      if (state === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        yield state();
      }
    }
    return await running;
  } finally {
    clearImmediate(turn);
    signal.removeEventListener('abort', abort);
    ended.abort(OVER);
  }
}
