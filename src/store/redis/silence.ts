import { afterReading } from '../../core/async/after-reading.ts';
import { systemClock } from '../../core/clock.ts';

/** A timer that fires later than this was not delayed by load: the whole process was paused. */
const STOOD_STILL_MS = 250;
/** How often the time limit starts anew because this process was paused. */
const TIMES_ANEW = 3;

/**
 * Runs `onSilence` after `ms` in which this process was able to receive an answer: one that arrived while it was paused is
 * read first, and the requests that follow it get the whole time.
 * @returns a function that cancels it
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
