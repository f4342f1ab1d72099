import { describe, expect, it } from 'vitest';
import type { Priority } from '../../src/core/priority.ts';
import { createSharedSlots, leasesFor } from '../../src/limiter/window/shared.ts';
import { NO_HOLD, type Permit } from '../../src/limiter/window/slots.ts';
import type { LimitState, PermitAnswer } from '../../src/store/cluster/permits.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const SETTINGS = {
  ...{ concurrent: 4, perWindow: 19, windowMs: 60_000, everyMs: 3_000 },
  ...{ holdMs: 60_500, failureHoldMs: 30_000, requestTimeoutMs: 10_000 },
};
const FREE: LimitState = { slotsFreeIn: [], inFlight: 0, closedForMs: 0 };
const GRANTED: PermitAnswer = { ...FREE, granted: true, retryInMs: 0 };
const HOLD = { windowSlotMs: 60_500, inFlightMs: 0 };
/** The same, as the store is told of it, and of a request that was not made. */
const HELD = { windowSlotMs: 60_500, inFlightMs: 0 };
const NOT_HELD = { windowSlotMs: 0, inFlightMs: 0 };
const AWAY = new Error('Redis is away');
/** A permit that is this old is not used before it was asked for anew. */
const OLD_MS = SETTINGS.windowMs / 10;

interface Told {
  readonly what: 'ask' | 'give back' | 'pause' | 'look';
  readonly token?: string;
  readonly priority?: Priority;
  readonly ms?: number;
  readonly windowSlotMs?: number;
  readonly inFlightMs?: number;
}

/** One process' slots, before a store that answers as it is told to. */
function stage() {
  const clock = createFakeClock();
  const told: Told[] = [];
  const reported: unknown[] = [];
  let changes = 0;
  let answer: (priority: Priority) => PermitAnswer = () => GRANTED;
  let looksLike = FREE;
  let isAway = false;
  let isKnownToFail = false;
  let heal = (): void => undefined;
  let healed = Promise.resolve();
  const tell = (what: Told): void => {
    told.push(what);
    if (isAway) throw AWAY;
  };
  const slots = createSharedSlots({
    ...{ ...SETTINGS, clock },
    permits: {
      ask: async (token, priority) => {
        tell({ what: 'ask', token, priority });
        return answer(priority);
      },
      giveBack: async (token, priority, held) => tell({ what: 'give back', token, priority, ...held }),
      pause: async (ms) => tell({ what: 'pause', ms }),
      look: async () => {
        tell({ what: 'look' });
        return looksLike;
      },
      lookEveryMs: 200,
    },
    health: {
      failing: () => isKnownToFail,
      report: (error) => reported.push(error),
      healthy: () => healed,
      stop: () => undefined,
    },
  });
  slots.watch(() => {
    changes += 1;
  });
  return {
    ...{ clock, slots, told, reported },
    changes: () => changes,
    asks: () => told.filter(({ what }) => what === 'ask'),
    returns: () => told.filter(({ what }) => what === 'give back'),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    lookLike: (state: LimitState) => {
      looksLike = state;
    },
    /** The store fails, and whoever asks is told so. */
    goAway: (when = true) => {
      isAway = when;
    },
    fail: () => {
      isKnownToFail = true;
      healed = new Promise((resolve) => {
        heal = resolve;
      });
    },
    heal: () => {
      isKnownToFail = false;
      heal();
    },
  };
}

const sendNow = async ({ markSent }: Permit): Promise<typeof HOLD> => {
  markSent();
  return HOLD;
};

