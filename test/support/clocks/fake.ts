import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Clock, sleepBy } from '../../../src/core/clock.ts';

/**
 * At most so many turns of the event loop settle one moment: what is tested takes some twenty, and
 * after the last one the test goes on with what is unsettled. Files of
 * tests share a process, and what an earlier one has left behind, such as a client that connects
 * again and again, may set one timer after the other for ever.
 */
const MAX_TURNS = 100;
/** How long before the test the machine was started. */
const BOOTED_BEFORE_MS = 86_400_000;

/** A clock that a test moves by hand. */
export type FakeClock = ReturnType<typeof createFakeClock>;

interface Sleeper {
  readonly wakeAt: number;
  readonly ref: boolean;
  readonly wake: () => void;
}

/**
 * Meant for one test, and to be called in it: until the test has finished it takes over the timers
 * of no length of the process. It jumps from one moment in which something happens to the next.
 * Nothing may be waited for meanwhile but this clock: no network, no file.
 * @param start what the clock shows first, in milliseconds since 1970
 */
export function createFakeClock(start = Date.UTC(2026, 0, 15, 12)) {
  takeShortTimers();
  let timeOfDay = start;
  let elapsed = 0;
  let bootedAt = -BOOTED_BEFORE_MS;
  /** In the order of their times; those of the same time in the order in which they came. */
  const sleepers: Sleeper[] = [];

  const later: Clock['later'] = (ms, wake, { ref } = { ref: true }) => {
    const sleeper = { wakeAt: elapsed + Math.max(ms, 0), ref, wake };
    sleepers.splice(
      sleepers.findLastIndex(({ wakeAt }) => wakeAt <= sleeper.wakeAt) + 1,
      0,
      sleeper,
    );
    return () => {
      const index = sleepers.indexOf(sleeper);
      if (index >= 0) sleepers.splice(index, 1);
    };
  };
  const wakeFirst = async (until: number): Promise<boolean> => {
    const [first] = sleepers;
    if (first === undefined || first.wakeAt > until) return false;
    sleepers.shift();
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
    /**
     * Lets time pass, waking sleepers in the order of their times, each with all that follows from
     * it.
     */
    advance: async (ms: number): Promise<void> => {
      const until = elapsed + ms;
      await settle();
      let hasWoken = true;
      while (hasWoken) hasWoken = await wakeFirst(until);
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
        if (!(await wakeFirst(Number.POSITIVE_INFINITY))) {
          throw new Error('nobody sleeps, and nothing happens');
        }
      }
      return promise;
    },
    /** Sets the time of day forward or back; those who sleep sleep on as long as before. */
    step: (ms: number): void => {
      timeOfDay += ms;
    },
    /** The machine was started again this many milliseconds ago. */
    reboot: (ms: number): void => {
      bootedAt = elapsed - ms;
    },
    /** How many sleep. */
    get sleeping() {
      return sleepers.length;
    },
    /** How many of them keep the process alive. */
    get keepingAlive() {
      return sleepers.filter(({ ref }) => ref).length;
    },
  };
}

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
/** Timers of no length that were set. */
const short = new Map<unknown, NodeJS.Immediate>();

/**
 * Bottleneck puts timers of no length between its steps: each is a millisecond of real time, in
 * which nobody could tell whether all has happened that a moment leads to. Until the test has
 * finished they fire without a wait, and are counted.
 */
function takeShortTimers(): void {
  if (globalThis.setTimeout !== realSetTimeout) return;
  globalThis.setTimeout = new Proxy(realSetTimeout, {
    apply: (real, _self, [work, ms = 0, ...values]) => {
      // A timer of no length is set as well, since its caller needs a handle.
      const timer = real(work, ms, ...values);
      if (ms > 0) return timer;
      realClearTimeout(timer);
      const fire = (): void => {
        short.delete(timer);
        work(...values);
      };
      short.set(timer, setImmediate(fire));
      return timer;
    },
  });
  globalThis.clearTimeout = new Proxy(realClearTimeout, {
    apply: (real, _self, [timer]) => {
      const immediate = short.get(timer);
      if (immediate === undefined) real(timer);
      else clearImmediate(immediate);
      short.delete(timer);
    },
  });
  onTestFinished(() => {
    globalThis.setTimeout = realSetTimeout;
    globalThis.clearTimeout = realClearTimeout;
  });
}

/** What takes turns of the event loop, such as the transactions of a store in memory. */
const unfinished = new Set<Promise<unknown>>();

/** Lets fake clocks stand still until the promise has its outcome. */
export function untilDone<T>(promise: Promise<T>): Promise<T> {
  const finish = (): void => {
    unfinished.delete(promise);
  };
  unfinished.add(promise);
  promise.then(finish, finish);
  return promise;
}

async function settle(): Promise<void> {
  let turns = 0;
  do {
    await turn();
    turns += 1;
  } while (short.size + unfinished.size > 0 && turns < MAX_TURNS);
}
