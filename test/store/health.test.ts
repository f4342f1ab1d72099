import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStoreHealth, type StoreHealth } from '../../src/store/health.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

describe('the health of a store', () => {
  let clock: FakeClock;
  let works: boolean;
  let told: string[];
  /** When it was looked at. */
  let probes: number[];
  let health: StoreHealth;

  beforeEach(() => {
    works = true;
    told = [];
    probes = [];
  });
  const start = (): void => {
    clock = createFakeClock();
    const store = {
      ...createMemoryStore(clock),
      troubleOf: () => 'full' as const,
      probe: () => {
        probes.push(clock.elapsed());
        return works ? Promise.resolve() : Promise.reject(new Error('SQLITE_FULL'));
      },
    };
    health = createStoreHealth({
      store,
      clock,
      onFailing: (error, trouble) => told.push(`${trouble}: ${error}`),
      onHealed: () => told.push('healed'),
    });
  };

  it('is found out by looking, when nobody reports anything', async () => {
    start();
    works = false;
    await clock.advance(15_000);
    expect([health.failing(), told]).toEqual([true, ['full: Error: SQLITE_FULL']]);
    health.stop();
  });

  it('that was reported is told once, looked at every second, and told when it is well again', async () => {
    start();
    works = false;
    health.report(new Error('SQLITE_IOERR'));
    health.report(new Error('SQLITE_IOERR'));
    await clock.advance(3_000);
    expect(told).toEqual(['full: Error: SQLITE_IOERR']);
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

  it('is looked at every fifteen seconds while it is well, and every second while it is not', async () => {
    start();
    await clock.advance(30_000);
    expect(probes).toEqual([15_000, 30_000]);
    works = false;
    await clock.advance(17_000);
    expect(probes).toEqual([15_000, 30_000, 45_000, 46_000, 47_000]);
    works = true;
    await clock.advance(20_000);
    expect(probes.slice(5)).toEqual([48_000, 63_000]);
    expect(told).toEqual(['full: Error: SQLITE_FULL', 'healed']);
    health.stop();
  });

  it('is looked at a second after it was reported, not at the next look that was due', async () => {
    start();
    await clock.advance(5_000);
    health.report(new Error('SQLITE_IOERR'));
    await clock.advance(1_000);
    expect(probes).toEqual([6_000]);
    expect([health.failing(), told.at(-1)]).toEqual([false, 'healed']);
    health.stop();
  });

  it('keeps those who wait as long as it fails, and no process alive for itself', async () => {
    start();
    expect(clock.keepingAlive).toBe(0);
    works = false;
    health.report(new Error('SQLITE_IOERR'));
    let isOver = false;
    const waiting = health.healthy(new AbortController().signal).then(() => {
      isOver = true;
    });
    await clock.advance(10_000);
    expect(isOver).toBe(false);
    expect(clock.keepingAlive).toBe(1);
    works = true;
    await clock.advance(2_000);
    await waiting;
    expect(isOver).toBe(true);
    health.stop();
  });

  it('is nobody’s news any more once it is stopped', async () => {
    start();
    health.stop();
    health.report(new Error('SQLITE_IOERR'));
    await clock.advance(60_000);
    expect([health.failing(), told, probes]).toEqual([false, [], []]);
  });
});
