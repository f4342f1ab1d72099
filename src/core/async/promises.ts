/** A promise that other code settles. */
export interface Deferred<T> {
  /** Settled by the first call of `resolve` or `reject`. */
  readonly promise: Promise<T>;
  /** Fulfils the promise. */
  readonly resolve: (value: T) => void;
  /** Rejects the promise. */
  readonly reject: (error: unknown) => void;
}

/** Creates an unsettled deferred promise. */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  return { promise, resolve, reject };
}

/** Never settles: whoever waits for it is left where it is. */
export const NEVER = new Promise<never>(() => {});

/** Settles like the promise, or rejects with the signal's reason if it is aborted first. The promise itself continues. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves when the signal is aborted. */
export async function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
