import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { check, createStillClock, IMEI, keyStatus, type Said, sandboxWith } from './stage.ts';

const MINUTE_MS = 60_000;
const EXCEEDED = { status: 200, body: { error: 'Exceeded the limit' } };
const FOUND = { status: 200, body: { model: '3110' } };

async function times(count: number, call: () => Promise<Said>): Promise<Said[]> {
  const answers: Said[] = [];
  for (let i = 0; i < count; i += 1) answers.push(await call());
  return answers;
}

/** So many checks that stay in flight until they are given up. */
async function hold(sandbox: Sandbox, count: number): Promise<() => Promise<void>> {
  const given = new AbortController();
  const before = sandbox.arrivals.length;
  sandbox.fail({ kind: 'time-out', times: count });
  const held = Array.from({ length: count }, () => check(sandbox, { signal: given.signal }).catch(() => {}));
  await expect.poll(() => sandbox.arrivals.length - before, { timeout: 10_000 }).toBe(count);
  return async () => {
    given.abort();
    await Promise.all(held);
  };
}

describe('at the same time', () => {
  it('four requests are served', async () => {
    const sandbox = await sandboxWith();
    const giveUp = await hold(sandbox, 3);
    expect(sandbox.inFlight).toBe(3);
    expect(await check(sandbox)).toMatchObject(FOUND);
    expect(sandbox.mostAtOnce).toBe(4);
    expect(sandbox.blocked).toBe(false);
    await giveUp();
  });

  it('the fifth blocks the address, also once the others have gone', async () => {
    const sandbox = await sandboxWith();
    const giveUp = await hold(sandbox, 4);
    expect(sandbox.blocked).toBe(false);
    expect(await check(sandbox)).toEqual(EXCEEDED);
    expect(sandbox.blocked).toBe(true);
    await giveUp();
    expect(await check(sandbox)).toEqual(EXCEEDED);
    expect(await keyStatus(sandbox, 'sandbox-full')).toEqual(EXCEEDED);
    expect(sandbox.mostAtOnce).toBe(5);
  });

  it('a request that was given up no longer counts', async () => {
    const clock = createStillClock();
    const sandbox = await sandboxWith({ clock });
    for (let round = 0; round < 3; round += 1) {
      const giveUp = await hold(sandbox, 4);
      await giveUp();
      await expect.poll(() => sandbox.inFlight, { timeout: 10_000 }).toBe(0);
    }
    expect(await check(sandbox)).toMatchObject(FOUND);
    expect(sandbox.mostAtOnce).toBe(4);
  });
});

describe('in any rolling minute', () => {
  it('nineteen requests are served, and the twentieth blocks the address', async () => {
    const sandbox = await sandboxWith({ clock: createStillClock() });
    for (const answer of await times(19, () => check(sandbox))) expect(answer).toMatchObject(FOUND);
    expect(sandbox.blocked).toBe(false);
    expect(await check(sandbox)).toEqual(EXCEEDED);
    expect(sandbox.blocked).toBe(true);
  });

  it('both calls count', async () => {
    const sandbox = await sandboxWith({ clock: createStillClock() });
    await times(10, () => check(sandbox));
    await times(9, () => keyStatus(sandbox, 'sandbox-full'));
    expect(sandbox.blocked).toBe(false);
    await keyStatus(sandbox, 'sandbox-full');
    expect(sandbox.blocked).toBe(true);
  });

  it('the window rolls: what came a minute ago counts no more, what came a millisecond later does', async () => {
    const clock = createStillClock();
    const sandbox = await sandboxWith({ clock });
    await check(sandbox);
    clock.pass(MINUTE_MS / 2);
    await times(18, () => check(sandbox));
    clock.pass(MINUTE_MS / 2);
    expect(await check(sandbox)).toMatchObject(FOUND);
    clock.pass(MINUTE_MS / 2 - 1);
    expect(await check(sandbox)).toEqual(EXCEEDED);
  });

  it('nobody is blocked who sends 19 a window and 4 at once, for ever', async () => {
    const clock = createStillClock();
    const sandbox = await sandboxWith({ clock, delay: { from: 0, to: 8, seed: 7 } });
    for (let window = 0; window < 6; window += 1) {
      let left = 19;
      const worker = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          expect(await check(sandbox)).toMatchObject(FOUND);
        }
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
      clock.pass(MINUTE_MS);
    }
    expect(sandbox.blocked).toBe(false);
    expect(sandbox.mostAtOnce).toBe(4);
    expect(sandbox.arrivals).toHaveLength(6 * 19);
  });
});

describe('the limits', () => {
  it('can be scaled down', async () => {
    const clock = createStillClock();
    const sandbox = await sandboxWith({ clock, limits: { concurrent: 4, perWindow: 2, windowMs: 1_000 } });
    await times(2, () => check(sandbox));
    clock.pass(1_000);
    await times(2, () => check(sandbox));
    expect(sandbox.blocked).toBe(false);
    clock.pass(999);
    expect(await check(sandbox)).toEqual(EXCEEDED);
  });

  it('can be lifted', async () => {
    const sandbox = await sandboxWith({ limits: 'none', clock: createStillClock() });
    for (const answer of await times(40, () => check(sandbox))) expect(answer).toMatchObject(FOUND);
    expect(sandbox.blocked).toBe(false);
  });

  it('block for ever, or for as long as they are told to from the last crossing', async () => {
    const clock = createStillClock();
    const limits = { concurrent: 4, perWindow: 1, windowMs: 1_000 };
    const strict = await sandboxWith({ clock, limits });
    const lenient = await sandboxWith({ clock, limits: { ...limits, blockMs: 5_000 } });
    for (const sandbox of [strict, lenient]) await times(2, () => check(sandbox));
    clock.pass(4_999);
    expect(lenient.blocked).toBe(true);
    expect(await check(lenient)).toEqual(EXCEEDED);
    clock.pass(1_000);
    expect(lenient.blocked).toBe(false);
    expect(await check(lenient)).toMatchObject(FOUND);
    clock.pass(365 * 24 * 60 * MINUTE_MS);
    expect(await check(strict)).toEqual(EXCEEDED);
  });
});

describe('the record of arrivals', () => {
  it('holds every request with when it came, blocked ones as well', async () => {
    const clock = createStillClock(1_000_000);
    const sandbox = await sandboxWith({ clock, limits: { concurrent: 4, perWindow: 2, windowMs: 1_000 } });
    await check(sandbox);
    clock.pass(7);
    await keyStatus(sandbox, 'sandbox-full');
    clock.pass(7);
    await check(sandbox);
    expect(sandbox.arrivals).toEqual([
      {
        at: 1_000_000,
        method: 'POST',
        path: '/api/checkimei/',
        call: 'check',
        key: 'sandbox-full',
        imei: IMEI,
      },
      { at: 1_000_007, method: 'GET', path: '/api/status', call: 'key-status', key: 'sandbox-full' },
      { at: 1_000_014, method: 'POST', path: '/api/checkimei/', call: 'check' },
    ]);
    expect(sandbox.paidChecks).toEqual([IMEI]);
  });

  it('tells when a request came, not when it was answered', async () => {
    const sandbox = await sandboxWith({ delay: 150 });
    const before = Date.now();
    await check(sandbox);
    const [arrival] = sandbox.arrivals;
    expect(Date.now() - before).toBeGreaterThanOrEqual(149);
    expect((arrival?.at ?? 0) - before).toBeLessThan(Date.now() - before - 140);
  });
});
