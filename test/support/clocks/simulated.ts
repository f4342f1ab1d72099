import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, sleepBy } from '../../../src/core/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export type SimulatedClock = ReturnType<typeof createSimulatedClock>;

/**
 * A clock that jumps from one moment in which something happens to the next, so that a day takes seconds.
 * @param start what the clock shows first, in milliseconds since 1970
 */
export function createSimulatedClock(start: number) {
  /** In the order of their times; those of the same time in the order in which they came. */
  const sleepers: Sleeper[] = [];
  let now = start;
  const wakeIn = (ms: number, wake: () => void): (() => void) => {
    const sleeper = { at: now + Math.max(ms, 0), wake };
    sleepers.splice(sleepers.findLastIndex(({ at }) => at <= sleeper.at) + 1, 0, sleeper);
    return () => {
      const place = sleepers.indexOf(sleeper);
      if (place >= 0) sleepers.splice(place, 1);
    };
  };
  const clock: Clock = {
    ...{ now: () => now, elapsed: () => now, uptime: () => now },
    ...{ sleep: sleepBy(wakeIn), later: wakeIn },
  };
  return {
    ...clock,
    /**
     * Lets time pass until the promise has its outcome, waking sleepers in the order of their times, each with all that
     * follows from it before the next. Nothing may be waited for meanwhile but this clock: no network, no file.
     */
    run: async <T>(promise: Promise<T>): Promise<T> => {
      const timers = takeShortTimers();
      let open = true;
      const close = (): void => {
        open = false;
      };
      promise.then(close, close);
      try {
        await timers.settle();
        while (open) {
          const next = sleepers.shift();
          if (next === undefined) throw new Error('nobody sleeps, and nothing happens');
          now = Math.max(now, next.at);
          next.wake();
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
