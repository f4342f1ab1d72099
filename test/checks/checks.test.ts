import { describe, expect, it } from 'vitest';
import type { ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { testImei } from '../support/checks/checking.ts';
import { startQuickChecks } from '../support/checks/quick-checks.ts';
import { QUICK_LATENCY_MS } from '../support/checks/quick-service.ts';
import { waitingIn } from '../support/checks/waiting.ts';
import { MINUTE_MS } from '../support/known.ts';
import type { StoreFault } from '../support/store/brittle.ts';

const [IMEI, OTHER] = [testImei(1), testImei(2)];

describe('reports of the checks', () => {
  it.each<[string, ServiceFailureCode[], StoreFault]>([
    ['the service', [], 'none'],
    ['a service that refuses all', ['key-refused'], 'none'],
    ['a store that fails', [], 'all'],
  ])('the checks report which requests wait for %s', async (_what, fates, fault) => {
    const { checks, check, clock, service, store } = await startQuickChecks();
    const isWaiting = (id: string): boolean => waitingIn(checks.waitingRequests).includes(id);
    service.fates.push(...fates);
    const first = check(OTHER);
    await clock.advance(1_000);
    store.fault = fault;
    const asked = check(IMEI, { requestId: 'waits', priority: 'batch' });
    expect(isWaiting('waits')).toBe(false);
    await clock.advance(100);
    expect(isWaiting('waits')).toBe(true);
    expect(isWaiting('another')).toBe(false);
    store.fault = 'none';
    await clock.advanceUntil(Promise.all([first, asked]));
    expect(isWaiting('waits')).toBe(false);
  });

  it('the checks report the cost of the day and the month, the use of the limit, and the budget', async () => {
    const allowance = { checksPerAccountPerDay: 100, reserve: 0, budgetPerDay: 50 };
    const { ask, checks, status, clock } = await startQuickChecks({ settings: { allowance } });
    await ask(IMEI);
    await ask(IMEI);
    const spent = { paid: 1, saved: 1, inDoubt: 0 };
    expect(await checks.usage()).toEqual({
      today: spent,
      month: spent,
      budget: { used: 1, limit: 50 },
      waiting: 0,
      inFlight: 0,
      windowUsed: 1,
      windowLimit: 1_000,
      windowMs: MINUTE_MS,
    });
    await status();
    await clock.settle();
    expect(await checks.keyMonitor.samples()).toMatchObject([{ month: 1_000 }]);
    expect(checks.checker.estimate(2).batchMs).toBeGreaterThan(0);
    await clock.advance(1_440 * MINUTE_MS);
    expect((await checks.usage()).today).toMatchObject({ paid: 0 });
    expect((await (await startQuickChecks()).checks.usage()).budget).toBeUndefined();
  });

  it('the checks report why nothing is sent, and until when', async () => {
    const { check, checks, service, clock } = await startQuickChecks();
    expect(checks.service.gate.pauseReason()).toBeUndefined();
    service.fates.push('key-refused');
    check(IMEI).catch(() => undefined);
    await clock.advance(QUICK_LATENCY_MS);
    const pause = { code: 'key-refused', retryAt: clock.now() + MINUTE_MS };
    expect(checks.service.gate.pauseReason()).toEqual(pause);
    expect((await checks.usage()).pause).toEqual(pause);
  });
});

describe('the status of the key', () => {
  it.each<[object, boolean]>([
    [{ 'Has access': false }, true],
    [{ 'Has access': true, 'Checks left (hour)': 0 }, true],
    [{ 'Has access': true, 'Checks left (day)': 0 }, true],
    [{ 'Has access': true, 'Checks left (month)': 0 }, true],
    [{ 'Has access': true }, false],
    [{ 'Checks left (month)': 'no limit' }, false],
    [{ 'Checks left (day)': 1 }, false],
    // The clock begins at noon of 2026-01-15.
    [{ 'Has access': true, 'Expiration date': '2026-01-14' }, true],
    [{ 'Has access': true, 'Expiration date': '2026-01-15' }, false],
    [{ 'Has access': true, 'Activation date': '2026-01-16' }, true],
    [{ 'Has access': true, 'Activation date': '2026-01-15' }, false],
    [{ 'Has access': true, 'Expiration date': 'soon' }, false],
  ])('whether the status %j keeps checks paused: %s', async (fields, isPaused) => {
    const { check, checks, service, clock } = await startQuickChecks();
    service.fates.push('daily-limit', JSON.stringify(fields));
    check(IMEI).catch(() => undefined);
    await clock.advance(1.5 * MINUTE_MS);
    expect(service.arrivals).toEqual(isPaused ? [IMEI, 'status'] : [IMEI, 'status', IMEI]);
    expect(checks.service.gate.pauseReason() !== undefined).toBe(isPaused);
  });

  it.each([
    ['key-refused', true],
    ['limit-exceeded', true],
    ['timeout', false],
  ] as const)(
    'whether a status call that fails with %s pauses checks: %s',
    async (code, isOpen) => {
      const { status, checks, service } = await startQuickChecks();
      for (let times = 0; times < (isOpen ? 1 : 6); times += 1) {
        service.fates.push(code);
        await expect(status()).rejects.toMatchObject({ code });
      }
      expect(checks.service.gate.pauseReason() !== undefined).toBe(isOpen);
    },
  );
});
