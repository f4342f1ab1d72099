import { afterReading } from '../../core/async/after-reading.ts';
import { systemClock } from '../../core/clock.ts';

/** A timer that fires later than this was not late by load: the whole process stood still. */
const STOOD_STILL_MS = 250;
/** So often somebody who does not answer has all the time anew because this process stood still. */
const TIMES_ANEW = 3;

/**
 * Runs `onSilence` after `ms` in which this process could have heard an answer: one that came while it stood still is
 * read first, and what has to be asked further after that has its time anew.
 * @returns ends it
 */
export function afterSilence(ms: number, onSilence: () => void): () => void {
  let end = (): void => undefined;
  const listen = (timesAnew: number): void => {
    const dueAt = systemClock.elapsed() + ms;
    const timer = setTimeout(() => {
      if (timesAnew > 0 && systemClock.elapsed() - dueAt > STOOD_STILL_MS) listen(timesAnew - 1);
      else end = afterReading(onSilence);
    }, ms);
    end = () => clearTimeout(timer);
  };
  listen(TIMES_ANEW);
  return () => end();
}
