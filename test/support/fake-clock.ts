import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';

/** So often the event loop goes round without a timer until all has settled that needs no time. */
const QUIET_TURNS = 3;

/** A clock that a test moves by hand. */
export interface FakeClock extends Clock {
  /** Lets the time pass, waking sleepers in the order of their times, each with all that follows from it. */
  advance(ms: number): Promise<void>;
  /** Lets everything happen that does not wait for this clock. */
  settle(): Promise<void>;
  /** How many sleep. */
  readonly sleeping: number;
}

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/**
 * Meant for one test. The timers of no length that libraries put between their steps are run whenever the clock
 * settles, so that nothing waits for real time.
 * @param start what the clock shows first, in milliseconds since 1970
 */
export function createFakeClock(start = Date.UTC(2026, 0, 15, 12)): FakeClock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let now = start;
  const sleepers = new Set<Sleeper>();

  const next = (): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const sleeper of sleepers) if (first === undefined || sleeper.wakeAt < first.wakeAt) first = sleeper;
    return first;
  };
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      if (vi.getTimerCount() > 0) quiet = 0;
      await vi.advanceTimersByTimeAsync(10);
      await turn();
    }
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        signal?.throwIfAborted();
        const leave = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const sleeper = {
          wakeAt: now + Math.max(ms, 0),
          wake: () => {
            signal?.removeEventListener('abort', leave);
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', leave, { once: true });
      }),
    advance: async (ms) => {
      const until = now + ms;
      await settle();
      for (let sleeper = next(); sleeper !== undefined && sleeper.wakeAt <= until; sleeper = next()) {
        now = Math.max(now, sleeper.wakeAt);
        sleeper.wake();
        await settle();
      }
      now = until;
    },
    settle,
    get sleeping() {
      return sleepers.size;
    },
  };
}
