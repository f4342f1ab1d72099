import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../src/limiter/limiter.ts';
import { createSlots } from '../../src/limiter/window/local.ts';
import type { Hold, Slots } from '../../src/limiter/window/slots.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';

const SETTINGS = {
  ...{ concurrent: 2, perWindow: 3, windowMs: 60_000, everyMs: 20_000 },
  ...{ holdMs: 60_500, failureHoldMs: 30_000, requestTimeoutMs: 20_000 },
};
const FLIGHT = { latencyMs: 300, holdMs: SETTINGS.holdMs };
const ANSWERED: Hold = { windowSlotMs: SETTINGS.holdMs, inFlightMs: 0 };

function stage(): { clock: FakeClock; slots: Slots; fly: () => (hold?: Hold) => void } {
  const clock = createFakeClock();
  const slots = createSlots({ ...SETTINGS, clock });
  return {
    ...{ clock, slots },
    /** Sends something that is under way until it is told what it keeps taken. */
    fly: () => {
      let land = (_hold: Hold): void => undefined;
      const landed = new Promise<Hold>((resolve) => {
        land = resolve;
      });
      void slots.acquire(({ markSent }) => {
        markSent();
        return landed;
      });
      return (hold = ANSWERED) => land(hold);
    },
  };
}

describe('the slots of one process', () => {
  it('let nobody go while all are taken, by whatever life', async () => {
    const { clock, slots, fly } = stage();
    slots.restore({ windowSlotMs: 5_000, inFlightMs: 0 });
    slots.restore({ windowSlotMs: 9_000, inFlightMs: 2_000 });
    fly()();
    fly()();
    await clock.settle();
    expect(slots.used()).toBe(3);
    await clock.advance(4_999);
    expect(slots.used()).toBe(3);
    await clock.advance(1);
    // One was given back, and taken at once by who waited for it.
    expect(slots.vacancies(FLIGHT).windowFreeIn.toSorted((a, b) => a - b)).toEqual([4_000, 55_500, 60_500]);
  });

  it('give no permit while all in-flight slots are taken', async () => {
    const { clock, slots, fly } = stage();
    for (const inFlightMs of [2_000, 3_000]) slots.restore({ windowSlotMs: 5_000, inFlightMs });
    fly();
    await clock.advance(1_999);
    expect(slots.inFlight()).toBe(2);
    await clock.advance(1);
    expect([slots.used(), slots.inFlight()]).toEqual([3, 2]);
  });

  it('are not taken by a turn that nothing came of', async () => {
    const { clock, slots } = stage();
    await clock.advanceUntil(slots.acquire(async () => ({ windowSlotMs: 1_000, inFlightMs: 1_000 })));
    expect([slots.used(), slots.inFlight(), clock.sleeping]).toEqual([0, 0, 0]);
  });
});

describe('the limiter', () => {
  it('foretells what an idle one takes: an answer, and the pace of batches', () => {
    const clock = createFakeClock();
    const limiter = createLimiter({
      ...{ concurrent: 2, perWindow: 3, windowMs: 60_000, requestTimeoutMs: 20_000, clock },
    });
    const usualMs = 500;
    expect(limiter.estimate(0)).toEqual({ batchMs: 0, singleMs: 0 });
    expect(limiter.estimate(1)).toEqual({ batchMs: usualMs, singleMs: 0 });
    expect(limiter.estimate(2)).toEqual({ batchMs: 20_000 + usualMs, singleMs: 0 });
  });
});
