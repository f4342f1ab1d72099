import { describe, expect, it } from 'vitest';
import { createDayCounters } from '../../../src/checks/quota/counters.ts';
import { dayOf } from '../../../src/checks/quota/spending.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const DAY_MS = 86_400_000;
const ANN = 'test:user:1';

const seal = { hash: (name: string) => `hash of ${name}` };

function stage() {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 12));
  const rows = createMemoryStore(clock).collection('allowances');
  const counters = createDayCounters(rows, seal, clock);
  return { clock, rows, counters, today: () => dayOf(clock.now()) };
}

describe('a count of a day', () => {
  it('is of one account and one day', async () => {
    const { counters } = stage();
    await counters.add(ANN, '2026-11-21', 2);
    await counters.add(ANN, '2026-11-22', 1);
    await counters.add('test:user:2', '2026-11-21', 5);
    expect(await counters.add(ANN, '2026-11-21', 1)).toBe(3);
    expect(await counters.of(ANN, '2026-11-21')).toBe(3);
    expect(await counters.of(ANN, '2026-11-23')).toBe(0);
  });

  it('tells nobody whose it is, and is gone after two days', async () => {
    const { clock, rows, counters, today } = stage();
    await counters.add(ANN, today(), 1);
    expect((await rows.entries()).map(([id]) => id)).toEqual([`hash of allowance ${ANN} ${today()}`]);
    await clock.advance(2 * DAY_MS - 1);
    expect(await rows.entries()).toHaveLength(1);
    await clock.advance(1);
    expect(await rows.entries()).toEqual([]);
  });
});

describe('an account that is forgotten', () => {
  it('keeps the count of the day that runs, and none of the days before', async () => {
    const { clock, counters, today } = stage();
    const yesterday = today();
    await counters.add(ANN, yesterday, 4);
    await clock.advance(DAY_MS);
    await counters.add(ANN, today(), 1);
    await counters.add('test:user:2', yesterday, 2);
    await counters.forget(ANN);
    expect(await counters.of(ANN, today())).toBe(1);
    expect(await counters.of(ANN, yesterday)).toBe(0);
    expect(await counters.of('test:user:2', yesterday)).toBe(2);
  });

  it('keeps nothing of the day before yesterday either', async () => {
    const { clock, counters, today } = stage();
    const before = today();
    await clock.advance(2 * DAY_MS - 1);
    await counters.add(ANN, before, 1);
    await clock.advance(1);
    await counters.forget(ANN);
    expect(await counters.of(ANN, before)).toBe(0);
  });
});
