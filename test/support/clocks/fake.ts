import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { type Clock, sleepBy } from '../../../src/core/clock.ts';

/** So often the event loop goes round without a timer until all has settled that needs no time. */
const QUIET_TURNS = 3;
/**
 * With timers it goes round so often at most: what is tested takes some twenty turns. Files of tests share a process, and what an
 * earlier one has left behind, such as a client that connects again and again, may set one timer after the other for ever.
 */
const MOST_TURNS = 100;
/** The machine was started so long before the test. */
const BOOTED_BEFORE_MS = 86_400_000;

/** A clock that a test moves by hand. */
export type FakeClock = ReturnType<typeof createFakeClock>;

interface Sleeper {
  readonly wakeAt: number;
  readonly ref: boolean;
  readonly wake: () => void;
}

/**
 * Meant for one test. The timers of no length that libraries put between their steps are run whenever the clock
 * settles, so that nothing waits for real time.
 * @param start what the clock shows first, in milliseconds since 1970
 */
export function createFakeClock(start = Date.UTC(2026, 0, 15, 12)) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let timeOfDay = start;
  let elapsed = 0;
  let bootedAt = -BOOTED_BEFORE_MS;
  const sleepers = new Set<Sleeper>();

  const later: Clock['later'] = (ms, wake, { ref } = { ref: true }) => {
    const sleeper = { wakeAt: elapsed + Math.max(ms, 0), ref, wake };
    sleepers.add(sleeper);
    return () => void sleepers.delete(sleeper);
  };
  const wakeFirst = async (until: number): Promise<boolean> => {
    let first: Sleeper | undefined;
    for (const sleeper of sleepers) if (first === undefined || sleeper.wakeAt < first.wakeAt) first = sleeper;
    if (first === undefined || first.wakeAt > until) return false;
    sleepers.delete(first);
    elapsed = Math.max(elapsed, first.wakeAt);
    first.wake();
    await settle();
    return true;
  };
  const clock: Clock = {
    now: () => timeOfDay + elapsed,
    elapsed: () => elapsed,
    uptime: () => elapsed - bootedAt,
    sleep: sleepBy(later),
    later,
  };
  return {
    ...clock,
    /** Lets everything happen that does not wait for this clock. */
    settle,
    /** Lets time pass, waking sleepers in the order of their times, each with all that follows from it. */
    advance: async (ms: number): Promise<void> => {
      const until = elapsed + ms;
      await settle();
      while (await wakeFirst(until));
      elapsed = until;
    },
    /** Lets time pass until the promise has its outcome. */
    advanceUntil: async <T>(promise: Promise<T>): Promise<T> => {
      let open = true;
      const close = (): void => {
        open = false;
      };
      promise.then(close, close);
      await settle();
      while (open) {
        if (!(await wakeFirst(Number.POSITIVE_INFINITY)))
          throw new Error('nobody sleeps, and nothing happens');
      }
      return promise;
    },
    /** Sets the time of day forward or back; those who sleep sleep on as long as before. */
    step: (ms: number): void => {
      timeOfDay += ms;
    },
    /** The machine was started again, so long ago. */
    reboot: (ms: number): void => {
      bootedAt = elapsed - ms;
    },
    /** How many sleep. */
    get sleeping() {
      return sleepers.size;
    },
    /** How many of them keep the process alive. */
    get keepingAlive() {
      return [...sleepers].filter(({ ref }) => ref).length;
    },
  };
}

async function settle(): Promise<void> {
  let quiet = 0;
  for (let turns = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns += 1) {
    quiet = (vi.getTimerCount() > 0 ? 0 : quiet) + 1;
    await vi.advanceTimersByTimeAsync(10);
    await turn();
  }
}
