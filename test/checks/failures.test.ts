import { describe, expect, it } from 'vitest';
import type { ServiceFailureCode } from '../../src/provider/errors.ts';
import type { FaultKind } from '../../src/sandbox/faults/faults.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';

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
    ['huge-body', 'unreadable'],
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
});
