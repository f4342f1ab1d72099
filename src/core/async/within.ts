import { type Clock, systemClock } from '../clock.ts';

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
