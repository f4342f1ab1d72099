import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/core/principal.ts';
import type { ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';
import { DAY_MS } from '../support/known.ts';

const IMEI = testImei(1);

describe('a check that may have been paid for', () => {
  it.each<[fate: string, ServiceFailureCode]>([
    ['timeout', 'timeout'],
    ['reset', 'reset'],
    ['server-error', 'server-error'],
    ['redirect', 'redirect'],
    ['<!DOCTYPE html><title>Maintenance</title>', 'unreadable'],
    ['[]', 'unexpected'],
    [`{"error":"IMEI: ${testImei(2)} not found"}`, 'unexpected'],
    [`{"imei":"${testImei(2)}","brand":"Apple","model":"iPhone 5"}`, 'unexpected'],
  ])('is sent again only if a person asks again: %s', async (fate, code) => {
    const { clock, service, start } = createQuickWorld();
    const { check, checks } = await start();
    const ask = (requestId: string) => clock.advanceUntil(check(IMEI, { requestId }));
    service.fates.push(fate);
    await expect(ask('test:same')).rejects.toMatchObject({ code, mayBePaid: true });
    // As when its request is taken up again.
    await expect(ask('test:same')).rejects.toMatchObject({ code, mayBePaid: true });
    expect(service.arrivals).toHaveLength(1);
    expect((await checks.usage()).today.inDoubt).toBe(1);
    expect(await ask('test:by a person')).toMatchObject({ found: true });
  });

  it('is not shown to anybody else who looks its number up', async () => {
    const { clock, service, start } = createQuickWorld();
    const { check, checks } = await start();
    const lookUp = (requester: Principal) =>
      checks.checker.lookUp(IMEI, { requestId: 'test:lookup', requester });
    service.fates.push('timeout');
    const asked = check(IMEI, { requester: 'telegram:user:1' });
    await expect(clock.advanceUntil(asked)).rejects.toMatchObject({ code: 'timeout' });
    expect(await lookUp('telegram:user:1')).toMatchObject({ kind: 'failed' });
    expect(await lookUp('telegram:user:2')).toEqual({ kind: 'unsaved' });
    await checks.allowance.forget('telegram:user:1');
    expect(await lookUp('telegram:user:1')).toEqual({ kind: 'unsaved' });
  });

  it('is sent again for anyone who asks after it, even if the clock was ahead when it failed', async () => {
    const { clock, service, start } = createQuickWorld();
    const { check } = await start();
    service.fates.push('timeout');
    clock.step(7 * DAY_MS);
    await expect(clock.advanceUntil(check(IMEI))).rejects.toMatchObject({ code: 'timeout' });
    clock.step(-7 * DAY_MS);
    expect(await clock.advanceUntil(check(IMEI))).toMatchObject({ source: 'service' });
  });
});
