import { describe, expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld, QUICK_LATENCY_MS } from '../support/checks/quick-checks.ts';

const IMEI = testImei(1);
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
    expect(first.observed).toEqual(['bug', 'bug', 'bug']);
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

describe('a bug in the call to the service', () => {
  it('costs nothing if not a byte has left: the check is sent when somebody asks again', async () => {
    const world = createQuickWorld();
    world.service.fates.push('bug before it leaves');
    const { check, checks } = await world.start();
    const asked = () => world.clock.advanceUntil(check(IMEI));
    await expect(asked()).rejects.toThrow(TypeError);
    expect(world.states()).toEqual([]);
    expect((await checks.usage()).today).toEqual({ paid: 0, saved: 0, inDoubt: 0 });
    expect(await asked()).toMatchObject({ source: 'service' });
  });
});

describe('a bug in what nobody waits for', () => {
  it('is reported by its name, and everything else goes on', async () => {
    const world = createQuickWorld();
    const { read } = world.store.sql;
    Object.assign(world.store.sql, {
      read: (...asked: Parameters<typeof read>) => {
        if (asked[0].join('').includes('key_sample')) throw new TypeError('a bad sample');
        return read(...asked);
      },
    });
    const { checks, check, bugs } = await world.start();
    for (let times = 0; times < 2; times += 1) {
      await world.clock.advanceUntil(checks.keyMonitor.status({ maxAgeMs: 0, signal }));
    }
    await world.clock.settle();
    expect(bugs).toEqual(Array(2).fill(['the samples of the key', expect.any(TypeError)]));
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
