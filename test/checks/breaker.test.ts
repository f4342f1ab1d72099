import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../src/checks/alarm.ts';
import { createBreaker } from '../../src/checks/breaker.ts';
import { ServiceFailure, type ServiceFailureCode } from '../../src/service/errors.ts';
import { startChecking, testImei } from '../support/checking.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const MINUTE_MS = 60_000;

function createBench({ isFine = () => false }: { readonly isFine?: () => boolean } = {}) {
  const clock = createFakeClock();
  const startedAt = clock.now();
  const alarms: Alarm[] = [];
  const probedAfterMs: number[] = [];
  let pauses = 0;
  const breaker = createBreaker({
    clock,
    windowMs: MINUTE_MS,
    raise: (alarm) => alarms.push(alarm),
    pauseAll: () => {
      pauses += 1;
    },
    probe: async () => {
      probedAfterMs.push(clock.now() - startedAt);
      return isFine();
    },
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
  return { clock, breaker, alarms, probedAfterMs, fail, passes, pauses: () => pauses };
}

describe('the breaker', () => {
  it.each<[ServiceFailureCode, readonly number[]]>([
    ['hourly-limit', [1, 3, 7, 15, 30]],
    ['daily-limit', [1, 3, 7, 15, 30]],
    ['key-refused', [5, 15, 35, 75, 135]],
    ['account-blocked', [5, 15, 35, 75, 135]],
  ])('%s: asks for the key’s status ever more slowly', async (code, minutes) => {
    const { clock, fail, probedAfterMs, breaker } = createBench();
    fail(code);
    await clock.advance((minutes.at(-1) ?? 0) * MINUTE_MS);
    expect(probedAfterMs.map((ms) => ms / MINUTE_MS)).toEqual(minutes);
    breaker.stop();
  });

  it('lets nothing through while it asks, and everything as soon as the status is good', async () => {
    let isFine = false;
    const { clock, fail, passes, breaker, alarms } = createBench({ isFine: () => isFine });
    fail('key-inactive');
    const waiting = breaker.closed(new AbortController().signal);
    await clock.advance(5 * MINUTE_MS);
    expect(passes()).toBe(false);
    isFine = true;
    await clock.advanceUntil(waiting);
    expect([passes(), passes()]).toEqual([true, true]);
    expect(alarms.map(({ kind }) => kind)).toEqual(['breaker-opened', 'breaker-closed']);
  });

  it.each<ServiceFailureCode>([
    'timeout',
    'reset',
    'server-error',
    'unreadable',
    'unknown-error',
    'unreachable',
  ])('%s opens it when it comes five times in a row, and not when an answer comes between', (code) => {
    const { clock, breaker, fail, passes } = createBench();
    fail(code, 4);
    breaker.succeeded(clock.now());
    fail(code, 4);
    expect(passes()).toBe(true);
    fail(code);
    expect(passes()).toBe(false);
  });

  it('is not opened by what says something of one question only', () => {
    const { breaker, fail } = createBench();
    fail('imei-empty', 20);
    expect(breaker.state()).toEqual({ open: false });
  });

  it('tries the service with one check at a time, ever more seldom', async () => {
    const { clock, fail, passes } = createBench();
    fail('timeout', 5);
    const trialsAfterS: number[] = [];
    for (let s = 1; s <= 120; s += 1) {
      await clock.advance(1_000);
      while (passes()) trialsAfterS.push(s);
    }
    expect(trialsAfterS).toEqual([15, 45, 105]);
  });

  it('keeps the trial for what is sent: asking whether it is worth waiting uses nothing up', async () => {
    const { clock, fail, breaker, passes } = createBench();
    fail('timeout', 5);
    await clock.advance(15_000);
    breaker.assertMayPass();
    breaker.assertMayPass();
    expect([passes(), passes()]).toEqual([true, false]);
  });

  it('is not closed by an answer to what was sent before it opened', async () => {
    const { clock, fail, breaker } = createBench();
    const sentAt = clock.now();
    await clock.advance(100);
    fail('limit-exceeded');
    breaker.succeeded(sentAt);
    expect(breaker.state().open).toBe(true);
    await clock.advance(MINUTE_MS);
    breaker.succeeded(clock.now());
    expect(breaker.state().open).toBe(false);
  });

  it('pauses everything each time the service says that its limit was crossed', () => {
    const { fail, pauses, breaker, clock } = createBench();
    fail('limit-exceeded', 2);
    expect(pauses()).toBe(2);
    expect(breaker.state()).toMatchObject({ open: true, retryAt: clock.now() + MINUTE_MS });
  });
});

describe('those who wait in the line when the breaker opens', () => {
  it('are told, and nothing of theirs is sent', async () => {
    const { check, service } = await startChecking({
      sandbox: { delay: 100 },
      settings: { limits: { concurrent: 1, perWindow: 100, windowMs: 1_000 } },
    });
    service.fail({ kind: 'key-refused' });
    const asked = await Promise.allSettled([1, 2, 3].map((serial) => check(testImei(serial))));
    for (const refused of asked)
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'key-refused' } });
    expect(service.arrivals.filter(({ call }) => call === 'check')).toHaveLength(1);
  });
});

describe('the key’s status', () => {
  it('that is refused for the limit pauses the checks as well', async () => {
    const windowMs = 500;
    const { checks, check, service, alarms } = await startChecking({
      settings: { limits: { concurrent: 4, perWindow: 100, windowMs } },
    });
    service.fail({ kind: 'limit-exceeded', times: 1, matching: ({ call }) => call === 'key-status' });
    const { signal } = new AbortController();
    await expect(checks.keyStatus.get({ signal })).rejects.toMatchObject({ code: 'limit-exceeded' });
    await expect(check(testImei(1))).rejects.toMatchObject({ code: 'limit-exceeded' });
    expect((await check(testImei(1), { priority: 'batch' })).found).toBe(true);
    const [crossed, next] = service.arrivals;
    expect((next?.at ?? 0) - (crossed?.at ?? 0)).toBeGreaterThanOrEqual(windowMs);
    expect(alarms[0]).toMatchObject({ kind: 'breaker-opened', code: 'limit-exceeded' });
  });

  it('that could not be had for a moment stops no check', async () => {
    const { checks, check, service } = await startChecking();
    service.fail({ kind: 'server-error-500', matching: ({ call }) => call === 'key-status' });
    const { signal } = new AbortController();
    for (let i = 0; i < 6; i += 1)
      await expect(checks.keyStatus.get({ signal })).rejects.toMatchObject({ code: 'server-error' });
    expect((await check(testImei(1))).found).toBe(true);
  });
});
