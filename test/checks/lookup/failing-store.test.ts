import { describe, expect, it } from 'vitest';
import { testImei } from '../../support/checks/checking.ts';
import { createQuickWorld, type QuickOptions } from '../../support/checks/quick-checks.ts';

const IMEI = testImei(1);
const OTHER = testImei(2);
/** One at a time, so that the next one stands in the line. */
const ONE_AT_A_TIME: QuickOptions = { limits: { concurrent: 1, perWindow: 100, windowMs: 1_000 } };

describe('a store that fails, and works again', () => {
  it('lets nobody have the few checks that went without it beside the day’s', async () => {
    const { start, clock, store } = createQuickWorld();
    const { check, checks } = await start({ settings: { allowance: { checksPerDay: 2, reserve: 0 } } });
    store.fail(['reading', 'writing']);
    for (const imei of [IMEI, OTHER]) await clock.advanceUntil(check(imei));
    store.fail([]);
    await checks.catchUp();
    await expect(clock.advanceUntil(check(testImei(3)))).rejects.toMatchObject({
      ...{ why: 'allowance', limit: 2 },
    });
  });
});

const LIST = { priority: 'batch', requestId: 'list', requester: 'test:user:2' } as const;

describe('a list that waits for a store that fails', () => {
  it('hears what one by themselves met in doubt meanwhile, and sends nothing again', async () => {
    const { start, clock, store, service } = createQuickWorld();
    const { check, checks } = await start();
    store.fail(['reading', 'writing']);
    const waiting = check(IMEI, LIST);
    waiting.catch(() => undefined);
    await clock.settle();
    service.fates.push('timeout');
    await expect(clock.advanceUntil(check(IMEI))).rejects.toMatchObject({ code: 'timeout' });
    store.fail([]);
    await checks.catchUp();
    await expect(clock.advanceUntil(waiting)).rejects.toMatchObject({ code: 'timeout', paid: 'maybe' });
    expect(service.arrivals).toEqual([IMEI]);
    // Who asks after that is not kept from it, and what failed before a list came is not its own.
    await clock.advanceUntil(check(IMEI, { ...LIST, requestId: 'later' }));
    expect(service.arrivals).toEqual([IMEI, IMEI]);
  });

  it.each([
    ['to read the answers', ['reading'], ['answers']],
    ['to write down what is sent', ['writing'], ['sent', 'sent-lately']],
  ] as const)(
    '%s makes nobody wait who asks by themselves for what is in it',
    async (_what, faults, only) => {
      const { start, clock, store, service } = createQuickWorld();
      const { check, checks } = await start(ONE_AT_A_TIME);
      service.latencyMs = 700;
      const first = check(OTHER);
      await clock.settle();
      const waiting = check(IMEI, LIST);
      await clock.settle();
      expect(checks.limiter.usage()).toMatchObject({ waiting: 1, inFlight: 1 });
      store.fail(faults, only);
      await clock.advanceUntil(first);
      await clock.advance(100);
      const answers = await clock.advanceUntil(Promise.all([check(IMEI), waiting]));
      expect(answers.map(({ found }) => found)).toEqual([true, true]);
      expect(service.arrivals).toEqual([OTHER, IMEI]);
    },
  );
});