describe('a turn where many processes share the limit', () => {
  it('is a permit of its own, which is given back with what the request keeps taken', async () => {
    const { slots, asks, returns } = stage();
    await slots.acquire('single', sendNow);
    await slots.acquire('batch', sendNow);
    expect(asks().map(({ priority }) => priority)).toEqual(['single', 'batch']);
    expect(asks()[0]?.token).not.toBe(asks()[1]?.token);
    expect(returns()).toEqual(
      asks().map(({ token, priority }) => ({ what: 'give back', token, priority, ...HELD })),
    );
  });

  it('takes nothing when it was not used for a request', async () => {
    const { slots, returns } = stage();
    await slots.acquire('single', async () => HOLD);
    expect(returns()).toMatchObject([NOT_HELD]);
  });

  it('is asked for again when that is worth it, and 300 times in a window at most', async () => {
    const { clock, slots, asks, answerWith } = stage();
    const pauses = [50, 0, 10_000];
    answerWith(() => {
      const retryInMs = pauses.shift();
      return retryInMs === undefined ? GRANTED : { ...GRANTED, granted: false, retryInMs };
    });
    const turn = slots.acquire('single', sendNow);
    await clock.settle();
    for (const [ms, asked] of [
      [49, 1],
      [1, 2],
      [1, 3],
      [199, 3],
      [1, 4],
    ] as const) {
      await clock.advance(ms);
      expect([clock.elapsed(), asks().length]).toEqual([clock.elapsed(), asked]);
    }
    await turn;
  });

  it('is asked for at once when another turn of this process is over', async () => {
    const { clock, slots, asks, answerWith } = stage();
    let land = (): void => undefined;
    const flight = new Promise<void>((resolve) => {
      land = resolve;
    });
    const first = slots.acquire('single', async ({ markSent }) => {
      markSent();
      await flight;
      return HOLD;
    });
    await clock.settle();
    answerWith(() => ({ ...GRANTED, granted: false, retryInMs: 10_000 }));
    const second = slots.acquire('single', sendNow);
    await clock.settle();
    expect(asks()).toHaveLength(2);
    answerWith(() => GRANTED);
    land();
    await Promise.all([first, second]);
    expect(asks()).toHaveLength(3);
    expect(clock.elapsed()).toBe(0);
  });

  it('of a single does not stand behind one of a batch, and behind other singles it does', async () => {
    const { clock, slots, asks, answerWith } = stage();
    answerWith((priority) => ({ ...GRANTED, granted: priority === 'single', retryInMs: 10_000 }));
    void slots.acquire('batch', sendNow);
    await slots.acquire('single', sendNow);
    answerWith(() => ({ ...GRANTED, granted: false, retryInMs: 10_000 }));
    const before = asks().filter(({ priority }) => priority === 'single').length;
    void slots.acquire('single', sendNow);
    void slots.acquire('single', sendNow);
    await clock.settle();
    expect(asks().filter(({ priority }) => priority === 'single')).toHaveLength(before + 1);
    slots.stop();
  });

  it('is given back and asked for anew when it has grown old before its request leaves', async () => {
    const { clock, slots, asks, returns } = stage();
    await slots.acquire('single', async (turn) => {
      await clock.advance(OLD_MS);
      await turn.confirm();
      expect(asks()).toHaveLength(1);
      await clock.advance(1);
      await turn.confirm();
      expect(asks()).toHaveLength(2);
      expect(returns()).toMatchObject([{ token: asks()[0]?.token, ...NOT_HELD }]);
      return sendNow(turn);
    });
    expect(returns().at(-1)).toMatchObject({ token: asks()[1]?.token, ...HELD });
  });

  it('is good until its connection has had its time, and not a moment longer', async () => {
    const { clock, slots } = stage();
    await slots.acquire('single', async ({ canSend }) => {
      await clock.advance(OLD_MS + SETTINGS.requestTimeoutMs);
      expect(canSend()).toBe(true);
      await clock.advance(1);
      expect(canSend()).toBe(false);
      return NO_HOLD;
    });
  });

  it('comes no more once the process has stopped, whatever the store says then', async () => {
    const { clock, slots, asks, answerWith } = stage();
    answerWith(() => ({ ...GRANTED, granted: false, retryInMs: 10_000 }));
    let isUsed = false;
    void slots.acquire('single', async () => {
      isUsed = true;
      return NO_HOLD;
    });
    await clock.settle();
    answerWith(() => GRANTED);
    slots.stop();
    await clock.advance(60_000);
    expect([asks().length, isUsed]).toEqual([1, false]);
  });

  it('is leased for a whole window and more, should nobody give it back', () => {
    const leases = leasesFor({ ...SETTINGS, clock: createFakeClock() });
    const sentWithinMs = OLD_MS + SETTINGS.requestTimeoutMs;
    expect(leases).toEqual({
      ...{ concurrent: 4, perWindow: 19, windowMs: 60_000, batchEveryMs: 3_000 },
      leaseMs: {
        windowSlot: sentWithinMs + SETTINGS.holdMs + SETTINGS.failureHoldMs,
        inFlight: sentWithinMs + SETTINGS.requestTimeoutMs,
      },
    });
  });

  it('cannot be taken for what stands in the store already', () => {
    expect(() => stage().slots.restore(HOLD)).toThrow();
  });
});

