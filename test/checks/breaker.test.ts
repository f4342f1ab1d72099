import { describe, expect, it, onTestFinished } from 'vitest';
import { createBreaker } from '../../src/checks/breaker.ts';
import type { AdminAlert } from '../../src/checks/contract.ts';
import { ServiceFailure, type ServiceFailureCode } from '../../src/provider/errors.ts';
import { createStoreHealth } from '../../src/store/health.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { createMemorySettings, createMemorySql } from '../support/store/memory-sql.ts';

const MINUTE_MS = 60_000;
const { signal } = new AbortController();

interface BenchOptions {
  readonly isFine?: () => boolean;
  /** What an earlier process left, and by whose clock this one goes. */
  readonly rows?: ReturnType<typeof createMemorySettings>;
  readonly clock?: FakeClock;
  readonly account?: string;
}

function createBench({ isFine = () => false, account = 'ours', ...given }: BenchOptions = {}) {
  const clock = given.clock ?? createFakeClock();
  const rows = given.rows ?? createMemorySettings(clock);
  const startedAt = clock.elapsed();
  const alerts: AdminAlert[] = [];
  const probedAfterMs: number[] = [];
  const pausedFor: number[] = [];
  const nothing = (): void => undefined;
  const health = createStoreHealth(createMemorySql(), clock, nothing, nothing);
  const breaker = createBreaker({
    ...{ clock, windowMs: MINUTE_MS, table: rows, row: 'breaker of the service', account, health },
    raise: (alert) => alerts.push(alert),
    pauseAll: (ms) => pausedFor.push(ms),
    probe: async () => {
      probedAfterMs.push(clock.elapsed() - startedAt);
      return isFine();
    },
  });
  onTestFinished(() => {
    breaker.stop();
    health.stop();
  });
  const fail = (code: ServiceFailureCode, times = 1): void => {
    for (let i = 0; i < times; i += 1) breaker.failed(new ServiceFailure(code));
  };
  const passes = (): boolean => {
    try {
      breaker.pass();
      return true;
    } catch {
      return false;
    }
  };
  return { clock, rows, breaker, alerts, probedAfterMs, pausedFor, fail, passes };
}

describe('the breaker', () => {
  it.each<ServiceFailureCode>(['hourly-limit', 'key-refused'])(
    'opened by %s asks for the key’s status ever more slowly, and closes when it is good',
    async (code) => {
      let isFine = false;
      const { clock, fail, passes, breaker, alerts, probedAfterMs } = createBench({
        isFine: () => isFine,
      });
      fail(code);
      await clock.advance(25 * MINUTE_MS);
      const waiting = breaker.closed(signal);
      expect(probedAfterMs.map((ms) => ms / MINUTE_MS)).toEqual([1, 3, 7, 15, 25]);
      expect(passes()).toBe(false);
      isFine = true;
      await clock.advanceUntil(waiting);
      expect([passes(), passes()]).toEqual([true, true]);
      expect(alerts.map(({ kind }) => kind)).toEqual(['breaker-opened', 'breaker-closed']);
      // The status was wrong, so only a check that succeeds closes it.
      fail(code);
      await clock.advance(30 * MINUTE_MS);
      expect([passes(), passes(), alerts.length]).toEqual([true, false, 3]);
      breaker.succeeded(breaker.mark());
      expect([passes(), passes(), alerts.length]).toEqual([true, true, 4]);
    },
  );

  it.each<ServiceFailureCode>(['timeout', 'reset', 'server-error', 'unreadable', 'unreachable'])(
    'is opened by %s five times in a row, and not when an answer comes between',
    (code) => {
      const { breaker, fail, passes } = createBench();
      fail(code, 4);
      breaker.succeeded(breaker.mark());
      fail(code, 4);
      fail('imei-empty', 20);
      expect(passes()).toBe(true);
      fail(code);
      expect(passes()).toBe(false);
    },
  );

  it.each<[ServiceFailureCode, number, readonly number[]]>([
    ['timeout', 5, [15, 45, 105, 225, 465, 945, 1_545]],
    ['limit-exceeded', 1, [60, 180, 420, 900, 1_500, 2_100]],
  ])(
    'after %s tries the service with one check at a time, ever more seldom',
    async (code, times, inS) => {
      const { clock, fail, breaker, passes, alerts } = createBench();
      fail(code, times);
      const trialsAfterS: number[] = [];
      for (let s = 15; s <= (inS.at(-1) ?? 0); s += 15) {
        await clock.advance(15_000);
        // To ask whether it is worth waiting uses nothing up.
        if (inS.includes(s)) breaker.assertMayPass();
        while (passes()) {
          trialsAfterS.push(s);
          fail(code);
        }
      }
      expect(trialsAfterS).toEqual(inS);
      expect(alerts).toHaveLength(1);
    },
  );

  it('is not closed by what was sent before it opened', async () => {
    const { clock, fail, breaker } = createBench();
    const mark = breaker.mark();
    fail('limit-exceeded');
    breaker.succeeded(mark);
    expect(breaker.paused()).toBeDefined();
    await clock.advance(MINUTE_MS);
    breaker.succeeded(breaker.mark());
    expect(breaker.paused()).toBeUndefined();
  });

  it('pauses everything each time the service says that its limit was crossed', () => {
    const { fail, pausedFor, breaker, clock } = createBench();
    fail('timeout');
    fail('limit-exceeded', 2);
    expect(pausedFor).toEqual([MINUTE_MS, MINUTE_MS]);
    expect(breaker.paused()).toMatchObject({ retryAt: clock.now() + MINUTE_MS });
  });
});

