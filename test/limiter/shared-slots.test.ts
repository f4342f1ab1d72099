import { expect, it, vi } from 'vitest';
import { createSharedSlots, leasesFor } from '../../src/limiter/window/shared.ts';
import type { PermitAnswer } from '../../src/store/cluster/permits.ts';
import type { StoreHealth } from '../../src/store/health.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const FULL: PermitAnswer = { granted: false, retryInMs: 100, slotsFreeIn: [], inFlight: 4, closedForMs: 0 };

const SETTINGS = {
  concurrent: 4,
  perWindow: 19,
  windowMs: 60_000,
  everyMs: 10_000,
  holdMs: 61_000,
  failureHoldMs: 61_000,
  requestTimeoutMs: 10_000,
} as const;

/** What permits do beside being asked for. */
const LOOKED_AT = {
  giveBack: async () => undefined,
  pause: async () => undefined,
  look: async () => FULL,
  lookEveryMs: 200,
};

const HEALTHY: StoreHealth = {
  failing: () => false,
  report: () => undefined,
  healthy: async () => undefined,
  stop: () => undefined,
};

it('asks for a permit again and again without leaving a trace of each time, and no more once stopped', async () => {
  const any = vi.spyOn(AbortSignal, 'any');
  const clock = createFakeClock();
  let asked = 0;
  const slots = createSharedSlots({
    ...SETTINGS,
    permits: {
      ask: async () => {
        asked += 1;
        return FULL;
      },
      ...LOOKED_AT,
    },
    health: HEALTHY,
    clock,
  });
  void slots.acquire('single', () => Promise.reject(new Error('there was no permit')));
  await clock.advance(2_000);
  expect(asked).toBeGreaterThan(5);
  // Each joint one would leave a weak reference in the signal that lasts, for good.
  expect(any).not.toHaveBeenCalled();

  slots.stop();
  await clock.settle();
  expect(clock.sleeping).toBe(0);
  const before = asked;
  await clock.advance(60_000);
  expect(asked).toBe(before);
});

it('leases a permit for as long as its request can leave, connection and all, and be held after that', async () => {
  const clock = createFakeClock();
  const { holdMs, failureHoldMs, requestTimeoutMs } = SETTINGS;
  const slots = createSharedSlots({
    ...SETTINGS,
    permits: {
      ask: async () => ({ ...FULL, granted: true }),
      ...LOOKED_AT,
    },
    health: HEALTHY,
    clock,
  });
  let lastMs = 0;
  let ageMs = 0;
  await slots.acquire('single', async ({ markSent, canSend }) => {
    markSent();
    const startedAt = clock.elapsed();
    for (; ageMs < 10 * 60_000; ageMs += 500) {
      if (canSend()) lastMs = clock.elapsed() - startedAt;
      await clock.advance(500);
    }
    return { windowSlotMs: 0, inFlightMs: 0 };
  });
  slots.stop();
  // A connection may take the whole time-out, and its request leaves all the same.
  expect(lastMs).toBeGreaterThanOrEqual(requestTimeoutMs);
  const { windowSlot: slot, inFlight: place } = leasesFor({ ...SETTINGS, clock }).leaseMs;
  expect(slot).toBeGreaterThanOrEqual(lastMs + holdMs + failureHoldMs);
  expect(place).toBeGreaterThanOrEqual(lastMs + requestTimeoutMs);
});

it('looks after what is taken again and again, and no more once all of it is free or it is stopped', async () => {
  const clock = createFakeClock();
  let state: PermitAnswer = { ...FULL, granted: true, slotsFreeIn: [60_000], inFlight: 0 };
  let looks = 0;
  const slots = createSharedSlots({
    ...SETTINGS,
    permits: {
      ask: async () => state,
      giveBack: async () => undefined,
      pause: async () => undefined,
      look: async () => {
        looks += 1;
        return state;
      },
      lookEveryMs: 200,
    },
    health: HEALTHY,
    clock,
  });
  await slots.acquire('single', async () => ({ windowSlotMs: 0, inFlightMs: 0 }));
  await clock.advance(10_000);
  // A gap of more than half a second between two looks of all processes is not taken for time that has passed.
  expect(looks).toBeGreaterThanOrEqual(20);
  state = { ...state, slotsFreeIn: [] };
  await clock.advance(1_000);
  expect(clock.sleeping).toBe(0);
  const before = looks;
  await clock.advance(60_000);
  expect(looks).toBe(before);

  state = { ...state, closedForMs: 60_000 };
  await slots.refresh();
  await clock.settle();
  expect(clock.sleeping).toBe(1);
  slots.stop();
  await clock.settle();
  expect(clock.sleeping).toBe(0);
});

it('keeps no process alive, neither by its looks nor by what waits to ask again', async () => {
  const clock = createFakeClock();
  const slots = createSharedSlots({
    ...SETTINGS,
    permits: { ask: async () => FULL, ...LOOKED_AT },
    health: HEALTHY,
    clock,
  });
  void slots.acquire('single', () => Promise.reject(new Error('there was no permit')));
  await clock.advance(1_000);
  expect([clock.sleeping, clock.keepingAlive]).toEqual([2, 0]);
  slots.stop();
});

it('asks nothing of a store that is known to fail, nor once it has stopped while that was so', async () => {
  const clock = createFakeClock();
  let asked = 0;
  let isFailing = true;
  let giveUp = (_why: unknown): void => undefined;
  const slots = createSharedSlots({
    ...SETTINGS,
    permits: {
      ...LOOKED_AT,
      ask: async () => {
        asked += 1;
        return FULL;
      },
      look: async () => {
        asked += 1;
        return FULL;
      },
    },
    health: {
      ...HEALTHY,
      failing: () => isFailing,
      healthy: () =>
        new Promise((_resolve, reject) => {
          giveUp = reject;
        }),
    },
    clock,
  });
  void slots.acquire('single', () => Promise.reject(new Error('there was no permit')));
  await slots.refresh();
  await clock.advance(60_000);
  expect([slots.blocked(), asked]).toEqual(['store', 0]);
  slots.stop();
  isFailing = false;
  giveUp(new Error('stopped'));
  await clock.advance(60_000);
  expect(asked).toBe(0);
});
