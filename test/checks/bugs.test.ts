import { describe, expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import { startQuickChecks } from '../support/checks/quick-checks.ts';
import { QUICK_LATENCY_MS } from '../support/checks/quick-service.ts';

const IMEI = testImei(1);

describe('a bug in the reader of answers', () => {
  // A body for which the reader of the quick service throws, as a bug would.
  const ODD = '{"brand":"odd"}';

  it('does not pay again, however often and after however many starts somebody asks', async () => {
    const { ask, today, kill, observed, service, start } = await startQuickChecks();
    service.breaksReader = ODD;
    service.fates.push(ODD);
    for (let times = 0; times < 3; times += 1) await expect(ask(IMEI)).rejects.toThrow(TypeError);
    expect(observed).toEqual(['bug', 'bug', 'bug']);
    expect(await today()).toEqual({ paid: 1, saved: 0, inDoubt: 0 });
    kill();
    const next = await start();
    await expect(next.ask(IMEI)).rejects.toThrow(TypeError);
    next.kill();
    // A later version can read it.
    service.breaksReader = undefined;
    const repaired = await start();
    expect(await repaired.ask(IMEI)).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toEqual([IMEI]);
  });
});

describe('a bug in the call to the service', () => {
  it('costs nothing if not a byte has left: the check is sent when somebody asks again', async () => {
    const { ask, today, service, states } = await startQuickChecks();
    service.fates.push('bug before it leaves');
    await expect(ask(IMEI)).rejects.toThrow(TypeError);
    expect(states()).toEqual([]);
    expect(await today()).toEqual({ paid: 0, saved: 0, inDoubt: 0 });
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
  });
});

describe('a bug in what nobody waits for', () => {
  it('is reported by its name, and everything else goes on', async () => {
    const { ask, bugs, clock, status, store } = await startQuickChecks();
    const { read } = store.sql;
    Object.assign(store.sql, {
      read: (...asked: Parameters<typeof read>) => {
        if (asked[0].join('').includes('key_sample')) throw new TypeError('a bad sample');
        return read(...asked);
      },
    });
    for (let times = 0; times < 2; times += 1) await status();
    await clock.settle();
    expect(bugs).toEqual(Array(2).fill(['the samples of the key', expect.any(TypeError)]));
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
  });

  it('costs nobody the answer that was paid for', async () => {
    const { check, bugs, clock, store } = await startQuickChecks();
    const asked = check(IMEI);
    await clock.advance(QUICK_LATENCY_MS / 2);
    Object.assign(store.sql, { tx: () => Promise.reject(new TypeError('a wrong statement')) });
    expect(await clock.advanceUntil(asked)).toMatchObject({ source: 'service' });
    expect(bugs[0]).toEqual(['an answer', expect.any(TypeError)]);
  });
});
