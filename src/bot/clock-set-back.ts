import type { Clock } from '../core/time/clock.ts';

const POLL_EVERY_MS = 1_000;
/** After a larger step back, libraries with timers by the time of day would wait too long. */
const FAR_BACK_MS = 2_000;

/**
 * Resolves when the time of day was set back so far that libraries need new objects.
 * @throws the reason of the signal
 */
export async function untilClockSetBack(clock: Clock, signal: AbortSignal): Promise<Error> {
  for (;;) {
    const before = clock.now() - clock.elapsed();
    await clock.sleep(POLL_EVERY_MS, signal, { ref: false });
    const stepMs = clock.now() - clock.elapsed() - before;
    if (stepMs < -FAR_BACK_MS) {
      return new Error(`the clock was set back by ${Math.round(-stepMs / 1_000)} s`);
    }
  }
}
