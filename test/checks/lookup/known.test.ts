import { describe, expect, it } from 'vitest';
import type { CheckRequest } from '../../../src/checks/answer.ts';
import { testImei } from '../../support/checks/checking.ts';
import {
  createQuickWorld,
  NOT_FOUND_BODY,
  QUICK_LATENCY_MS,
  type QuickOptions,
} from '../../support/checks/quick-checks.ts';

const [IMEI, OTHER] = [testImei(1), testImei(2)];
const [READING, WRITING] = [['reading'], ['writing']] as const;
const KEPT_MS = 600_000;

async function start(options?: QuickOptions) {
  const world = createQuickWorld();
  const life = await world.start(options);
  const ask = (...what: Parameters<typeof life.check>) => world.clock.advanceUntil(life.check(...what));
  /** Another process on the same store, when this one has ended. */
  const restart = async () => {
    await world.clock.advanceUntil(life.checks.drain());
    const next = await world.start(options);
    return {
      ...next,
      ask: (...what: Parameters<typeof life.check>) => world.clock.advanceUntil(next.check(...what)),
    };
  };
  return { ...world, ...life, ask, restart };
}

const batch = (parts: Partial<CheckRequest> = {}): Partial<CheckRequest> => ({ priority: 'batch', ...parts });

describe('what is known', () => {
  it('is told without paying, with its age, and nothing else is', async () => {
    const { ask, checks, clock, service } = await start();
    expect(await checks.checker.peek(IMEI)).toBeUndefined();
    await ask(IMEI);
    const checkedAt = clock.now();
    await clock.advance(1_000);
    expect(await checks.checker.peek(IMEI)).toMatchObject({ source: 'cache', checkedAt, found: true });
    expect(await checks.checker.peek(OTHER)).toBeUndefined();
    expect(service.arrivals).toEqual([IMEI]);
  });

  it('is known in a later life, from the cache, or from the ledger where the cache has not got it', async () => {
    const { ask, restart, store, service } = await start();
    await ask(IMEI);
    store.fail(WRITING, ['answers']);
    await ask(OTHER);
    store.fail([]);
    const next = await restart();
    for (const imei of [IMEI, OTHER])
      expect(await next.ask(imei)).toMatchObject({ source: 'cache', sandbox: true, found: true });
    expect(await next.checks.checker.peek(OTHER)).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toEqual([IMEI, OTHER]);
  });

  it('is kept once: what the cache has for as long as a request lives, the ledger need not', async () => {
    const { ask, restart, store, service } = await start({ settings: { requestMaxAgeMs: KEPT_MS } });
    await ask(IMEI);
    await store.keyv.clear();
    const next = await restart();
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI, IMEI]);
  });

  it('is told from the ledger while the cache cannot be read', async () => {
    const { ask, restart, store, service } = await start();
    await ask(IMEI, { requestId: 'mine' });
    store.fail(WRITING, ['answers']);
    await ask(OTHER);
    store.fail(READING, ['answers']);
    const next = await restart();
    expect(await next.ask(OTHER)).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toHaveLength(2);
  });

  it('is given no longer than it is fresh, from wherever it is known', async () => {
    const { ask, restart, store, clock, service } = await start();
    store.fail(WRITING, ['answers']);
    await ask(IMEI);
    store.fail([]);
    const next = await restart();
    await clock.advance(KEPT_MS - QUICK_LATENCY_MS);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'cache' });
    await clock.advance(2 * QUICK_LATENCY_MS);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toHaveLength(2);
  });

  it('is given to the very request that has paid for it also where it is not kept for others', async () => {
    const cache = {
      scope: 'imei',
      foundTtlMs: KEPT_MS,
      notFoundTtlMs: 0,
      realm: 'test',
      sandbox: true,
    } as const;
    const { ask, restart, clock, service } = await start({ settings: { cache } });
    service.fates.push(NOT_FOUND_BODY);
    await ask(IMEI, { requestId: 'mine' });
    const next = await restart();
    next.checks.resumed('mine', clock.now());
    await clock.advance(1_000);
    expect(await next.ask(IMEI, { requestId: 'mine' })).toMatchObject({ source: 'cache', found: false });
    expect(service.arrivals).toHaveLength(1);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service', found: true });
  });

  it('is given to the very request that has paid for it when the cache has long forgotten it, and to no other', async () => {
    const { ask, restart, clock, service } = await start();
    await ask(IMEI, { requestId: 'mine' });
    await clock.advance(2 * KEPT_MS);
    const next = await restart();
    next.checks.resumed('mine', clock.now());
    expect(await next.ask(IMEI, { requestId: 'mine' })).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toHaveLength(1);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
  });

  it('is not asked for afresh twice by one request', async () => {
    const { clock, ask, restart, service } = await start();
    await ask(IMEI);
    await ask(IMEI, { requestId: 'mine', fresh: true });
    const next = await restart();
    next.checks.resumed('mine', clock.now());
    expect(await next.ask(IMEI, { requestId: 'mine', fresh: true })).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toHaveLength(2);
  });
});

