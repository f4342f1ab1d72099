import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { ANSWERS, createSeal } from '../../../src/store/seal/seal.ts';
import { type Checking, startChecking, testImei } from '../../support/checks/checking.ts';
import { answering, startRawService } from '../../support/checks/raw-service.ts';

const IMEI = testImei(1);
const REALM = 'test';
const REQUEST = { requestId: 'test:same' } as const;
const cacheOf = (more: object) => ({
  cache: {
    scope: 'imei' as const,
    foundTtlMs: 60_000,
    notFoundTtlMs: 30_000,
    realm: REALM,
    sandbox: false,
    ...more,
  },
});

/** The cache takes nothing until it is mended. */
function breakWriting({ store: { keyv } }: Checking): { mend(): void } {
  const set = keyv.set.bind(keyv);
  Object.assign(keyv, { set: () => Promise.reject(new Error('SQLITE_FULL')) });
  return { mend: () => Object.assign(keyv, { set }) };
}

/** A service that answers nothing until it is told to, and then everything at once. */
async function startHeldService(): Promise<{
  readonly url: string;
  readonly asked: () => readonly string[];
  readonly answer: () => void;
}> {
  let answer = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const imeiIn = (body: Buffer): string => /\d{15}/.exec(body.toString())?.[0] ?? '';
  const { url, requests } = await startRawService({
    answer: (socket, request) => {
      const body = JSON.stringify({ imei: imeiIn(request.body), brand: 'NOKIA', model: '3310' });
      void told.then(() => answering(body)(socket, request));
    },
  });
  return { url, asked: () => requests.map(({ body }) => imeiIn(body)), answer: () => answer() };
}

/** Longer than a busy machine takes for what a test does while the service answers nothing. */
const PATIENT = { requestTimeoutMs: 60_000 } as const;
const SOON = { timeout: 30_000 } as const;

describe('an answer that is not kept', () => {
  it('is not paid again by the same request, and is by another', async () => {
    const settings = cacheOf({ foundTtlMs: 0 });
    const { check, store, service } = await startChecking({ settings });
    await check(IMEI, REQUEST);
    const next = await startChecking({ settings, store, service });
    expect((await next.check(IMEI, REQUEST)).source).toBe('cache');
    expect(service.paidChecks).toHaveLength(1);
    expect((await next.check(IMEI)).source).toBe('service');
  });
});

describe('what is known without paying', () => {
  it('is what was paid for, kept or not, and nothing else', async () => {
    const checking = await startChecking();
    const { check, checks, store, service } = checking;
    await check(IMEI);
    const { mend } = breakWriting(checking);
    await check(testImei(2));
    mend();
    const next = await startChecking({ store, service });
    for (const { checker } of [checks, next.checks]) {
      expect(await checker.peek(IMEI)).toMatchObject({ found: true, source: 'cache' });
      expect(await checker.peek(testImei(2))).toMatchObject({ found: true, source: 'cache' });
      expect(await checker.peek(testImei(3))).toBeUndefined();
    }
    expect(service.arrivals).toHaveLength(2);
  });
});

describe('an answer that could not be written', () => {
  it('is given no longer than others', async () => {
    let now = Date.now();
    const checking = await startChecking({ clock: { ...systemClock, now: () => now } });
    breakWriting(checking);
    await checking.check(IMEI);
    now += 59_000;
    expect((await checking.check(IMEI)).source).toBe('cache');
    now += 1_001;
    expect((await checking.check(IMEI)).source).toBe('service');
  });

  it('is written when the store works again', async () => {
    const checking = await startChecking({ settings: cacheOf({ scope: 'tac' }) });
    const { check, checks, store, service } = checking;
    const { mend } = breakWriting(checking);
    await check(IMEI);
    mend();
    await checks.catchUp();
    const sends = store.collection('sent');
    for (const [id] of await sends.entries()) await sends.delete(id);
    const next = await startChecking({ settings: cacheOf({ scope: 'tac' }), store, service });
    expect((await next.check(IMEI)).source).toBe('cache');
    expect((await next.check(testImei(2))).source).toBe('tac');
    expect(service.paidChecks).toHaveLength(1);
  });
});

describe('what was shared', () => {
  const both = [{ requestId: 'test:first' }, { requestId: 'test:second' }] as const;

  it('is not paid again by any of those who asked afresh together, when they are taken up again', async () => {
    const { check, store, service } = await startChecking({ sandbox: { delay: 100 } });
    await Promise.all(both.map((request) => check(IMEI, { ...request, fresh: true })));
    expect(service.paidChecks).toHaveLength(1);
    const next = await startChecking({ store, service });
    for (const request of both) {
      next.checks.resumed(request.requestId, 0);
      expect((await next.check(IMEI, { ...request, fresh: true })).source).toBe('cache');
    }
    expect(service.paidChecks).toHaveLength(1);
  });

  it('is not sent again for any of them, when it may have been paid for', async () => {
    const { check, store, service } = await startChecking({ sandbox: { delay: 100 } });
    service.fail({ kind: 'reset', times: 1 });
    await Promise.allSettled(both.map((request) => check(IMEI, request)));
    const next = await startChecking({ store, service });
    for (const request of both)
      await expect(next.check(IMEI, request)).rejects.toMatchObject({ code: 'reset' });
    expect(service.arrivals).toHaveLength(1);
  });
});