describe('the breaker after a restart', () => {
  const restarted = async (before: ReturnType<typeof createBench>, more: BenchOptions = {}) => {
    before.breaker.stop();
    await before.clock.settle();
    const next = createBench({ rows: before.rows, clock: before.clock, ...more });
    await next.breaker.restore();
    return next;
  };

  it.each([
    ['', 0, 40_000],
    [', at most for a window, after the clock was set back', -3_600_000, MINUTE_MS],
    [', not at all after it was set forward', 3_600_000, 0],
  ])('pauses everything for the rest of the window%s', async (_when, step, restMs) => {
    const before = createBench();
    before.fail('limit-exceeded');
    await before.clock.advance(20_000);
    before.clock.step(step);
    const { clock, passes, pausedFor, alerts } = await restarted(before);
    expect(pausedFor).toEqual([restMs]);
    await clock.advance(Math.max(restMs - 1, 0));
    if (restMs > 0) expect(passes()).toBe(false);
    await clock.advance(1);
    expect(passes()).toBe(true);
    // Admins know.
    expect(alerts).toEqual([]);
  });

  it('looks at the key within a minute, and closes when it is fine', async () => {
    const before = createBench();
    before.fail('key-inactive');
    await before.clock.settle();
    const { clock, passes, probedAfterMs, alerts } = await restarted(before, {
      isFine: () => true,
    });
    await clock.advance(MINUTE_MS);
    expect([probedAfterMs, passes()]).toEqual([[MINUTE_MS], true]);
    expect(alerts).toEqual([{ kind: 'breaker-closed', code: 'key-inactive' }]);
    expect((await restarted(before)).breaker.paused()).toBeUndefined();
  });

  it('knows nothing of another key’s trouble, but for what concerns the address', async () => {
    for (const code of ['key-refused', 'limit-exceeded'] as const) {
      const before = createBench();
      before.fail(code);
      const { breaker } = await restarted(before, { account: 'new' });
      expect(breaker.paused() !== undefined).toBe(code === 'limit-exceeded');
    }
  });
});

describe('those who wait for the breaker to close', () => {
  it('go on when it closes, and leave when they like', async () => {
    const { fail, breaker, clock } = createBench();
    await breaker.closed(signal);
    fail('key-refused');
    const leaving = new AbortController();
    const left = expect(breaker.closed(leaving.signal)).rejects.toBe('gone');
    const waiting = [1, 2, 3].map(() => breaker.closed(signal));
    leaving.abort('gone');
    await left;
    breaker.succeeded(breaker.mark());
    await clock.advanceUntil(Promise.all(waiting));
  });
});
