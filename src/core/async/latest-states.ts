/** Makes a newer state the one to show; it is only built when somebody takes it. */
export type Push<State> = (state: () => State) => void;

/** Made once: it is rarely looked at, and costs more than all the rest here. */
const OVER = new DOMException('Nobody takes states any more.', 'AbortError');

/**
 * Runs a piece of work and yields the newest of the states it pushes; states pushed while the taker is busy
 * are dropped, all but the newest. Returns what the work returns, or throws what it throws.
 *
 * `work` gets a signal that is aborted with `signal`, and also when the work is over or nobody takes states
 * any more (the generator's `return()`), so that nothing it started goes on behind its back.
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
  try {
    const running = work(push, ended.signal);
    const settle = (): void => {
      settled = true;
      wake();
    };
    running.then(settle, settle);
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
    signal.removeEventListener('abort', abort);
    ended.abort(OVER);
  }
}
