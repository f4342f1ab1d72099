import { describe, expect, it } from 'vitest';
import type { systemClock } from '../../src/core/clock.ts';
import type { ServiceFailureCode } from '../../src/provider/errors.ts';
import type { FaultKind } from '../../src/sandbox/faults/faults.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { createSkippingClock } from '../support/clocks/skipping.ts';
import { scaledClock } from '../support/telegram/clock.ts';

/** The pauses of a breaker are minutes. */
const FASTER = 100;
const IMEI = testImei(1);
const batch = { priority: 'batch' } as const;

describe('what the service says no to', () => {
  it.each<[FaultKind, ServiceFailureCode]>([
    ['credentials-wrong', 'credentials-wrong'],
    ['credentials-missing', 'credentials-missing'],
    ['account-blocked', 'account-blocked'],
    ['key-refused', 'key-refused'],
    ['key-inactive', 'key-inactive'],
    ['hourly-limit', 'hourly-limit'],
    ['daily-limit', 'daily-limit'],
  ])(
    '%s: not paid, told at once with when the bot looks again, and nothing more is sent meanwhile',
    async (kind, code) => {
      const { check, service, alerts } = await startChecking();
      service.fail({ kind });
      await expect(check(IMEI)).rejects.toMatchObject({ code, paid: 'no' });
      const sent = service.arrivals.length;
      await expect(check(testImei(2))).rejects.toMatchObject({ code, retryAt: expect.any(Number) });
      expect(service.arrivals).toHaveLength(sent);
      expect(alerts).toMatchObject([{ kind: 'breaker-opened', code }]);
    },
  );

  it('a batch waits, and goes on by itself when the key’s status says that it can', async () => {
    const { check, service, alerts } = await startChecking({ clock: scaledClock(FASTER) });
    service.fail({ kind: 'hourly-limit', times: 1 });
    const first = check(IMEI, batch);
    await expect.poll(() => alerts.length).toBe(1);
    const second = check(testImei(2), batch);
    expect((await first).found).toBe(true);
    expect((await second).found).toBe(true);
    expect(service.arrivals.some(({ path }) => path.includes('status'))).toBe(true);
    expect(alerts.map(({ kind }) => kind)).toEqual(['breaker-opened', 'breaker-closed']);
    expect(new Set(service.paidChecks).size).toBe(service.paidChecks.length);
  });

  it('the breaker stays open while the status says no', async () => {
    const { check, service } = await startChecking({ clock: scaledClock(FASTER), apiKey: 'sandbox-expired' });
    await expect(check(IMEI)).rejects.toMatchObject({ code: 'key-inactive' });
    const waits = new AbortController();
    const waiting = check(testImei(2), { ...batch, signal: waits.signal });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(service.arrivals.filter(({ path }) => path.includes('check'))).toHaveLength(1);
    waits.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('“Exceeded the limit” pauses everything for a full window', async () => {
    const windowMs = 800;
    const { check, service } = await startChecking({
      settings: { limits: { concurrent: 4, perWindow: 100, windowMs } },
    });
    service.fail({ kind: 'limit-exceeded', times: 1 });
    await expect(check(IMEI)).rejects.toMatchObject({ code: 'limit-exceeded', paid: 'no' });
    const crossedAt = service.arrivals[0]?.at ?? 0;
    await expect(check(testImei(2))).rejects.toMatchObject({ code: 'limit-exceeded' });
    expect((await check(testImei(3), batch)).found).toBe(true);
    expect((service.arrivals[1]?.at ?? 0) - crossedAt).toBeGreaterThanOrEqual(windowMs);
  });

  it('“not found” is an answer and closes what was open', async () => {
    const { check } = await startChecking();
    expect(await check(testImei(1, '99999999'))).toMatchObject({ found: false, source: 'service' });
  });
});

describe('what may have been paid for', () => {
  it.each<[FaultKind, ServiceFailureCode]>([
    ['time-out', 'timeout'],
    ['reset', 'reset'],
    ['server-error-500', 'server-error'],
    ['server-error-503', 'server-error'],
    ['html-page', 'unreadable'],
    ['empty', 'unreadable'],
    ['truncated', 'unreadable'],
    ['non-utf8', 'unreadable'],
    ['huge-body', 'too-large'],
    ['unexpected-shape', 'unexpected'],
    ['redirect', 'redirect'],
  ])(
    '%s is never sent again by itself, neither now nor when the request is taken up again',
    async (kind, code) => {
      const { check, service, checks } = await startChecking({ settings: { requestTimeoutMs: 300 } });
      service.fail({ kind, times: 1 });
      await expect(check(IMEI, { requestId: 'test:same' })).rejects.toMatchObject({ code, paid: 'maybe' });
      await expect(check(IMEI, { requestId: 'test:same' })).rejects.toMatchObject({ code });
      expect(service.arrivals).toHaveLength(1);
      expect((await checks.usage()).today.inDoubt).toBe(1);
      expect((await check(IMEI, { requestId: 'test:by a person' })).found).toBe(true);
    },
  );

  it('five in a row, and nothing is sent for a while', async () => {
    const { check, service, alerts } = await startChecking();
    service.fail({ kind: 'server-error-500' });
    for (let serial = 1; serial <= 5; serial += 1) {
      await expect(check(testImei(serial))).rejects.toMatchObject({ code: 'server-error' });
    }
    await expect(check(testImei(6))).rejects.toMatchObject({ code: 'unreachable', paid: 'no' });
    expect(service.arrivals).toHaveLength(5);
    expect(alerts).toMatchObject([{ kind: 'breaker-opened' }]);
  });

  it('and one check is let through as a trial later, which closes the breaker when it goes well', async () => {
    const clock = createSkippingClock();
    const { check, service, alerts } = await startChecking({ clock });
    service.fail({ kind: 'server-error-500', times: 5 });
    for (let serial = 1; serial <= 5; serial += 1) await check(testImei(serial)).catch(() => undefined);
    await expect(check(testImei(6))).rejects.toMatchObject({ code: 'unreachable' });
    clock.skip(15_000);
    expect((await check(testImei(6))).found).toBe(true);
    expect((await check(testImei(7))).found).toBe(true);
    expect(alerts.map(({ kind }) => kind)).toEqual(['breaker-opened', 'breaker-closed']);
  });
});

describe('a service that cannot be reached', () => {
  it('is tried a few times with growing pauses, and costs nothing', async () => {
    const pauses: number[] = [];
    const quick = scaledClock(FASTER);
    const clock = {
      ...quick,
      sleep: (...[ms, signal, options]: Parameters<typeof systemClock.sleep>) => {
        if (ms === 1_000 || ms === 4_000 || ms === 10_000) pauses.push(ms);
        return quick.sleep(ms, signal, options);
      },
    };
    const { check, checks } = await startChecking({
      baseUrl: 'http://127.0.0.1:9',
      clock,
      settings: { limits: { concurrent: 4, perWindow: 100, windowMs: 777 } },
    });
    await expect(check(IMEI)).rejects.toMatchObject({ code: 'unreachable', paid: 'no' });
    expect(pauses).toEqual([1_000, 4_000, 10_000]);
    expect((await checks.usage()).today).toMatchObject({ paid: 0, inDoubt: 0 });
  });
});
