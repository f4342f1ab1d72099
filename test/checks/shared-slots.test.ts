import { expect, it, vi } from 'vitest';
import { createSharedSlots } from '../../src/checks/shared-slots.ts';
import type { PermitAnswer } from '../../src/store/permits.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const FULL: PermitAnswer = { granted: false, retryInMs: 100, slotsFreeIn: [], inFlight: 4, closedForMs: 0 };

it('asks for a permit again and again without leaving a trace of each time, and no more once stopped', async () => {
  const any = vi.spyOn(AbortSignal, 'any');
  const clock = createFakeClock();
  let asked = 0;
  const slots = createSharedSlots({
    permits: {
      ask: async () => {
        asked += 1;
        return FULL;
      },
      giveBack: async () => undefined,
      pause: async () => undefined,
      look: async () => FULL,
    },
    health: {
      failing: () => false,
      report: () => undefined,
      healthy: async () => undefined,
      stop: () => undefined,
    },
    clock,
    concurrent: 4,
    perWindow: 19,
    windowMs: 60_000,
    everyMs: 10_000,
    holdMs: 61_000,
    failureHoldMs: 61_000,
    requestTimeoutMs: 10_000,
    onChange: () => undefined,
  });
  void slots.turn('single', () => Promise.reject(new Error('there was no permit')));
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
