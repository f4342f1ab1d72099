import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { Wait } from '../../../src/limiter/announcer.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { openStore } from '../../../src/store/open.ts';
import { type Checking, startChecking, testImei } from '../../support/checks/checking.ts';
import { createSkippingClock } from '../../support/clocks/skipping.ts';
import { hasOwnRedis, type RedisServer, startRedis } from '../../support/store/redis.ts';

const SETTINGS = {
  limits: { concurrent: 4, perWindow: 19, windowMs: 500 },
  // Long enough for a machine that has other things to do.
  requestTimeoutMs: 1_000,
} as const;

describe.skipIf(!hasOwnRedis)('checks of two processes on one Redis', () => {
  let redis: RedisServer;
  let service: Sandbox;

  const join = async (settings: Parameters<typeof startChecking>[0] = {}): Promise<Checking> => {
    const opened = await openStore(redis.url, 'a secret of some length', systemClock);
    onTestFinished(() => opened.close());
    return startChecking({
      store: opened.store,
      shared: opened.shared,
      service,
      settings: SETTINGS,
      ...settings,
    });
  };

  beforeEach(async () => {
    redis = await startRedis({ persistence: 'always' });
    service = await startSandbox({ limits: 'none', delay: { from: 100, to: 100, seed: 1 } });
  });
  afterEach(async () => {
    await service.close();
    await redis.destroy();
  });

  it('share one flight to an IMEI: it is paid once, and answers both', async () => {
    const [one, two] = [await join(), await join()];
    await one.check(testImei(1));
    const answers = await Promise.all([
      one.check(testImei(2)),
      two.check(testImei(2)),
      two.check(testImei(2)),
    ]);
    expect(answers.map(({ found }) => found)).toEqual([true, true, true]);
    expect(service.paidChecks).toHaveLength(2);
  });

  it('share what the other has paid', async () => {
    const [one, two] = [await join(), await join()];
    await one.check(testImei(1));
    expect(await two.check(testImei(1))).toMatchObject({ source: 'cache' });
    expect(await two.checks.usage()).toMatchObject({ windowLimit: 19, month: { paid: 1, saved: 1 } });
  });

  it('tell both who asked of a failure that may have been paid, and ask again only when somebody wants it', async () => {
    const [one, two] = [await join(), await join()];
    await one.check(testImei(1));
    service.fail({ kind: 'time-out' });
    const outcomes = await Promise.allSettled([one.check(testImei(2)), two.check(testImei(2))]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ServiceFailure) });
    }
    const asked = service.arrivals.length;
    expect(asked).toBe(2);
    service.mend();
    expect(await two.check(testImei(2))).toMatchObject({ found: true });
  });

  it('learn each other’s failure as their own: it is counted once, and sent again by none of them after a crash', async () => {
    const ids: string[] = [];
    const joinNamed = async (): Promise<Checking> => {
      const opened = await openStore(redis.url, 'a secret of some length', systemClock);
      onTestFinished(() => opened.close());
      ids.push(opened.shared?.members.id ?? '');
      return join({ store: opened.store, shared: opened.shared });
    };
    const [one, two] = [await joinNamed(), await joinNamed()];
    await one.check(testImei(1));
    service.fail({ kind: 'reset' });
    const asked = [
      { requestId: 'test:one', requester: 'test:user:1' },
      { requestId: 'test:two', requester: 'test:user:2' },
    ] as const;
    const outcomes = await Promise.allSettled([
      one.check(testImei(2), asked[0]),
      two.check(testImei(2), asked[1]),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'reset', paid: 'maybe' } });
    expect(service.arrivals).toHaveLength(2);
    expect((await two.checks.usage()).today).toMatchObject({ paid: 1, inDoubt: 1 });
    service.mend();
    const third = await join();
    for (const id of ids) await third.checks.takeOver(id, true);
    for (const request of asked)
      await expect(third.check(testImei(2), request)).rejects.toMatchObject({ code: 'reset' });
    expect(service.arrivals).toHaveLength(2);
    // A person may try again.
    expect(await two.check(testImei(2))).toMatchObject({ found: true });
  });

  it('know what a process has paid that ended before it was in the cache, and pay nobody’s anew for it', async () => {
    const opened = await openStore(redis.url, 'a secret of some length', systemClock);
    onTestFinished(() => opened.close());
    const ends = new Promise<never>(() => undefined);
    const { store } = opened;
    const ended = await join({ store: { ...store, keyv: Object.assign(store.keyv, { set: () => ends }) } });
    const two = await join();
    void ended.check(testImei(1));
    await expect.poll(() => service.paidChecks).toHaveLength(1);
    expect(await two.check(testImei(1))).toMatchObject({ found: true, source: 'cache' });
    expect(service.paidChecks).toHaveLength(1);
  });

  it('go by one breaker', async () => {
    const [one, two] = [await join(), await join()];
    await one.check(testImei(1));
    service.fail({ kind: 'key-refused' });
    await expect(one.check(testImei(2))).rejects.toMatchObject({ code: 'key-refused' });
    await expect(two.check(testImei(3))).rejects.toMatchObject({ code: 'key-refused' });
    expect(service.arrivals.filter(({ call }) => call === 'check')).toHaveLength(2);
    expect((await two.checks.usage()).paused).toMatchObject({ code: 'key-refused' });
  });

  it('tell how much of the limit all of them use together', async () => {
    const settings = { settings: { ...SETTINGS, limits: { ...SETTINGS.limits, windowMs: 2_000 } } };
    const [one, two] = [await join(settings), await join(settings)];
    await one.check(testImei(1));
    expect(await two.checks.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
  });

  it('count the allowance of a person together', async () => {
    const allowance = { allowance: { checksPerDay: 2, reserve: 0 } };
    const settings = { settings: { ...SETTINGS, ...allowance } };
    const [one, two] = [await join(settings), await join(settings)];
    await one.check(testImei(1));
    await two.check(testImei(2));
    await expect(one.check(testImei(3))).rejects.toThrow('allowance');
  });

  it('end although somebody waits in line and the store is closed under them', async () => {
    const opened = await openStore(redis.url, 'a secret of some length', systemClock);
    const one = await startChecking({
      store: opened.store,
      shared: opened.shared,
      service,
      settings: SETTINGS,
    });
    await one.check(testImei(1));
    service.fail({ kind: 'time-out' });
    const leaving = new AbortController();
    const checks = Array.from({ length: 8 }, (_, serial) =>
      one.check(testImei(serial + 2), { signal: leaving.signal }).catch(() => 'given up'),
    );
    void one.checks.drain();
    await opened.close();
    leaving.abort();
    one.checks.stop();
    // The event loop still turns, so that the process can end.
    await expect(Promise.all(checks)).resolves.toContain('given up');
    service.mend();
  });

  it('send nothing on leave from before a stand-still, be it right before the first byte', async () => {
    const opened = await openStore(redis.url, 'a secret of some length', systemClock);
    onTestFinished(() => opened.close());
    const clock = createSkippingClock();
    /** What was given after the stand-still. */
    const given: string[] = [];
    let standsStill = true;
    const one = await join({
      clock,
      // The claim is renewed after the turn was confirmed: what comes next is the request itself.
      store: {
        ...opened.store,
        collection: (name) => {
          const rows = opened.store.collection(name);
          const replace: typeof rows.replace = async (...row) => {
            if (name === 'claims' && standsStill) clock.skip(60_000);
            standsStill = false;
            return rows.replace(...row);
          };
          return { ...rows, replace };
        },
      },
      shared: opened.shared && {
        ...opened.shared,
        createPermits: (limits) => {
          const permits = opened.shared?.createPermits(limits);
          if (permits === undefined) throw new Error('Redis is shared');
          const ask: typeof permits.ask = async (token, priority) => {
            const answer = await permits.ask(token, priority);
            if (answer.granted && !standsStill) given.push(token);
            return answer;
          };
          return { ...permits, ask };
        },
      },
    });
    // Of no other test: on a busy machine one of another process may come by at a port that it takes for closed.
    const imei = testImei(240_717);
    expect(await one.check(imei)).toMatchObject({ source: 'service' });
    expect(standsStill).toBe(false);
    expect(service.arrivals.filter((arrival) => arrival.imei === imei)).toHaveLength(1);
    expect(given).not.toEqual([]);
  });

  it('send nothing while Redis hangs, say so within seconds, and go on when it is back', async () => {
    const one = await join();
    await one.check(testImei(1));
    const before = service.arrivals.length;
    redis.freeze();
    const waits: Wait[] = [];
    const check = one.check(testImei(2), { onWait: (wait) => waits.push(wait) });
    await expect.poll(() => waits.at(-1), { timeout: 8_000 }).toMatchObject({ held: 'store' });
    expect(service.arrivals).toHaveLength(before);
    redis.thaw();
    expect(await check).toMatchObject({ found: true });
  });
});
