import { deferred, untilAborted } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';

/** A period in which nothing is sent. */
export interface Pause {
  readonly active: boolean;
  /** Milliseconds until it ends; 0 if none is active. */
  leftMs(): number;
  /** Begins a pause, or prolongs the active one. */
  begin(ms: number): void;
  /** Resolves when no pause is active; rejects with the signal's reason if it is aborted before. */
  over(signal?: AbortSignal): Promise<void>;
  /** Registers the function that is called when a pause has ended. */
  watch(onEnd: () => void): void;
  /** Ends the pause at once. */
  stop(): void;
}

export function createPause(clock: Clock): Pause {
  const stopped = new AbortController();
  let active = 0;
  let until = 0;
  let onEnd = (): void => undefined;
  const waiting = new Set<() => void>();
  const end = (): void => {
    active -= 1;
    if (active > 0) return;
    for (const resume of waiting) resume();
    waiting.clear();
    onEnd();
  };
  return {
    get active() {
      return active > 0;
    },
    leftMs: () => (active > 0 ? Math.max(until - clock.elapsed(), 0) : 0),
    begin: (ms) => {
      active += 1;
      until = Math.max(until, clock.elapsed() + ms);
      // A pause that is stopped has ended as well.
      clock.sleep(ms, stopped.signal).then(end, end);
    },
    over: async (signal) => {
      if (active === 0) return;
      const { promise: ended, resolve: resume } = deferred<void>();
      waiting.add(resume);
      await (signal === undefined ? ended : untilAborted(ended, signal)).finally(() =>
        waiting.delete(resume),
      );
    },
    watch: (listener) => {
      onEnd = listener;
    },
    stop: () => stopped.abort(),
  };
}