describe('while the store is away', () => {
  it('nothing is asked for, and it goes on as soon as the store is back', async () => {
    const { clock, slots, asks, fail, heal, changes } = stage();
    fail();
    expect(slots.blocked()).toBe('store');
    const turn = slots.acquire('single', sendNow);
    await clock.advance(60_000);
    await slots.refresh();
    expect(asks()).toEqual([]);
    heal();
    expect(slots.blocked()).toBeUndefined();
    await turn;
    expect(asks()).toHaveLength(1);
    expect(changes()).toBeGreaterThan(0);
  });

  it('a permit that may have been given is given back before the next one is asked for', async () => {
    const { clock, slots, told, goAway, reported, changes } = stage();
    goAway();
    const turn = slots.acquire('single', sendNow);
    await clock.settle();
    expect(reported).toEqual([AWAY]);
    expect(changes()).toBe(1);
    await clock.advance(99);
    expect(told).toHaveLength(1);
    goAway(false);
    await clock.advance(1);
    await turn;
    const [first, back, second] = told;
    expect(back).toMatchObject({ what: 'give back', token: first?.token, ...NOT_HELD });
    expect(second?.what).toBe('ask');
    expect(second?.token).not.toBe(first?.token);
  });

  it('what is owed to the others is told when it is back, less the time that has passed', async () => {
    const { clock, slots, returns, goAway, reported } = stage();
    await slots.acquire('single', async (turn) => {
      goAway();
      await sendNow(turn);
      return { windowSlotMs: 60_500, inFlightMs: 2_000 };
    });
    expect(reported).toEqual([AWAY]);
    await clock.advance(5_000);
    goAway(false);
    await slots.acquire('single', sendNow);
    expect(returns().slice(1, 2)).toMatchObject([{ windowSlotMs: 55_500, inFlightMs: 0 }]);
    // Once: what the store has taken is owed no more.
    expect(returns()).toHaveLength(3);
  });
});

describe('a pause', () => {
  it('is told to the others at once, and once', async () => {
    const { clock, slots, told } = stage();
    slots.pause(30_000);
    await clock.settle();
    expect(told).toEqual([{ what: 'pause', ms: 30_000 }]);
    await slots.acquire('single', sendNow);
    expect(told.filter(({ what }) => what === 'pause')).toHaveLength(1);
  });

  it('that could not be told is told for what is left of it, and not at all when it is over', async () => {
    for (const [passedMs, toldMs] of [
      [10_000, [20_000]],
      [30_000, []],
    ] as const) {
      const { clock, slots, told, goAway, reported } = stage();
      goAway();
      slots.pause(30_000);
      slots.pause(5_000);
      await clock.settle();
      expect(reported).toContain(AWAY);
      await clock.advance(passedMs);
      goAway(false);
      const before = told.length;
      await slots.acquire('single', sendNow);
      const pauses = told.slice(before).filter(({ what }) => what === 'pause');
      expect(pauses.map(({ ms }) => ms)).toEqual(toldMs);
    }
  });
});

describe('how the limit stands', () => {
  it('is what the store said last, and runs on from there', async () => {
    const { clock, slots, lookLike } = stage();
    lookLike({ slotsFreeIn: [1_000, 20_000, undefined], inFlight: 1, closedForMs: 5_000 });
    await slots.refresh();
    expect([slots.used(), slots.inFlight()]).toEqual([3, 1]);
    expect(slots.vacancies({ latencyMs: 300, holdMs: 60_500 })).toEqual({
      windowFreeIn: [1_000, 20_000, 60_800, ...Array.from({ length: 16 }, () => 0)],
      inFlightFreeIn: [300, 0, 0, 0],
      closedForMs: 5_000,
    });
    slots.stop();
    await clock.advance(1_000);
    expect(slots.used()).toBe(2);
    await clock.advance(1_000);
    const later = slots.vacancies({ latencyMs: 300, holdMs: 60_500 });
    expect(later.windowFreeIn.slice(0, 3)).toEqual([18_000, 60_800, 0]);
    expect(later.closedForMs).toBe(3_000);
    await clock.advance(10_000);
    expect(slots.vacancies({ latencyMs: 300, holdMs: 60_500 }).closedForMs).toBe(0);
  });

  it('counts no more places than there are, though the others were let more', async () => {
    const { slots, lookLike } = stage();
    lookLike({ ...FREE, inFlight: 6 });
    await slots.refresh();
    expect(slots.vacancies({ latencyMs: 300, holdMs: 60_500 }).inFlightFreeIn).toEqual([300, 300, 300, 300]);
    slots.stop();
  });

  it('is told when all is closed, and when it is open again, and not in between', async () => {
    const { slots, lookLike, changes } = stage();
    const counted: number[] = [];
    for (const closedForMs of [0, 10_000, 9_000, 0, 0]) {
      lookLike({ ...FREE, closedForMs });
      await slots.refresh();
      counted.push(changes());
    }
    expect(counted).toEqual([0, 1, 1, 2, 2]);
    slots.stop();
  });

  it('is asked for while anything is taken, but not of a store that is known to fail', async () => {
    const { clock, slots, told, lookLike, fail, heal } = stage();
    lookLike({ ...FREE, inFlight: 1 });
    await slots.refresh();
    fail();
    await clock.advance(10_000);
    expect(told).toHaveLength(1);
    heal();
    await clock.advance(10_000);
    expect(told.length).toBeGreaterThan(20);
    slots.stop();
  });

  it('that cannot be asked for is reported, and fails nobody', async () => {
    const { slots, goAway, reported } = stage();
    goAway();
    await slots.refresh();
    expect(reported).toEqual([AWAY]);
  });
});
