import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStoreHealth, type StoreHealth } from '../../src/store/health.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';

describe('the health of a store', () => {
  let clock: FakeClock;
  let works: boolean;
  let told: string[];
  let health: StoreHealth;

  beforeEach(() => {
    works = true;
    told = [];
  });
  const start = (): void => {
    clock = createFakeClock();
    const store = {
      ...createSqliteStore('sqlite://:memory:', clock),
      probe: () => (works ? Promise.resolve() : Promise.reject(new Error('SQLITE_FULL'))),
    };
    health = createStoreHealth({
      store,
      clock,
      onFailing: (error) => told.push(String(error)),
      onHealed: () => told.push('healed'),
    });
  };

  it('is found out by looking, when nobody reports anything', async () => {
    start();
    works = false;
    await clock.advance(15_000);
    expect([health.failing(), told]).toEqual([true, ['Error: SQLITE_FULL']]);
    health.stop();
  });

  it('that was reported is told once, looked at every second, and told when it is well again', async () => {
    start();
    works = false;
    health.report(new Error('SQLITE_IOERR'));
    health.report(new Error('SQLITE_IOERR'));
    await clock.advance(3_000);
    expect(told).toEqual(['Error: SQLITE_IOERR']);
    let waited = false;
    const waiting = health.healthy(new AbortController().signal).then(() => {
      waited = true;
    });
    works = true;
    await clock.advance(2_100);
    await waiting;
    expect([waited, health.failing(), told.at(-1)]).toEqual([true, false, 'healed']);
    health.stop();
  });

  it('keeps nobody waiting while it works, and lets go of those who leave', async () => {
    start();
    await health.healthy(new AbortController().signal);
    works = false;
    health.report(new Error('SQLITE_IOERR'));
    const leave = new AbortController();
    const waiting = health.healthy(leave.signal);
    leave.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    health.stop();
  });

  it('joins no signals from look to look, of which each would leave a trace in the one that lasts', async () => {
    const any = vi.spyOn(AbortSignal, 'any');
    start();
    await clock.advance(60_000);
    expect(clock.sleeping).toBe(1);
    health.stop();
    await clock.settle();
    expect(clock.sleeping).toBe(0);
    expect(any).not.toHaveBeenCalled();
  });
});
