import type { Clock } from '../core/clock.ts';
import type { Forecast } from './forecast.ts';
import type { JobQueue } from './queue.ts';

/** The position of a check in the queue. */
export interface Wait {
  /** 1 is next. */
  readonly position: number;
  /** Until it is sent, in milliseconds. */
  readonly startsInMs: number;
  /**
   * This process does not know what was sent before it started, and waits until none of that can be
   * in the window.
   */
  readonly isStarting: boolean;
}

/** A caller that wants to know its position in the queue. */
export interface Listener {
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The argument of the last `onWait`. */
  latest?: Wait;
}

interface AnnouncerOptions {
  readonly queue: JobQueue<Listener>;
  /** A forecast from now on. */
  readonly forecast: () => Forecast;
  /** See {@link Wait}. */
  readonly isStarting: () => boolean;
  readonly clock: Clock;
}

/** A new job may be sent at once. */
const FIRST_MS = 20;
/** All positions are announced at most this often, so that a long queue costs little. */
const EVERY_MS = 200;
/** Places after this one are not announced: at 19 a minute that is seventeen hours. */
const MAX_POSITIONS = 20_000;

/** Announces the positions in the queue. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #isDue = false;
  #haveTimesChanged = false;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** The queue has changed. */
  update(): void {
    const { queue, clock } = this.#options;
    if (this.#isDue || queue.size === 0) return;
    this.#isDue = true;
    const inMs = Math.max(this.#lastAt + EVERY_MS - clock.elapsed(), FIRST_MS);
    clock.later(inMs, () => this.#announceAll(), { ref: false });
  }

  /** All times changed, so announce them even if the positions did not. */
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
      const startsInMs = Math.round(forecast.next(priority));
      this.#announce(item, { position, startsInMs, isStarting });
    }
    this.#haveTimesChanged = false;
  }

  #announce(listener: Listener, wait: Wait): void {
    const { latest } = listener;
    const isKnown =
      !this.#haveTimesChanged &&
      latest?.position === wait.position &&
      latest.isStarting === wait.isStarting;
    const isSentAtOnce = wait.startsInMs === 0 && !wait.isStarting;
    if (isKnown || isSentAtOnce) return;
    listener.latest = wait;
    listener.onWait?.(wait);
  }
}
