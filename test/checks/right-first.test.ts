import { describe, expect, it } from 'vitest';
import type { ServiceFailureCode } from '../../src/provider/errors.ts';
import { testImei } from '../support/checks/checking.ts';
import {
  createQuickWorld,
  QUICK_LATENCY_MS,
  type QuickOptions,
} from '../support/checks/quick-checks.ts';
import { HOUR_MS, MINUTE_MS } from '../support/known.ts';

const [IMEI, OTHER, THIRD] = [testImei(1), testImei(2), testImei(3)];
const { signal } = new AbortController();

describe('a bug in the reader of answers', () => {
  // A body for which the reader of the quick service throws, as a bug would.
  const ODD = '{"brand":"odd"}';

  it('does not pay again, however often and after however many starts somebody asks', async () => {
    const { service, ...world } = createQuickWorld();
    service.breaksReader = ODD;
    service.fates.push(ODD);
    const first = await world.start();
    const asked = () => world.clock.advanceUntil(first.check(IMEI));
    for (let times = 0; times < 3; times += 1) await expect(asked()).rejects.toThrow(TypeError);
    expect(await first.checks.usage()).toMatchObject({ today: { paid: 1, inDoubt: 0 } });
    first.kill();
    const next = await world.start();
    await expect(world.clock.advanceUntil(next.check(IMEI))).rejects.toThrow(TypeError);
    expect(service.arrivals).toEqual([IMEI]);
    next.kill();
    // A later version can read it.
    service.breaksReader = undefined;
    const repaired = await world.start();
    expect(await world.clock.advanceUntil(repaired.check(IMEI))).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toEqual([IMEI]);
  });
});

describe('the reserve', () => {
  const RESERVED: QuickOptions = { settings: { allowance: { checksPerDay: 100, reserve: 10 } } };
  const left = (month: number): string => JSON.stringify({ 'Checks left (month)': month });

  it('holds from the first second on, by the last figure that any process got', async () => {
    const { clock, service, start } = createQuickWorld();
    const first = await start(RESERVED);
    service.fates.push(left(11));
    await clock.advanceUntil(first.checks.keyMonitor.status({ signal }));
    await clock.settle();
    first.kill();
    await clock.advance(HOUR_MS);
    const next = await start(RESERVED);
    service.fates.push('timeout');
    expect(await clock.advanceUntil(next.check(IMEI))).toMatchObject({ source: 'service' });
    await expect(clock.advanceUntil(next.check(OTHER))).rejects.toMatchObject({ why: 'reserve' });
    expect(await clock.advanceUntil(next.check(OTHER, { isAdmin: true }))).toMatchObject({
      source: 'service',
    });
  });

  it('asks no more than once a minute for a status that fails', async () => {
    const { clock, service, start } = createQuickWorld();
    const { check } = await start(RESERVED);
    service.fates.push('timeout');
    for (const imei of [IMEI, OTHER, THIRD]) await clock.advanceUntil(check(imei));
    expect(service.arrivals).toEqual(['status', IMEI, OTHER, THIRD]);
    await clock.advance(MINUTE_MS);
    await clock.advanceUntil(check(testImei(4)));
    expect(service.arrivals.slice(4)).toEqual(['status', testImei(4)]);
  });
});

describe('an internal error in what nobody waits for', () => {
  it('is reported by its name, and everything else goes on', async () => {
    const world = createQuickWorld();
    const { read } = world.store.sql;
    Object.assign(world.store.sql, {
      read: (...asked: Parameters<typeof read>) => {
        if (asked[0].join('').includes('key_sample')) throw new TypeError('a bad figure');
        return read(...asked);
      },
    });
    const { checks, check, bugs } = await world.start();
    for (let times = 0; times < 2; times += 1)
      await world.clock.advanceUntil(checks.keyMonitor.status({ maxAgeMs: 0, signal }));
    await world.clock.settle();
    expect(bugs).toEqual(Array(2).fill(['the figures of the key', expect.any(TypeError)]));
    expect(await world.clock.advanceUntil(check(IMEI))).toMatchObject({ source: 'service' });
  });

  it('costs nobody the answer that was paid for', async () => {
    const world = createQuickWorld();
    const { tx } = world.store.sql;
    let isBroken = false;
    Object.assign(world.store.sql, {
      tx: (...asked: Parameters<typeof tx>) =>
        isBroken ? Promise.reject(new TypeError('a wrong statement')) : tx(...asked),
    });
    const { check, bugs } = await world.start();
    const asked = check(IMEI);
    await world.clock.advance(QUICK_LATENCY_MS / 2);
    isBroken = true;
    expect(await world.clock.advanceUntil(asked)).toMatchObject({ source: 'service' });
    expect(bugs[0]).toEqual(['an answer', expect.any(TypeError)]);
  });
});

describe('[Stop]', () => {
  it('also stops a check that is still connecting', async () => {
    const { clock, service, start, states } = createQuickWorld();
    service.connectMs = 10_000;
    const { check, checks } = await start();
    const leaving = new AbortController();
    const stopped = expect(check(IMEI, { signal: leaving.signal })).rejects.toBe('stopped');
    await clock.advance(5_000);
    leaving.abort('stopped');
    await stopped;
    await clock.advance(10_000);
    expect(service.arrivals).toEqual([]);
    expect(states()).toEqual([]);
    expect(checks.limiter.usage()).toMatchObject({ windowUsed: 0, inFlight: 0 });
    expect((await checks.usage()).today).toEqual({ paid: 0, saved: 0, inDoubt: 0 });
  });

  it.each<
    [
      when: string,
      fates: readonly ServiceFailureCode[],
      connectMs: number,
      ms: number,
      isSent: boolean,
    ]
  >([
    ['before it is sent', [], 0, 0, false],
    ['while it connects', [], 1_000, 500, false],
    ['while its answer is on its way', [], 0, 1, true],
    ['while its answer is on its way, once connected', [], 1_000, 1_001, true],
    ['while the key’s status is asked why it was refused', ['limit-exceeded'], 0, 301, false],
  ])(
    'says whether the check may be paid for: stopped %s',
    async (_when, fates, connectMs, ms, isSent) => {
      const { clock, service, start } = createQuickWorld();
      service.fates.push(...fates);
      service.connectMs = connectMs;
      const { check } = await start();
      const leaving = new AbortController();
      const sent: true[] = [];
      const onStoppedOnItsWay = (): void => void sent.push(true);
      const asked = check(IMEI, { signal: leaving.signal, onStoppedOnItsWay });
      const stopped = expect(asked).rejects.toBe('stopped');
      if (ms > 0) await clock.advance(ms);
      leaving.abort('stopped');
      await stopped;
      expect(sent.length > 0).toBe(isSent);
      await clock.advance(connectMs + QUICK_LATENCY_MS);
    },
  );

  it('does not stop what others wait for', async () => {
    const { clock, service, start } = createQuickWorld();
    service.connectMs = 10_000;
    const { check } = await start();
    const leaving = new AbortController();
    const stopped = expect(check(IMEI, { signal: leaving.signal })).rejects.toBe('stopped');
    const other = check(IMEI, { requester: 'test:user:2' });
    await clock.advance(5_000);
    leaving.abort('stopped');
    await stopped;
    expect(await clock.advanceUntil(other)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI]);
    await clock.advance(QUICK_LATENCY_MS);
  });
});
