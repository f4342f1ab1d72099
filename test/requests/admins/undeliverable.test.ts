import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminAlert } from '../../../src/checks/basics.ts';
import { createUndeliverable, type Undeliverable } from '../../../src/requests/admins/undeliverable.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemorySettings } from '../../support/store/memory-sql.ts';

const HOUR_MS = 3_600_000;

describe('answers that could not be delivered', () => {
  let clock: FakeClock;
  let rows: ReturnType<typeof createMemorySettings>;
  let told: AdminAlert[];
  let errors: unknown[];

  const start = (on = rows): Undeliverable =>
    createUndeliverable({
      settings: on,
      clock,
      raise: (alert) => told.push(alert),
      onError: (error) => errors.push(error),
    });
  const counts = () => told.map((alert) => (alert.kind === 'replies-undeliverable' ? alert.count : alert));

  beforeEach(() => {
    clock = createFakeClock();
    rows = createMemorySettings(clock);
    told = [];
    errors = [];
  });

  it('are told once a day in sum, also over restarts', async () => {
    const before = start();
    await before.count();
    expect(counts()).toEqual([1]);
    for (let more = 0; more < 5; more += 1) await before.count();
    before.stop();
    const after = start();
    await after.count();
    await clock.advance(23 * HOUR_MS);
    expect(counts()).toEqual([1]);
    await clock.advance(2 * HOUR_MS);
    expect(counts()).toEqual([1, 6]);
    await clock.advance(72 * HOUR_MS);
    expect(counts()).toEqual([1, 6]);
    after.stop();
    await clock.settle();
    expect(clock.sleeping).toBe(0);
  });

  it('are told of after a clock that was years ahead has been set back', async () => {
    clock.step(3_650 * 24 * HOUR_MS);
    const counted = start();
    await counted.count();
    clock.step(-3_650 * 24 * HOUR_MS);
    await counted.count();
    await counted.count();
    expect(counts()).toEqual([1, 1]);
    await clock.advance(25 * HOUR_MS);
    expect(counts()).toEqual([1, 1, 1]);
    counted.stop();
  });

  it('are counted on when the store works again', async () => {
    const away = new Error('away');
    const watched = start({ ...rows, add: () => Promise.reject(away) });
    await watched.count();
    expect(errors).toEqual([away]);
    expect(told).toEqual([]);
    watched.stop();
  });
});
