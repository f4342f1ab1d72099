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
