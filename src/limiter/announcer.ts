import type { Clock } from '../core/time/clock.ts';
import type { Forecast } from './forecast.ts';
import type { JobQueue } from './queue.ts';

/** The position of a check in the queue. */
export interface QueueWait {
  /** 1 is next. */
  readonly position: number;
  /** Until the check is sent, in milliseconds. */
  readonly startsInMs: number;
  /**
   * Whether this process waits because it does not know what was sent before it started: until none
   * of those calls can be in the window.
   */
  readonly isStarting: boolean;
}

/** A caller that wants to know its position in the queue. */
export interface Listener {
  readonly onWait: ((wait: QueueWait) => void) | undefined;
  /** The argument of the last `onWait`. */
  latest?: QueueWait;
}

interface AnnouncerOptions {
  readonly queue: JobQueue<Listener>;
  /** Makes a forecast from now on. */
  readonly forecast: () => Forecast;
  /** See {@link QueueWait}. */
  readonly isStarting: () => boolean;
  readonly clock: Clock;
}

/** Delay before a change is announced: a new job is often sent immediately. */
const DELAY_MS = 20;
/** The least time between two announcements, since each goes through the whole queue. */
const LEAST_BETWEEN_MS = 200;
/** Later positions are not announced: at 19 checks a minute they wait for over seventeen hours. */
const MAX_POSITIONS = 20_000;

/** Tells the callers of waiting jobs their positions in the queue. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #isDue = false;
  #haveTimesChanged = false;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Call it when the queue has changed: announces each changed position soon. */
  update(): void {
    const { queue, clock } = this.#options;
    if (this.#isDue || queue.size === 0) return;
    this.#isDue = true;
    const inMs = Math.max(this.#lastAt + LEAST_BETWEEN_MS - clock.elapsed(), DELAY_MS);
    clock.later(inMs, () => this.#announceAll(), { ref: false });
  }

  /** Call it when all times have changed: announces every position, also unchanged ones. */
  updateAll(): void {
    this.#haveTimesChanged = true;
    this.update();
  }

  #announceAll(): void {
    const { queue, clock } = this.#options;
    this.#isDue = false;
    this.#lastAt = clock.elapsed();
    const forecast = this.#options.forecast();
    const isStarting = this.#options.isStarting();
    let position = 0;
    for (const { item, priority } of queue.inOrder()) {
      position += 1;
      if (position > MAX_POSITIONS) break;
      const startsInMs = Math.round(forecast.simulateNext(priority));
      this.#announce(item, { position, startsInMs, isStarting });
    }
    this.#haveTimesChanged = false;
  }

  #announce(listener: Listener, wait: QueueWait): void {
    const { latest } = listener;
    const isAnnounced =
      !this.#haveTimesChanged &&
      latest?.position === wait.position &&
      latest.isStarting === wait.isStarting;
    const isSentAtOnce = wait.startsInMs === 0 && !wait.isStarting;
    if (isAnnounced || isSentAtOnce) return;
    listener.latest = wait;
    listener.onWait?.(wait);
  }
}