describe('who asks afresh', () => {
  it('is not fobbed off with what somebody on the same flight is content with', async () => {
    const { url, asked, answer } = await startHeldService();
    const limits = { concurrent: 1, perWindow: 100, windowMs: 100 };
    const { check, store, checks } = await startChecking({ baseUrl: url, settings: { limits, ...PATIENT } });
    const other = await startChecking({ store });
    const first = check(testImei(2));
    await expect.poll(asked, SOON).toHaveLength(1);
    const content = check(IMEI);
    await expect.poll(() => checks.limiter.usage().waiting, SOON).toBe(1);
    const fresh = check(IMEI, { fresh: true });
    // Meanwhile the answer comes into the store by another way.
    await other.check(IMEI);
    answer();
    expect((await content).source).toBe('cache');
    expect((await fresh).source).toBe('service');
    await first;
  });
});

describe('a row of the cache that another version of the bot wrote', () => {
  it('is no row, and no failure of the store', async () => {
    const { check, store, storeErrors } = await startChecking();
    const seal = createSeal('0123456789abcdef'.repeat(4));
    const id = seal.hash(`imei ${REALM} ${IMEI}`);
    await store.keyv.set(id, seal.close('{"body":"of old"}', { collection: ANSWERS, id }));
    expect((await check(IMEI, { priority: 'batch' })).source).toBe('service');
    expect(storeErrors).toEqual([]);
  });
});

describe('the last process’ sends', () => {
  it('keep their slots although the clock was set back', async () => {
    const { check, store, service } = await startChecking();
    await check(IMEI);
    const clock = { ...systemClock, now: () => Date.now() - 5_000 };
    const next = await startChecking({ store, service, clock });
    expect(next.checks.limiter.usage().windowUsed).toBe(1);
  });

  it('are taken up late, when the store could not be read at first: once, and without those of this one', async () => {
    const { check, store, service } = await startChecking();
    service.fail({ kind: 'time-out', times: 1 });
    check(IMEI, { requestId: 'test:cut off' }).catch(() => undefined);
    await expect.poll(() => service.arrivals.length).toBe(1);
    const blind = {
      ...store,
      collection: (name: string) => {
        const rows = store.collection(name);
        return {
          ...rows,
          portions: async function* (which: 'all' | 'lasting') {
            if (isBlind) throw new Error('SQLITE_BUSY');
            yield* rows.portions(which);
          },
        };
      },
    };
    let isBlind = true;
    const settings = { limits: { concurrent: 4, perWindow: 20, windowMs: 100 } };
    const next = await startChecking({ store: blind, service, settings });
    expect(next.storeErrors).toHaveLength(1);
    service.fail({ kind: 'time-out', times: 1 });
    const own = next.check(testImei(2));
    // It does not go before those could have timed out which the store cannot tell of.
    await expect.poll(() => service.arrivals.length).toBe(2);
    await expect(next.checks.catchUp()).rejects.toThrow('SQLITE_BUSY');
    isBlind = false;
    await next.checks.catchUp();
    await next.checks.catchUp();
    expect((await next.checks.usage()).today.inDoubt).toBe(1);
    // Ends both.
    const outcome = expect(own).rejects.toMatchObject({ code: 'reset' });
    await service.close();
    await outcome;
  });
});

describe('CACHE_SCOPE=tac', () => {
  it('passes on nothing of the one phone that the interface does not list', async () => {
    const body = { imei: IMEI, brand: 'NOKIA', model: '3310', owner: 'somebody' };
    const { url } = await startRawService({ answer: answering(JSON.stringify(body)) });
    const { check } = await startChecking({ baseUrl: url, settings: cacheOf({ scope: 'tac' }) });
    expect(await check(IMEI)).toMatchObject({ device: { other: { owner: 'somebody' } } });
    const other = await check(testImei(2));
    expect(other).toMatchObject({ source: 'tac', device: { imei: testImei(2), model: '3310' } });
    expect(JSON.stringify(other)).not.toContain('somebody');
  });
});

describe('a batch check', () => {
  it('is sent as a single one as soon as somebody asks for the same by itself', async () => {
    const { url, asked, answer } = await startHeldService();
    const limits = { concurrent: 1, perWindow: 20, windowMs: 1_000 };
    const { check } = await startChecking({ baseUrl: url, settings: { limits, ...PATIENT } });
    const batch = Array.from({ length: 10 }, (_, i) =>
      check(testImei(i + 1), { priority: 'batch', requestId: 'test:batch' }),
    );
    await expect.poll(asked, SOON).toHaveLength(1);
    let isInLine = false;
    const onWait = (): void => {
      isInLine = true;
    };
    const single = check(testImei(10), { requester: 'test:user:2', onWait });
    await expect.poll(() => isInLine, SOON).toBe(true);
    answer();
    expect((await single).found).toBe(true);
    expect(asked().indexOf(testImei(10))).toBeLessThan(4);
    await Promise.all(batch);
    expect(asked()).toHaveLength(10);
  });
});
