import type { Clock } from '../core/clock.ts';

/** A time in which nothing is sent. */
export interface Pause {
  readonly active: boolean;
  leftMs(): number;
  /** Begins a pause, or makes the one that is active longer. */
  begin(ms: number): void;
  /** Resolves when no pause is active. */
  over(): Promise<void>;
  /** Ends it at once. */
  stop(): void;
}

export function createPause(clock: Clock, onEnd: () => void): Pause {
  const stopped = new AbortController();
  let active = 0;
  let until = 0;
  let waiting: (() => void)[] = [];
  const end = (): void => {
    active -= 1;
    if (active > 0) return;
    for (const resume of waiting) resume();
    waiting = [];
    onEnd();
  };
  return {
    get active() {
      return active > 0;
    },
    leftMs: () => (active > 0 ? Math.max(until - clock.now(), 0) : 0),
    begin: (ms) => {
      active += 1;
      until = Math.max(until, clock.now() + ms);
      // Stopped is over as well.
      clock.sleep(ms, stopped.signal).then(end, end);
    },
    over: () =>
      new Promise((resolve) => {
        if (active === 0) resolve();
        else waiting.push(resolve);
      }),
    stop: () => stopped.abort(),
  };
}
