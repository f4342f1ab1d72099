/**
 * Lets pieces of work follow each other: each begins when those before it have ended, however they ended, and its failure
 * is told to who asked for it.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
