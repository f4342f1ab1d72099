import { type Clock, systemClock } from './time/clock.ts';

/** A promise that other code settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  return { promise, resolve, reject };
}

/** Lets a promise reject while nobody waits for it, which would otherwise end the process. */
export function allowUnheard(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}

/**
 * Settles like the promise, unless the signal is aborted first. The promise itself continues.
 * @throws the error of the promise, or the reason of the signal
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort nobody waits for the promise, which may still reject.
  allowUnheard(promise);
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Calls this when the signal is aborted, immediately if it already is. */
export function onceAborted(signal: AbortSignal, call: () => void): void {
  if (signal.aborted) call();
  else signal.addEventListener('abort', call, { once: true });
}

/**
 * Settles like the work, or resolves after `ms` without a result. The time-out begins before `work`
 * is called, so it covers its synchronous part. The work itself continues and its result is
 * ignored. Does not keep the process alive.
 */
export async function timeLimited<T>(
  { ms, clock = systemClock }: { ms: number; clock?: Pick<Clock, 'later'> },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const tooLate = deferred<undefined>();
  const cancel = clock.later(ms, () => tooLate.resolve(undefined), { ref: false });
  try {
    return await Promise.race([work(), tooLate.promise]);
  } finally {
    cancel();
  }
}

/**
 * Runs pieces of work one after another: each starts once those before it have ended, successfully
 * or not. A failure reaches only the caller of that piece.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = Promise.allSettled([done]);
    return done;
  };
}
