import { describe, expect, it } from 'vitest';
import { createAccounts } from '../../src/checks/contract.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld, type QuickOptions } from '../support/checks/quick-checks.ts';

const [IMEI, OTHER] = [testImei(1), testImei(2)];
const MINUTE_MS = 60_000;
const { signal } = new AbortController();
/** What the service says of the key. */
const statusOf = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields);

async function start(options?: QuickOptions) {
  const world = createQuickWorld();
  const life = await world.start(options);
  const ask = (...what: Parameters<typeof life.check>) => world.clock.advanceUntil(life.check(...what));
  const status = () => world.clock.advanceUntil(life.checks.key.status({ maxAgeMs: 0, signal }));
  return { ...world, ...life, ask, status };
}

describe('an account', () => {
  const accountOf = createAccounts(['test:chat:listed']);

  it('is a person’s own', () => {
    expect(accountOf('test:user:1')).toBe('test:user:1');
  });

  it('is shared by all chats of a platform, but for those that the operator has listed', () => {
    expect(accountOf('test:chat:1')).toBe(accountOf('test:chat:2'));
    expect(accountOf('test:chat:1')).not.toBe(accountOf('other:chat:1'));
    expect(accountOf('test:chat:listed')).toBe('test:chat:listed');
  });
});

describe('what is told of the checks', () => {
  it('is which requests wait for one', async () => {
    const { ask, checks, check, clock } = await start();
    const asked = check(IMEI, { requestId: 'waits' });
    expect(checks.checker.isWaiting('waits')).toBe(false);
    await clock.advance(100);
    expect([checks.checker.isWaiting('waits'), checks.checker.isWaiting('another')]).toEqual([true, false]);
    await clock.advanceUntil(asked);
    await ask(IMEI, { requestId: 'known' });
    expect(checks.checker.isWaiting('waits')).toBe(false);
  });

  it('is what they cost today and this month, how busy the limit is, and what the day has left', async () => {
    const { ask, checks } = await start({
      settings: { allowance: { checksPerDay: 100, reserve: 0, checksPerDayInAll: 50 } },
    });
    await ask(IMEI);
    await ask(IMEI);
    const spent = { paid: 1, saved: 1, inDoubt: 0 };
    expect(await checks.usage()).toEqual({
      ...{ today: spent, month: spent, budget: { used: 1, limit: 50 } },
      ...{ waiting: 0, inFlight: 0, windowUsed: 1, windowLimit: 1_000, windowMs: MINUTE_MS },
    });
    expect(checks.paused()).toBeUndefined();
  });

  it('has no budget where none is set', async () => {
    const { checks } = await start();
    expect('budget' in (await checks.usage())).toBe(false);
  });

  it('says why nothing is sent, and until when', async () => {
    const { ask, checks, service, clock } = await start();
    service.fates.push('key-refused');
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'key-refused' });
    const paused = { code: 'key-refused', retryAt: clock.now() + MINUTE_MS };
    expect(checks.paused()).toEqual(paused);
    expect((await checks.usage()).paused).toEqual(paused);
  });

  it('is of the last 30 days as well, each day and each figure of the key', async () => {
    const { ask, checks, status, clock } = await start();
    await ask(IMEI);
    await ask(IMEI);
    await status();
    await clock.settle();
    const { paidByDay, savedByDay, samples } = await checks.past();
    expect([paidByDay.length, savedByDay.length]).toEqual([31, 31]);
    expect([paidByDay[0], savedByDay[0]]).toEqual([1, 1]);
    expect(samples).toMatchObject([{ month: 1_000 }]);
  });
});

describe('a breaker that only the key’s status can close', () => {
  it.each([
    [{ 'Has access': false }],
    [{ 'Has access': true, 'Checks left (hour)': 0 }],
    [{ 'Has access': true, 'Checks left (day)': 0 }],
    [{ 'Has access': true, 'Checks left (month)': 0 }],
  ])('stays open with %j', async (fields) => {
    const { ask, checks, service, clock } = await start();
    service.fates.push('daily-limit', statusOf(fields));
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'daily-limit' });
    await clock.advance(1.5 * MINUTE_MS);
    expect(service.arrivals).toEqual([IMEI, 'status']);
    expect(checks.paused()?.code).toBe('daily-limit');
  });

  it.each([[{ 'Has access': true }], [{ 'Checks left (month)': 'no limit' }], [{ 'Checks left (day)': 1 }]])(
    'closes with %j: what the service leaves out is fine',
    async (fields) => {
      const { ask, checks, service, clock } = await start();
      service.fates.push('daily-limit', statusOf(fields));
      await expect(ask(IMEI)).rejects.toMatchObject({ code: 'daily-limit' });
      await clock.advance(1.5 * MINUTE_MS);
      expect(checks.paused()).toBeUndefined();
    },
  );
});

describe('a status call that fails', () => {
  it.each(['key-refused', 'limit-exceeded'] as const)(
    'says that of the key or the limit: %s',
    async (code) => {
      const { status, checks, service } = await start();
      service.fates.push(code);
      await expect(status()).rejects.toMatchObject({ code });
      expect(checks.paused()?.code).toBe(code);
    },
  );

  it('for anything else says nothing, however often', async () => {
    const { status, checks, service } = await start();
    for (let times = 0; times < 6; times += 1) {
      service.fates.push('timeout');
      await expect(status()).rejects.toMatchObject({ code: 'timeout' });
    }
    expect(checks.paused()).toBeUndefined();
  });
});

describe('the next process', () => {
  it('knows what the last one found out of the service, of its account and of no other', async () => {
    const { ask, service, start: startNext } = await start({ settings: { account: 'one key' } });
    service.fates.push('key-refused');
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'key-refused' });
    const same = await startNext({ settings: { account: 'one key' } });
    expect(same.checks.paused()?.code).toBe('key-refused');
    const mended = await startNext({ settings: { account: 'another key' } });
    expect(mended.checks.paused()).toBeUndefined();
  });

  it('takes the slots of what was sent, and knows that it knows all of it', async () => {
    const { ask, start: startNext } = await start();
    await ask(IMEI);
    const { checks } = await startNext();
    expect(checks.startsUnknowing).toBe(false);
    expect(checks.limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
  });
});

describe('the end', () => {
  it('lets what is under way have its answer, and sends nothing more', async () => {
    const { check, checks, clock, service } = await start();
    const underWay = check(IMEI);
    await clock.settle();
    await clock.advanceUntil(checks.drain());
    void check(OTHER);
    await clock.advance(10 * MINUTE_MS);
    expect(await underWay).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI]);
  });

  it('ends the looks at the key, and at a breaker that is open', async () => {
    const { ask, checks, clock, service } = await start();
    checks.key.start();
    service.fates.push('key-refused');
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'key-refused' });
    await clock.advanceUntil(checks.drain());
    await clock.advance(60 * MINUTE_MS);
    expect(service.arrivals).toEqual([IMEI]);
    expect(clock.keepingAlive).toBe(0);
  });

  it('gives up what still waits', async () => {
    const { check, checks, clock } = await start();
    checks.limiter.pause(MINUTE_MS);
    const waiting = expect(check(IMEI)).rejects.toMatchObject({ name: 'AbortError' });
    await clock.settle();
    checks.stop();
    await waiting;
  });
});
