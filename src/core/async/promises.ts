import { type Clock, systemClock } from '../clock.ts';

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

/** Settles like the promise, or rejects with the signal's reason if it is aborted first. The promise itself continues. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** How long work may take, and what comes of it then. */
export interface TimeLimit<T> {
  readonly ms: number;
  /** Makes the result of work that has none by then. */
  readonly late: () => T;
  /** By default that of the machine. */
  readonly clock?: Pick<Clock, 'later'>;
}

/**
 * Settles like the work, or after so long with what `late` returns. The time counts from before the work begins, since that may
 * block. The work itself continues and its result is ignored. Does not keep the process alive.
 */
export async function within<T>(
  { ms, late, clock = systemClock }: TimeLimit<T>,
  work: () => Promise<T>,
): Promise<T> {
  let cancel = (): void => undefined;
  const tooLate = new Promise<void>((resolve) => {
    cancel = clock.later(ms, resolve, { ref: false });
  });
  try {
    return await Promise.race([work(), tooLate.then(late)]);
  } finally {
    cancel();
  }
}

/**
 * Runs pieces of work one after another: each starts once those before it have ended, successfully or not. A failure reaches
 * only the caller of that piece.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
