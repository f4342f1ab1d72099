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
