import type { Clock } from '../core/clock.ts';
import type { Forecast } from './forecast.ts';
import type { JobQueue } from './queue.ts';

/** The place of a check in the queue. */
export interface Wait {
  /** 1 is next. */
  readonly position: number;
  /** Until it is sent, in milliseconds. */
  readonly startsInMs: number;
  /**
   * Why nothing is sent at the moment. `store`: the store does not work, and nothing is sent
   * without it; ignore `startsInMs`.
   * `start`: this process does not know what was sent before it started, and waits until none of
   * that can be in the window.
   */
  readonly blockedBy?: 'store' | 'start';
}

/** A caller that wants to know its place in the queue. */
export interface Listener {
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The argument of the last `onWait`. */
  latest?: Wait;
}

/** A new job may be sent at once. */
const FIRST_MS = 20;
/** All places are announced at most this often, so that a long queue costs little. */
const EVERY_MS = 200;
/** Places after this one are not announced: at 19 a minute that is seventeen hours. */
const MAX = 20_000;

export type Announcer = ReturnType<typeof createAnnouncer>;

/**
 * Announces the places in the queue.
 * @param blockedBy why nothing is sent at present; undefined if only the limit holds it back
 */
export function createAnnouncer(
  queue: JobQueue<Listener>,
  forecastNow: () => Forecast,
  blockedBy: () => Wait['blockedBy'],
  clock: Clock,
) {
  let isDue = false;
  let haveTimesChanged = false;
  let lastAt = Number.NEGATIVE_INFINITY;
  const announce = (listener: Listener, wait: Wait): void => {
    const { latest } = listener;
    const isKnown =
      !haveTimesChanged &&
      latest?.position === wait.position &&
      latest.blockedBy === wait.blockedBy;
    const isSentAtOnce = wait.startsInMs === 0 && wait.blockedBy === undefined;
    if (isKnown || isSentAtOnce) return;
    listener.latest = wait;
    listener.onWait?.(wait);
  };
  const announceAll = (): void => {
    isDue = false;
    lastAt = clock.elapsed();
    const next = forecastNow();
    const cause = blockedBy();
    let position = 0;
    for (const { item, priority } of queue.inOrder()) {
      position += 1;
      if (position > MAX) break;
      const startsInMs = Math.round(next(priority));
      announce(item, { position, startsInMs, ...(cause !== undefined && { blockedBy: cause }) });
    }
    haveTimesChanged = false;
  };
  /** The queue has changed. */
  const update = (): void => {
    if (isDue || queue.singles + queue.batches === 0) return;
    isDue = true;
    const inMs = Math.max(lastAt + EVERY_MS - clock.elapsed(), FIRST_MS);
    clock.later(inMs, announceAll, { ref: false });
  };
  return {
    update,
    /** All times changed, so announce them even if the places did not. */
    updateAll: (): void => {
      haveTimesChanged = true;
      update();
    },
  };
}
