/** Publishes a newer state. The function that builds it is only called if the state is yielded. */
export type Push<State> = (state: () => State) => void;

/** Created once: creating an error costs more than everything else here. */
const OVER = new DOMException('Nobody reads the states any more.', 'AbortError');

/**
 * Runs `work` and yields the newest of the states it pushes. While the consumer is busy, older states are dropped. If `work`
 * ends within one turn of the event loop, no state is yielded. Returns or throws what `work` returns or throws. The signal
 * of `work` is aborted with `signal`, and also when the work ends or the consumer stops (the generator's `return()`), so that
 * nothing it started continues unnoticed.
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
  // Set before the work begins, so that it runs before the work's next turn.
  const turn = setImmediate(() => wake());
  try {
    const running = work(push, ended.signal);
    const settle = (): void => {
      settled = true;
      wake();
    };
    running.then(settle, settle);
    // An answer in memory arrives before this turn ends, and needs no state before it.
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
