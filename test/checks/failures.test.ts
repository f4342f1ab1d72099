import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/core/principal.ts';
import type { ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { testImei } from '../support/checks/checking.ts';
import { startQuickChecks } from '../support/checks/quick-checks.ts';
import { DAY_MS } from '../support/known.ts';

const IMEI = testImei(1);

describe('a check that may have been paid for', () => {
  it.each<[fate: string, ServiceFailureCode]>([
    ['timeout', 'timeout'],
    ['<!DOCTYPE html><title>Maintenance</title>', 'unreadable'],
    [`{"error":"IMEI: ${testImei(2)} not found"}`, 'unexpected'],
    [`{"imei":"${testImei(2)}","brand":"Apple","model":"iPhone 5"}`, 'unexpected'],
  ])('is sent again only if a person asks again: %s', async (fate, code) => {
    const { ask, today, service } = await startQuickChecks();
    service.fates.push(fate);
    const doubt = { code, mayBePaid: true };
    await expect(ask(IMEI, { requestId: 'test:same' })).rejects.toMatchObject(doubt);
    // As when its request is taken up again.
    await expect(ask(IMEI, { requestId: 'test:same' })).rejects.toMatchObject(doubt);
    expect(service.arrivals).toHaveLength(1);
    expect((await today()).inDoubt).toBe(1);
    expect(await ask(IMEI, { requestId: 'test:by a person' })).toMatchObject({ found: true });
  });

  it('is a failure at once, even if it begins a pause in which others wait', async () => {
    const { ask, checks, service } = await startQuickChecks();
    for (let serial = 1; serial <= 5; serial += 1) {
      service.fates.push('timeout');
      await expect(ask(testImei(serial))).rejects.toThrow('timeout');
    }
    expect(checks.service.gate.pauseReason()).toMatchObject({ code: 'failing' });
  });

  it('is not shown to anybody else who looks its number up', async () => {
    const { ask, checks, service } = await startQuickChecks();
    const lookUp = (requester: Principal) =>
      checks.checker.lookUp(IMEI, { requestId: 'test:lookup', requester });
    service.fates.push('timeout');
    await expect(ask(IMEI, { requester: 'telegram:user:1' })).rejects.toThrow('timeout');
    expect(await lookUp('telegram:user:1')).toMatchObject({ kind: 'failed' });
    expect(await lookUp('telegram:user:2')).toEqual({ kind: 'unsaved' });
    await checks.allowance.forget('telegram:user:1');
    expect(await lookUp('telegram:user:1')).toEqual({ kind: 'unsaved' });
  });

  it('is sent again for anyone who asks after it, even if the clock was ahead when it failed', async () => {
    const { ask, clock, service } = await startQuickChecks();
    service.fates.push('timeout');
    clock.step(7 * DAY_MS);
    await expect(ask(IMEI)).rejects.toThrow('timeout');
    clock.step(-7 * DAY_MS);
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
  });
});
