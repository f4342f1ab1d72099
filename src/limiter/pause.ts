import { deferred } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';

export type Pause = ReturnType<typeof createPause>;

/**
 * A period in which nothing is sent.
 * @param onEnd called when it has ended
 */
export function createPause(clock: Clock, onEnd: () => void) {
  let until = Number.NEGATIVE_INFINITY;
  let cancel = (): void => undefined;
  let ended = deferred<void>();
  /** Milliseconds until it ends; 0 if none is active. */
  const leftMs = (): number => Math.max(until - clock.elapsed(), 0);
  const endOrWait = (): void => {
    cancel();
    // Timers fire early.
    if (leftMs() > 0) {
      cancel = clock.later(leftMs(), endOrWait);
      return;
    }
    ended.resolve();
    ended = deferred();
    onEnd();
  };
  const endAt = (moment: number): void => {
    until = moment;
    endOrWait();
  };
  return {
    isActive: (): boolean => leftMs() > 0,
    leftMs,
    /** Begins a pause, or prolongs the active one. */
    begin: (ms: number): void => endAt(Math.max(until, clock.elapsed() + ms)),
    /** Resolves when the pause that is active ends. */
    over: (): Promise<void> => (leftMs() > 0 ? ended.promise : Promise.resolve()),
    /** Ends the pause at once. */
    stop: (): void => endAt(Number.NEGATIVE_INFINITY),
  };
}