describe('what may have been paid for', () => {
  it('is not sent again for the request it was sent for, and is for any other', async () => {
    const { clock, ask, restart, service } = await start();
    service.fates.push('timeout');
    await expect(ask(IMEI, { requestId: 'mine' })).rejects.toMatchObject({ code: 'timeout' });
    await expect(ask(IMEI, { requestId: 'mine' })).rejects.toMatchObject({ code: 'timeout' });
    const next = await restart();
    next.checks.resumed('mine', clock.now());
    await expect(next.ask(IMEI, { requestId: 'mine' })).rejects.toMatchObject({ code: 'timeout' });
    expect(service.arrivals).toHaveLength(1);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
  });

  it('and cannot be read is such a failure, in this life and the next', async () => {
    const { clock, ask, restart, service, checks } = await start();
    service.fates.push('{"odd":true}');
    await expect(ask(IMEI, { requestId: 'mine' })).rejects.toMatchObject({ code: 'unexpected' });
    expect((await checks.usage()).today).toEqual({ paid: 0, saved: 0, inDoubt: 1 });
    const next = await restart();
    next.checks.resumed('mine', clock.now());
    await expect(next.ask(IMEI, { requestId: 'mine' })).rejects.toMatchObject({ code: 'unexpected' });
    expect(service.arrivals).toHaveLength(1);
  });

  it('is not sent again for any of those who waited for it', async () => {
    const { check, clock, restart, service } = await start();
    service.fates.push('timeout');
    const asked = ['first', 'joined'].map((requestId) => check(IMEI, { requestId }));
    await clock.advanceUntil(Promise.allSettled(asked));
    const next = await restart();
    for (const requestId of ['first', 'joined']) {
      next.checks.resumed(requestId, clock.now());
      await expect(next.ask(IMEI, { requestId })).rejects.toMatchObject({ code: 'timeout' });
    }
    expect(service.arrivals).toHaveLength(1);
  });

  it('is not sent again for a request that a killed life left open before it was known, and is for one asked after it', async () => {
    const { clock, restart, service } = await start();
    const acceptedAt = clock.now();
    await clock.advance(1_000);
    const next = await restart();
    service.fates.push('timeout');
    await expect(next.ask(IMEI, { requestId: 'first' })).rejects.toMatchObject({ code: 'timeout' });
    const last = await restart();
    for (const life of [next, last]) {
      life.checks.resumed('left open', acceptedAt);
      await expect(life.ask(IMEI, { requestId: 'left open' })).rejects.toMatchObject({ code: 'timeout' });
    }
    expect(service.arrivals).toHaveLength(1);
    last.checks.resumed('tries again', clock.now());
    expect(await last.ask(IMEI, { requestId: 'tries again' })).toMatchObject({ source: 'service' });
    // Now it is known, whatever was in doubt before.
    last.checks.resumed('also left open', acceptedAt);
    expect(await last.ask(IMEI, { requestId: 'also left open' })).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toHaveLength(2);
  });

  it('by a life that has ended meanwhile is counted in doubt once', async () => {
    const { check, clock, start: startNext, service } = await start();
    service.latencyMs = 10_000_000;
    void check(IMEI, { requestId: 'mine' });
    await clock.advance(1_000);
    // It is killed: nothing is drained.
    const lives = [await startNext(), await startNext()];
    const inDoubt = await Promise.all(lives.map(async ({ checks }) => (await checks.usage()).today.inDoubt));
    expect(inDoubt).toEqual([1, 1]);
  });
});

