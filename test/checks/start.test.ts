import { describe, expect, it } from 'vitest';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { createMarkInMemory } from '../support/checks/known-store.ts';

const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000 };

describe('a start', () => {
  it('on a store that cannot tell what was sent takes the whole window for used', async () => {
    const { checks } = await startChecking({ markFile: createMarkInMemory(), settings: { limits: LIMITS } });
    expect(checks.startsUnknowing).toBe(true);
    expect(checks.limiter.usage()).toMatchObject({ windowUsed: 19, inFlight: 4 });
  });

  it('on one that can takes what was sent, and nothing else', async () => {
    const first = await startChecking({ settings: { limits: LIMITS } });
    await first.check(testImei(1));
    const next = await startChecking({ settings: { limits: LIMITS }, store: first.store });
    expect(next.checks.startsUnknowing).toBe(false);
    expect(next.checks.limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
  });

  it('leaves a service alone that has refused the life before', async () => {
    const { check, checks, service, store } = await startChecking();
    service.fail({ kind: 'key-refused' });
    await expect(check(testImei(1))).rejects.toMatchObject({ code: 'key-refused' });
    const { paused } = await checks.usage();
    const next = await startChecking({ service, store });
    expect((await next.checks.usage()).paused?.code).toBe(paused?.code);
    expect(next.checks.paused()?.code).toBe('key-refused');
    const before = service.arrivals.length;
    await expect(next.check(testImei(1))).rejects.toMatchObject({ code: 'key-refused' });
    expect(service.arrivals).toHaveLength(before);
  });
});
