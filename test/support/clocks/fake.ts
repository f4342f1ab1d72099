import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Clock, sleepBy } from '../../../src/core/time/clock.ts';

/**
 * The most turns of the event loop in which all that a moment leads to may happen; tests need some
 * twenty. After the last turn the test goes on anyway: test files share a process, and something
 * left by an earlier file, such as a client that reconnects, may set timers for ever.
 */
const MAX_TURNS = 100;
/** How long before the test the machine was booted. */
const BOOTED_BEFORE_MS = 86_400_000;

/** A clock that a test moves by hand. */
export type FakeClock = ReturnType<typeof createFakeClock>;

interface Sleeper {
  readonly wakeAt: number;
  readonly ref: boolean;
  readonly wake: () => void;
}

/**
 * Creates a clock that jumps from one sleeper to the next. Call it inside a test: until that test
 * has finished, it replaces the global `setTimeout` and `clearTimeout`, so that timers of 0 ms fire
 * at once. The code may wait for nothing but this clock meanwhile: no network, no file.
 * @param start what the clock shows first, in milliseconds since 1970
 */
export function createFakeClock(start = Date.UTC(2026, 0, 15, 12)) {
  takeShortTimers();
  let timeOfDay = start;
  let elapsed = 0;
  let bootedAt = -BOOTED_BEFORE_MS;
  /** In the order of their times, then in the order in which they were added. */
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
    /** Waits until all work waits for this clock. */
    settle,
    /** Lets time pass. Each sleeper wakes at its time, and all that it leads to happens then. */
    advance: async (ms: number): Promise<void> => {
      const until = elapsed + ms;
      await settle();
      let hasWoken = true;
      while (hasWoken) hasWoken = await wakeFirst(until);
      elapsed = until;
    },
    /** Lets time pass until the promise is settled. */
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
    /** Sets the time of day forward or back. It changes no sleep. */
    step: (ms: number): void => {
      timeOfDay += ms;
    },
    /** Makes the machine booted this many milliseconds ago. */
    reboot: (ms: number): void => {
      bootedAt = elapsed - ms;
    },
    /** How many sleeps are open. */
    get sleeping() {
      return sleepers.length;
    },
    /** How many open sleeps keep the process alive. */
    get keepingAlive() {
      return sleepers.filter(({ ref }) => ref).length;
    },
  };
}

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
/** The timers of 0 ms that have not fired. */
const short = new Map<unknown, NodeJS.Immediate>();

/**
 * Makes timers of 0 ms fire at once, and counts them, until the test has finished. Bottleneck sets
 * one between its steps. Node would wait 1 ms for each, and `settle` could not tell whether all
 * steps are done.
 */
function takeShortTimers(): void {
  if (globalThis.setTimeout !== realSetTimeout) return;
  globalThis.setTimeout = new Proxy(realSetTimeout, {
    apply: (real, _self, [work, ms = 0, ...values]) => {
      // The real timer gives the caller its handle.
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

/** Work that takes several turns of the event loop, such as transactions of a store in memory. */
const unfinished = new Set<Promise<unknown>>();

/** Makes all fake clocks stand still until the promise is settled. */
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