describe('a store that fails', () => {
  it('lets a person be answered, once: what was paid is remembered as long as the process lives', async () => {
    const { ask, store, service, storeErrors } = await start();
    store.fail(['reading', 'writing']);
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
    expect(await ask(IMEI)).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toEqual([IMEI]);
    expect(storeErrors).not.toEqual([]);
  });

  it.each([
    ['reading', READING],
    ['writing', WRITING],
  ] as const)('at %s keeps a list waiting, which goes on by itself', async (_what, fault) => {
    const { check, clock, store, service } = await start();
    store.fail(fault);
    const waiting = check(IMEI, batch());
    await clock.advance(60_000);
    expect(service.arrivals).toEqual([]);
    store.fail([]);
    expect(await clock.advanceUntil(waiting)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI]);
  });

  it('keeps a list waiting no longer when somebody is in a hurry for the same', async () => {
    const { check, clock, store, service } = await start();
    store.fail(WRITING);
    const waiting = check(IMEI, batch());
    await clock.advance(10_000);
    const single = check(IMEI, { requester: 'test:user:2' });
    const answers = await clock.advanceUntil(Promise.all([waiting, single]));
    expect(answers.map(({ source }) => source)).toEqual(['service', 'service']);
    expect(service.arrivals).toEqual([IMEI]);
  });

  it('lets go of a list that is cancelled while it waits', async () => {
    const { check, clock, store, service } = await start();
    store.fail(['reading', 'writing']);
    const leaving = new AbortController();
    const left = expect(check(IMEI, batch({ signal: leaving.signal }))).rejects.toBe('gone');
    await clock.advance(10_000);
    leaving.abort('gone');
    await left;
    store.fail([]);
    await clock.advance(60_000);
    expect(service.arrivals).toEqual([]);
  });

  it('keeps a request waiting that is resumed: something may have been paid for it', async () => {
    const { ask, restart, store, clock, service } = await start();
    await ask(IMEI, { requestId: 'mine', fresh: true });
    const next = await restart();
    next.checks.resumed('mine', clock.now());
    store.fail(READING);
    const waiting = next.check(IMEI, { requestId: 'mine', fresh: true });
    await clock.advance(60_000);
    expect(service.arrivals).toHaveLength(1);
    store.fail([]);
    expect(await clock.advanceUntil(waiting)).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toHaveLength(1);
  });

  it('is given what it did not take when it works again, and the next life has it', async () => {
    const { ask, store, checks, restart, service } = await start();
    store.fail(WRITING);
    await ask(IMEI);
    await expect(checks.catchUp()).rejects.toThrow('the store fails');
    store.fail([]);
    await checks.catchUp();
    const next = await restart();
    expect(await next.ask(IMEI)).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toEqual([IMEI]);
  });
});

describe('how long it would take', () => {
  it('is told for a person by what they have waiting themselves', async () => {
    const { checks, check, clock } = await start();
    checks.limiter.pause(60_000);
    for (let index = 0; index < 40; index += 1)
      void check(testImei(100 + index), { requester: 'test:user:busy' }).catch(() => undefined);
    await clock.settle();
    const { estimate } = checks.checker;
    expect(estimate(0, 'test:user:busy').singleMs).toBeGreaterThan(estimate(0).singleMs);
    expect(estimate(0, 'test:user:new').singleMs).toBe(estimate(0).singleMs);
    checks.stop();
  });
});
