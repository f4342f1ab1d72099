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
  it('are taken by what is under way, and expected back after the usual time', async () => {
    const { clock, slots, fly } = stage();
    fly();
    await clock.settle();
    await clock.advance(100);
    expect([slots.used(), slots.inFlight()]).toEqual([1, 1]);
    expect(slots.vacancies(FLIGHT)).toEqual({
      windowFreeIn: [200 + 60_500, 0, 0],
      inFlightFreeIn: [200, 0],
    });
  });

  it.each([
    [300, 300],
    [1_000, 1_000],
    [12_000, 8_000],
    [25_000, 0],
  ])('are expected back, %i ms after a request that is late, in %i ms more', async (ageMs, moreMs) => {
    const { clock, slots, fly } = stage();
    fly();
    await clock.settle();
    await clock.advance(ageMs);
    const { inFlightFreeIn, windowFreeIn } = slots.vacancies(FLIGHT);
    expect([inFlightFreeIn[0], windowFreeIn[0]]).toEqual([moreMs, moreMs + 60_500]);
  });

  it('are free again as long after an answer as they are held', async () => {
    const { clock, slots, fly } = stage();
    const land = fly();
    await clock.advance(300);
    land({ windowSlotMs: 60_500, inFlightMs: 2_000 });
    await clock.settle();
    await clock.advance(500);
    expect(slots.vacancies(FLIGHT)).toMatchObject({
      windowFreeIn: [60_000, 0, 0],
      inFlightFreeIn: [1_500, 0],
    });
    await clock.advance(1_500);
    expect([slots.used(), slots.inFlight()]).toEqual([1, 0]);
    await clock.advance(58_500);
    expect([slots.used(), slots.inFlight()]).toEqual([0, 0]);
  });

  it('let nobody go while all are taken, by whatever life', async () => {
    const { clock, slots, fly } = stage();
    slots.restore({ windowSlotMs: 5_000, inFlightMs: 0 });
    slots.restore({ windowSlotMs: 9_000, inFlightMs: 2_000 });
    expect(slots.vacancies(FLIGHT)).toMatchObject({
      windowFreeIn: [5_000, 9_000, 0],
      inFlightFreeIn: [2_000, 0],
    });
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
