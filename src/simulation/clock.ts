import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { createTimeline } from './timeline.ts';

/** A clock that jumps from one moment in which something happens to the next, so that a day takes seconds. */
export interface SimulatedClock extends Clock {
  /**
   * Lets time pass until the promise has its outcome, waking sleepers in the order of their times, each with all that
   * follows from it before the next. Nothing may be waited for meanwhile but this clock: no network, no file.
   */
  run<T>(promise: Promise<T>): Promise<T>;
}

/** @param start what the clock shows first, in milliseconds since 1970 */
export function createSimulatedClock(start: number): SimulatedClock {
  const sleepers = createTimeline<() => void>();
  let now = start;
  return {
    now: () => now,
    // Nobody corrects a simulated day, so that one count serves all three.
    elapsed: () => now,
    uptime: () => now,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        signal?.throwIfAborted();
        const sleeper = sleepers.add(now + Math.max(ms, 0), () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        });
        function leave(): void {
          sleeper.cancel();
          reject(signal?.reason);
        }
        signal?.addEventListener('abort', leave, { once: true });
      }),
    later: (ms, run) => sleepers.add(now + Math.max(ms, 0), run).cancel,
    run: async (promise) => {
      const timers = takeShortTimers();
      let open = true;
      const close = (): void => {
        open = false;
      };
      promise.then(close, close);
      try {
        await timers.settle();
        while (open) {
          const next = sleepers.takeFirst();
          if (next === undefined) throw new Error('nobody sleeps, and nothing happens');
          now = Math.max(now, next.at);
          next.item();
          await timers.settle();
        }
      } finally {
        timers.giveBack();
      }
      return promise;
    },
  };
}

/**
 * Bottleneck puts timers of no length between its steps: each is a millisecond of real time, in which nobody could
 * tell whether all has happened that a moment leads to. While the clock runs, they fire without a wait, and are counted.
 */
function takeShortTimers() {
  const realSetTimeout = globalThis.setTimeout;
  const realClearTimeout = globalThis.clearTimeout;
  const open = new Map<unknown, NodeJS.Immediate>();
  globalThis.setTimeout = new Proxy(realSetTimeout, {
    apply: (real, _self, [work, ms = 0, ...values]) => {
      const timer = real(work, ms, ...values);
      if (ms > 0) return timer;
      realClearTimeout(timer);
      const fire = (): void => {
        open.delete(timer);
        work(...values);
      };
      open.set(timer, setImmediate(fire));
      return timer;
    },
  });
  globalThis.clearTimeout = new Proxy(realClearTimeout, {
    apply: (real, _self, [timer]) => {
      const immediate = open.get(timer);
      if (immediate === undefined) real(timer);
      else clearImmediate(immediate);
      open.delete(timer);
    },
  });
  return {
    settle: async (): Promise<void> => {
      do await turn();
      while (open.size > 0);
    },
    giveBack: (): void => {
      globalThis.setTimeout = realSetTimeout;
      globalThis.clearTimeout = realClearTimeout;
    },
  };
}
