import { describe, expect, it } from 'vitest';
import { createBatchGate } from '../../src/limiter/gates.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const EVERY_MS = 3_000;
const WINDOW_MS = 60_000;

function stage(concurrent = 4) {
  const clock = createFakeClock();
  const gate = createBatchGate({ everyMs: EVERY_MS, windowMs: WINDOW_MS, concurrent, clock });
  /** Lets one through that is sent, at the pace of the gate. */
  const send = async () => {
    const passed = gate.pass();
    passed.sent();
    await clock.advance(EVERY_MS);
    return passed;
  };
  return { clock, gate, send };
}

describe('the gate of batch checks', () => {
  it('lets the next one pass when the pace allows, counted from when the last was sent', async () => {
    const { clock, gate } = stage();
    const passed = gate.pass();
    await clock.advance(10 * EVERY_MS);
    expect(gate.open).toBe(false);
    passed.sent();
    expect(gate.waitMs()).toBe(EVERY_MS);
    await clock.advance(EVERY_MS - 1);
    expect(gate.open).toBe(false);
    await clock.advance(1);
    expect(gate.open).toBe(true);
  });

  it('is open again at once when the one that passed was not sent after all', () => {
    const { gate } = stage();
    gate.pass().ended();
    expect(gate.open).toBe(true);
    expect(gate.waitMs()).toBe(0);
  });

  it('leaves one in-flight slot to singles, however many have passed that were not sent', async () => {
    const { gate, send } = stage(4);
    for (let times = 0; times < 3; times += 1) gate.pass().ended();
    const [first] = [await send(), await send()];
    expect(gate.open).toBe(true);
    await send();
    expect(gate.open).toBe(false);
    first.ended();
    expect(gate.open).toBe(true);
  });

  it('lets one batch check at a time be in flight where there is only one place', async () => {
    const { gate, send } = stage(1);
    const passed = await send();
    expect(gate.open).toBe(false);
    passed.ended();
    expect(gate.open).toBe(true);
  });

  it('keeps a batch waiting for a window at most, however many singles overtake it', async () => {
    const { clock, gate } = stage();
    for (let singles = 0; singles < 100; singles += 1) gate.overtaken();
    expect(gate.waitMs()).toBe(WINDOW_MS);
    await clock.advance(WINDOW_MS);
    expect(gate.open).toBe(true);
  });
});
