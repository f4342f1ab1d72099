import { afterReading } from '../../core/async/event-loop.ts';
import { systemClock } from '../../core/clock.ts';

/** A timer that fires later than this was not delayed by load: the whole process was paused. */
const STOOD_STILL_MS = 250;
/** How often the time limit starts anew because this process was paused. */
const TIMES_ANEW = 3;
/** However many others are answered meanwhile, nobody waits for longer than so many times the limit. */
const LONGEST_TIMES = 5;

/**
 * Runs `onSilence` after `ms` in which this process was able to receive an answer: one that arrived while it was paused is
 * read first, and the requests that follow it get the whole time. As long as others are answered, who answers is busy and not
 * silent: the time runs from the last answer.
 * @param heardAt when the last answer to anybody came, by `Clock.elapsed()`
 * @returns a function that cancels it
 */
export function afterSilence(
  ms: number,
  onSilence: () => void,
  heardAt: () => number = () => Number.NEGATIVE_INFINITY,
): () => void {
  const latestAt = systemClock.elapsed() + LONGEST_TIMES * ms;
  let end = (): void => undefined;
  const listen = (since: number, timesAnew: number): void => {
    const dueAt = since + ms;
    /** Goes on from the last answer to another one, if there was any. */
    const goesOn = (): boolean => {
      const heard = heardAt();
      if (heard <= since || systemClock.elapsed() >= latestAt) return false;
      listen(heard, timesAnew);
      return true;
    };
    const timer = setTimeout(() => {
      const now = systemClock.elapsed();
      if (goesOn()) return;
      if (timesAnew > 0 && now - dueAt > STOOD_STILL_MS) listen(now, timesAnew - 1);
      else end = afterReading(() => goesOn() || onSilence());
    }, dueAt - systemClock.elapsed());
    end = () => clearTimeout(timer);
  };
  listen(systemClock.elapsed(), TIMES_ANEW);
  return () => end();
}
