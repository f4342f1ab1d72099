import { describe, expect, it, onTestFinished } from 'vitest';
import { createBreaker } from '../../src/checks/breaker.ts';
import type { AdminAlert, ChecksSettings } from '../../src/checks/contract.ts';
import { ServiceFailure, type ServiceFailureCode } from '../../src/provider/errors.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { createStoreHealth } from '../../src/store/health.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { createMemorySettings, createMemorySql, NO_SEAL } from '../support/store/memory-sql.ts';

const MINUTE_MS = 60_000;

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
  const errors: unknown[] = [];
  const probedAfterMs: number[] = [];
  const pausedFor: number[] = [];
  const sql = createMemorySql();
  const health = createStoreHealth({
    ...{ store: { sql }, clock, onHealed: () => undefined },
    onFailing: (error) => errors.push(error),
  });
  const settings = { account, cache: { realm: 'the service' } } as ChecksSettings;
  const breaker = createBreaker({
    ...{ clock, windowMs: MINUTE_MS, table: rows, seal: NO_SEAL, health, settings },
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
  return { clock, rows, breaker, alerts, errors, probedAfterMs, pausedFor, fail, passes };
}

describe('the breaker', () => {
  it.each<[ServiceFailureCode, readonly number[]]>([
    ['hourly-limit', [1, 3, 7, 15, 25]],
    ['key-refused', [1, 3, 7, 15, 25]],
  ])('%s: asks for the key’s status ever more slowly', async (code, minutes) => {
    const { clock, fail, probedAfterMs, breaker } = createBench();
    fail(code);
    await clock.advance((minutes.at(-1) ?? 0) * MINUTE_MS);
    expect(probedAfterMs.map((ms) => ms / MINUTE_MS)).toEqual(minutes);
    breaker.stop();
  });

  it('lets nothing through while it asks, and everything as soon as the status is good', async () => {
    let isFine = false;
    const { clock, fail, passes, breaker, alerts } = createBench({ isFine: () => isFine });
    fail('key-inactive');
    const waiting = breaker.closed(new AbortController().signal);
    await clock.advance(5 * MINUTE_MS);
    expect(passes()).toBe(false);
    isFine = true;
    await clock.advanceUntil(waiting);
    expect([passes(), passes()]).toEqual([true, true]);
    expect(alerts.map(({ kind }) => kind)).toEqual(['breaker-opened', 'breaker-closed']);
  });

  it.each<ServiceFailureCode>([
    'timeout',
    'reset',
    'server-error',
    'unreadable',
    'unknown-error',
    'unreachable',
  ])('%s opens it when it comes five times in a row, and not when an answer comes between', (code) => {
    const { breaker, fail, passes } = createBench();
    fail(code, 4);
    breaker.succeeded(breaker.mark());
    fail(code, 4);
    expect(passes()).toBe(true);
    fail(code);
    expect(passes()).toBe(false);
  });

  it('is not opened by what says something of one question only', () => {
    const { breaker, fail } = createBench();
    fail('imei-empty', 20);
    expect(breaker.paused()).toBeUndefined();
  });

  it.each<[ServiceFailureCode, number, readonly number[]]>([
    ['timeout', 5, [15, 45, 105, 225, 465, 945, 1_545]],
    ['limit-exceeded', 1, [60, 180, 420, 900, 1_500, 2_100]],
  ])('after %s tries the service with one check at a time, ever more seldom', async (code, times, inS) => {
    const { clock, fail, passes, alerts } = createBench();
    fail(code, times);
    const trialsAfterS: number[] = [];
    for (let s = 15; s <= (inS.at(-1) ?? 0); s += 15) {
      await clock.advance(15_000);
      while (passes()) {
        trialsAfterS.push(s);
        fail(code);
      }
    }
    expect(trialsAfterS).toEqual(inS);
    // Admins are told once.
    expect(alerts).toHaveLength(1);
  });

  it('keeps the trial for what is sent: asking whether it is worth waiting uses nothing up', async () => {
    const { clock, fail, breaker, passes } = createBench();
    fail('timeout', 5);
    await clock.advance(15_000);
    breaker.assertMayPass();
    breaker.assertMayPass();
    expect([passes(), passes()]).toEqual([true, false]);
  });

  it('asks no more, and leaves nothing for those to come, once an answer has closed it', async () => {
    const { clock, fail, breaker, probedAfterMs, rows } = createBench();
    fail('hourly-limit');
    await clock.advance(30_000);
    breaker.succeeded(breaker.mark());
    await clock.advance(30 * MINUTE_MS);
    expect([probedAfterMs, await rows.entries()]).toEqual([[], []]);
  });

  it('asks no more once it is stopped', async () => {
    const { clock, fail, breaker, probedAfterMs } = createBench();
    fail('hourly-limit');
    breaker.stop();
    await clock.advance(30 * MINUTE_MS);
    expect([probedAfterMs, clock.sleeping]).toEqual([[], 0]);
  });

  it('is not closed by a good status that was asked for before it opened for another reason', async () => {
    const refuse = { now: (): void => undefined };
    const { clock, fail, breaker } = createBench({
      isFine: () => {
        refuse.now();
        return true;
      },
    });
    refuse.now = () => fail('key-refused');
    fail('hourly-limit');
    await clock.advance(MINUTE_MS);
    expect(breaker.paused()).toMatchObject({ code: 'key-refused' });
  });

  it('is not closed by an answer to what was sent before it opened', async () => {
    const { clock, fail, breaker } = createBench();
    const mark = breaker.mark();
    await clock.advance(100);
    fail('limit-exceeded');
    breaker.succeeded(mark);
    expect(breaker.paused()).toBeDefined();
    await clock.advance(MINUTE_MS);
    breaker.succeeded(breaker.mark());
    expect(breaker.paused()).toBeUndefined();
  });

  it('pauses everything each time the service says that its limit was crossed', () => {
    const { fail, pausedFor, breaker, clock } = createBench();
    fail('limit-exceeded', 2);
    expect(pausedFor).toEqual([MINUTE_MS, MINUTE_MS]);
    expect(breaker.paused()).toMatchObject({ retryAt: clock.now() + MINUTE_MS });
  });
});

describe('the breaker, when the time of day is set', () => {
  it.each([-3_600_000, 3_600_000])('by %i ms lets the trial through no sooner and no later', async (step) => {
    const { clock, fail, passes } = createBench();
    fail('timeout', 5);
    clock.step(step);
    await clock.advance(14_999);
    expect(passes()).toBe(false);
    await clock.advance(1);
    expect(passes()).toBe(true);
  });

  it('tells by the new time when it looks again', () => {
    const { clock, fail, breaker } = createBench();
    fail('timeout', 5);
    clock.step(-3_600_000);
    expect(breaker.paused()).toMatchObject({ retryAt: clock.now() + 15_000 });
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

  it('lets nothing through before its time, and pauses everything for the rest of the window', async () => {
    const before = createBench();
    before.fail('limit-exceeded');
    await before.clock.advance(20_000);
    const { clock, passes, pausedFor, alerts } = await restarted(before);
    expect(pausedFor).toEqual([40_000]);
    await clock.advance(39_999);
    expect(passes()).toBe(false);
    await clock.advance(1);
    expect(passes()).toBe(true);
    // Admins know.
    expect(alerts).toEqual([]);
  });

  it.each([-3_600_000, 3_600_000])(
    'waits for a window at most with a clock that was set by %i ms',
    async (step) => {
      const before = createBench();
      before.fail('limit-exceeded');
      await before.clock.settle();
      before.clock.step(step);
      const { clock, passes } = await restarted(before);
      await clock.advance(MINUTE_MS);
      expect(passes()).toBe(true);
    },
  );

  it('looks at the key within a minute, and closes when it is fine', async () => {
    const before = createBench();
    before.fail('key-inactive');
    await before.clock.settle();
    const { clock, passes, probedAfterMs, alerts } = await restarted(before, { isFine: () => true });
    await clock.advance(59_999);
    expect([probedAfterMs, passes()]).toEqual([[], false]);
    await clock.advance(1);
    expect([probedAfterMs, passes()]).toEqual([[MINUTE_MS], true]);
    expect(alerts).toEqual([{ kind: 'breaker-closed', code: 'key-inactive' }]);
    expect((await restarted(before)).breaker.paused()).toBeUndefined();
  });

  it('is closed where it was closed', async () => {
    const before = createBench();
    before.fail('limit-exceeded');
    before.breaker.succeeded(before.breaker.mark());
    expect((await restarted(before)).breaker.paused()).toBeUndefined();
  });

  it('knows nothing of another key’s trouble, but for what concerns the address', async () => {
    const before = createBench();
    before.fail('key-refused');
    expect((await restarted(before, { account: 'new' })).breaker.paused()).toBeUndefined();
    const other = createBench();
    other.fail('limit-exceeded');
    expect((await restarted(other, { account: 'new' })).breaker.paused()).toBeDefined();
  });

  it.each(['', 'of another version', '{}', '{"code":"no such"}', '[]'])(
    'begins closed with a row that it cannot read: %j',
    async (text) => {
      const bench = createBench();
      await bench.rows.put('breaker service the service', text);
      await bench.breaker.restore();
      expect(bench.breaker.paused()).toBeUndefined();
      expect(bench.errors).toEqual([]);
    },
  );

  it('is written when the store works again', async () => {
    const clock = createFakeClock();
    const rows = createMemorySettings(clock);
    let isFull = true;
    const put: typeof rows.put = (...row) =>
      isFull ? Promise.reject(new StoreFailed('SQLITE_FULL')) : rows.put(...row);
    const bench = createBench({ clock, rows: { ...rows, put } });
    bench.fail('limit-exceeded');
    await clock.settle();
    expect(bench.errors).not.toEqual([]);
    expect(await rows.entries()).toEqual([]);
    isFull = false;
    await clock.advance(1_000);
    expect(await rows.entries()).toHaveLength(1);
    expect((await restarted(bench)).breaker.paused()).toMatchObject({ code: 'limit-exceeded' });
  });
});

describe('those who wait for the breaker to close', () => {
  it('wait for nothing where it is closed', async () => {
    const { breaker, clock } = createBench();
    await breaker.closed(new AbortController().signal);
    expect(clock.sleeping).toBe(0);
  });

  it('try when the trouble is over that the status itself was refused for', async () => {
    const { fail, clock, breaker, passes } = createBench();
    fail('hourly-limit');
    const waiting = breaker.closed(new AbortController().signal);
    await clock.advance(MINUTE_MS);
    // No status tells when this is over, so somebody who waits has to try.
    fail('limit-exceeded');
    await clock.advance(MINUTE_MS - 1);
    expect(passes()).toBe(false);
    await clock.advance(1_000);
    await waiting;
    expect(passes()).toBe(true);
  });

  it('wait on where the trouble becomes one of which the status tells', async () => {
    let isFine = false;
    const { fail, clock, breaker } = createBench({ isFine: () => isFine });
    fail('unreachable', 5);
    let isOver = false;
    void breaker.closed(new AbortController().signal).then(() => {
      isOver = true;
    });
    fail('hourly-limit');
    await clock.advance(MINUTE_MS);
    expect(isOver).toBe(false);
    isFine = true;
    await clock.advance(2 * MINUTE_MS);
    expect(isOver).toBe(true);
  });

  it('go on when it closes, and leave when they like', async () => {
    const { fail, breaker, clock } = createBench();
    fail('key-refused');
    const leaving = new AbortController();
    const left = expect(breaker.closed(leaving.signal)).rejects.toBe('gone');
    const waiting = [1, 2, 3].map(() => breaker.closed(new AbortController().signal));
    leaving.abort('gone');
    await left;
    breaker.succeeded(breaker.mark());
    await clock.advanceUntil(Promise.all(waiting));
  });
});

describe('the key’s status', () => {
  it('that is refused for the limit pauses the checks as well', async () => {
    const windowMs = 500;
    const { checks, check, service, alerts } = await startChecking({
      settings: { limits: { concurrent: 4, perWindow: 100, windowMs } },
    });
    service.fail({ kind: 'limit-exceeded', times: 1, matching: ({ call }) => call === 'key-status' });
    const { signal } = new AbortController();
    await expect(checks.key.status({ signal })).rejects.toMatchObject({ code: 'limit-exceeded' });
    await expect(check(testImei(1))).rejects.toMatchObject({ code: 'limit-exceeded' });
    expect((await check(testImei(1), { priority: 'batch' })).found).toBe(true);
    const [crossed, next] = service.arrivals;
    expect((next?.at ?? 0) - (crossed?.at ?? 0)).toBeGreaterThanOrEqual(windowMs);
    expect(alerts[0]).toMatchObject({ kind: 'breaker-opened', code: 'limit-exceeded' });
  });

  it('that could not be had for a moment stops no check', async () => {
    const { checks, check, service } = await startChecking();
    service.fail({ kind: 'server-error-500', matching: ({ call }) => call === 'key-status' });
    const { signal } = new AbortController();
    for (let i = 0; i < 6; i += 1)
      await expect(checks.key.status({ signal })).rejects.toMatchObject({ code: 'server-error' });
    expect((await check(testImei(1))).found).toBe(true);
  });
});
