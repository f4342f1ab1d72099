import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createStillClock } from '../support/clocks/clock-at.ts';
import { MINUTE_MS } from '../support/known.ts';
import { check, keyStatus, type Said, sandboxWith } from './stage.ts';

const EXCEEDED = { status: 200, body: { error: 'Exceeded the limit' } };
const FOUND = { status: 200, body: { model: '3110' } };

async function times(count: number, call: () => Promise<Said>): Promise<Said[]> {
  const answers: Said[] = [];
  for (let i = 0; i < count; i += 1) answers.push(await call());
  return answers;
}

/** Starts `count` checks that stay in flight. Resolves with a function that gives them up. */
async function hold(sandbox: Sandbox, count: number): Promise<() => Promise<void>> {
  const given = new AbortController();
  const before = sandbox.arrivals.length;
  sandbox.fail({ kind: 'time-out', times: count });
  const held = Array.from({ length: count }, () =>
    check(sandbox, { signal: given.signal }).catch(() => {}),
  );
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
    await giveUp();
    // A request that was given up no longer counts.
    await expect.poll(() => sandbox.inFlight).toBe(0);
    await (await hold(sandbox, 4))();
    expect(sandbox.isBlocked).toBe(false);
  });

  it('the fifth blocks the IP address, also once the others have gone', async () => {
    const sandbox = await sandboxWith();
    const giveUp = await hold(sandbox, 4);
    expect(sandbox.isBlocked).toBe(false);
    expect(await check(sandbox)).toEqual(EXCEEDED);
    expect(sandbox.isBlocked).toBe(true);
    await giveUp();
    expect(await check(sandbox)).toEqual(EXCEEDED);
    expect(await keyStatus(sandbox, 'sandbox-full')).toEqual(EXCEEDED);
    expect(sandbox.mostAtOnce).toBe(5);
  });
});

describe('in any rolling minute', () => {
  it('nineteen requests of both calls are served, and the twentieth blocks the IP address', async () => {
    const sandbox = await sandboxWith({ clock: createStillClock() });
    await times(9, () => keyStatus(sandbox, 'sandbox-full'));
    for (const answer of await times(10, () => check(sandbox))) expect(answer).toMatchObject(FOUND);
    expect(sandbox.isBlocked).toBe(false);
    expect(await check(sandbox)).toEqual(EXCEEDED);
    expect(sandbox.isBlocked).toBe(true);
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
});
