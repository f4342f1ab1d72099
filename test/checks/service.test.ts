import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CheckRefused } from '../../src/checks/answer.ts';
import { systemClock } from '../../src/core/clock.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { createSqliteStore } from '../support/store/sqlite-store.ts';

const UNKNOWN_TAC = '99999999';
const cacheOf = (scope: 'imei' | 'tac', more = {}) => ({
  cache: { scope, foundTtlMs: 60_000, notFoundTtlMs: 30_000, realm: 'test', sandbox: false, ...more },
});

describe('a check', () => {
  it('is paid once, and answered from the cache ever after', async () => {
    const { check, service } = await startChecking();
    const first = await check(testImei(1));
    const again = await check(testImei(1));
    expect([first.source, again.source]).toEqual(['service', 'cache']);
    expect(again).toMatchObject({ found: true, checkedAt: first.checkedAt });
    expect(service.paidChecks).toEqual([testImei(1)]);
  });

  it('costs one payment when a hundred people ask at once', async () => {
    const { check, service } = await startChecking({ sandbox: { delay: 100 } });
    const people = Array.from({ length: 100 }, (_, i) => check(testImei(1), { requester: `test:user:${i}` }));
    expect((await Promise.all(people)).every((answer) => answer.found)).toBe(true);
    expect(service.paidChecks).toHaveLength(1);
  });

  it('keeps "not found" too, for a shorter time', async () => {
    let now = Date.now();
    const clock = { ...systemClock, now: () => now };
    const { check, service } = await startChecking({ clock });
    const [there, notThere] = [testImei(1), testImei(1, UNKNOWN_TAC)];
    expect((await check(notThere)).found).toBe(false);
    await check(there);
    expect((await check(notThere)).source).toBe('cache');
    now += 30_001;
    expect((await check(there)).source).toBe('cache');
    expect((await check(notThere)).source).toBe('service');
    expect(service.paidChecks).toHaveLength(3);
  });

  it('is paid again on demand', async () => {
    const { check, service } = await startChecking();
    await check(testImei(1));
    expect((await check(testImei(1), { fresh: true })).source).toBe('service');
    expect(service.paidChecks).toHaveLength(2);
  });

  it('is never answered from another service: what the sandbox said is not the real one’s word', async () => {
    const { check, store, service } = await startChecking({
      settings: cacheOf('imei', { realm: 'sandbox', sandbox: true }),
    });
    expect((await check(testImei(1))).sandbox).toBe(true);
    const real = await startChecking({
      store,
      service,
      settings: cacheOf('imei', { realm: 'https://real' }),
    });
    expect(await real.check(testImei(1))).toMatchObject({ source: 'service', sandbox: false });
  });

  it('looks in the cache again when its turn comes', async () => {
    const { check, service } = await startChecking({
      sandbox: { delay: 150 },
      settings: { limits: { concurrent: 1, perWindow: 100, windowMs: 100 }, ...cacheOf('tac') },
    });
    const answers = await Promise.all([1, 2, 3, 4].map((serial) => check(testImei(serial))));
    expect(answers.map(({ source }) => source).sort()).toEqual(['service', 'tac', 'tac', 'tac']);
    expect(service.paidChecks).toHaveLength(1);
  });

  it('leaves no IMEI to be read in the file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'imei-bot-checks-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'bot.sqlite');
    const store = createSqliteStore(`sqlite://${file}`, systemClock);
    const { check } = await startChecking({ store });
    await check(testImei(1));
    await check(testImei(2, UNKNOWN_TAC));
    await store.close();
    const bytes = await readFile(file, 'latin1');
    for (const imei of [testImei(1), testImei(2, UNKNOWN_TAC)]) {
      expect(bytes).not.toContain(imei);
      expect(bytes).not.toContain(imei.slice(8, 14));
    }
    expect(bytes).not.toContain('NOKIA');
  });
});

describe('CACHE_SCOPE=tac', () => {
  it('answers another IMEI of the same type, with its own parts, and pays nothing', async () => {
    const { check, service } = await startChecking({ settings: cacheOf('tac') });
    await check(testImei(1));
    const other = testImei(2);
    const answer = await check(other);
    expect(answer).toMatchObject({
      source: 'tac',
      found: true,
      device: {
        imei: other,
        brand: 'NOKIA',
        parts: {
          tac: other.slice(0, 6),
          fac: other.slice(6, 8),
          snr: other.slice(8, 14),
          cd: other.slice(14),
        },
      },
    });
    expect(service.paidChecks).toHaveLength(1);
  });

  it('does not take "not found" of one for the others', async () => {
    const { check, service } = await startChecking({ settings: cacheOf('tac') });
    await check(testImei(1, UNKNOWN_TAC));
    expect((await check(testImei(2, UNKNOWN_TAC))).source).toBe('service');
    expect(service.paidChecks).toHaveLength(2);
  });

  it('is not the default', async () => {
    const { check } = await startChecking();
    await check(testImei(1));
    expect((await check(testImei(2))).source).toBe('service');
  });
});

describe('leaving', () => {
  it('does not end the flight of the others', async () => {
    const { check, service } = await startChecking({ sandbox: { delay: 150 } });
    const leave = new AbortController();
    const gone = check(testImei(1), { signal: leave.signal });
    const stays = check(testImei(1), { requester: 'test:user:2' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    leave.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect((await stays).found).toBe(true);
    expect(service.paidChecks).toHaveLength(1);
  });

  it('after it was sent, the answer is kept all the same', async () => {
    const { check, service } = await startChecking({ sandbox: { delay: 150 } });
    const leave = new AbortController();
    const gone = check(testImei(1), { signal: leave.signal });
    await expect.poll(() => service.arrivals.length).toBe(1);
    leave.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect((await check(testImei(1))).found).toBe(true);
    expect(service.paidChecks).toHaveLength(1);
  });

  it('before it is sent frees the place and costs nothing', async () => {
    const { check, service, checks } = await startChecking({
      sandbox: { delay: 300 },
      settings: { limits: { concurrent: 1, perWindow: 100, windowMs: 100 } },
    });
    const first = check(testImei(1));
    await expect.poll(() => service.arrivals.length).toBe(1);
    const leave = new AbortController();
    const gone = check(testImei(2), { signal: leave.signal });
    await expect.poll(() => checks.limiter.usage().waiting).toBe(1);
    leave.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(checks.limiter.usage().waiting).toBe(0);
    await first;
    expect(service.paidChecks).toEqual([testImei(1)]);
  });
});

describe('whose money it is', () => {
  const settings = { allowance: { checksPerDay: 2, reserve: 0 } };

  it('a person has so many checks a day; saved answers are free, and admins are exempt', async () => {
    const { check } = await startChecking({ settings });
    await check(testImei(1));
    await check(testImei(2));
    await expect(check(testImei(3))).rejects.toThrow(CheckRefused);
    expect((await check(testImei(1))).source).toBe('cache');
    expect((await check(testImei(3), { requester: 'test:user:2' })).source).toBe('service');
    expect((await check(testImei(4), { admin: true })).source).toBe('service');
  });

  it('a check that cost nothing is given back', async () => {
    const { check, service } = await startChecking({ settings });
    service.fail({ kind: 'imei-empty', times: 3 });
    for (let i = 0; i < 3; i += 1)
      await expect(check(testImei(1))).rejects.toMatchObject({ code: 'imei-empty' });
    expect((await check(testImei(1))).source).toBe('service');
    expect((await check(testImei(2))).source).toBe('service');
  });

  it('who joins a flight pays nothing, and is not refused because its first waiter is', async () => {
    const { check, service } = await startChecking({
      apiKey: 'sandbox-basic-2500',
      settings: { allowance: { checksPerDay: 100, reserve: 2_500 } },
      sandbox: { delay: 150 },
    });
    const refused = check(testImei(1));
    // The flight waits for the key's status now, by which its starter will be refused.
    await expect.poll(() => service.arrivals.length, { interval: 5 }).toBe(1);
    const admin = check(testImei(1), { admin: true, requester: 'test:user:9' });
    await expect(refused).rejects.toThrow(CheckRefused);
    await expect.poll(() => service.arrivals.length, { interval: 5 }).toBe(2);
    const joins = check(testImei(1), { requester: 'test:user:2' });
    expect((await admin).found).toBe(true);
    expect((await joins).found).toBe(true);
  });

  it('the last checks of the month are kept for admins', async () => {
    const { check } = await startChecking({
      apiKey: 'sandbox-basic-2500',
      settings: { allowance: { checksPerDay: 100, reserve: 2_500 } },
    });
    await expect(check(testImei(1))).rejects.toMatchObject({ why: 'reserve', limit: 2_500 });
    expect((await check(testImei(1), { admin: true })).found).toBe(true);
  });
});

describe('the key’s status', () => {
  it('is used again for a minute, and asked for once by many', async () => {
    const { checks, service } = await startChecking({ sandbox: { delay: 50 } });
    const signal = new AbortController().signal;
    await Promise.all([1, 2, 3].map(() => checks.keyStatus.get({ signal })));
    await checks.keyStatus.get({ signal });
    expect(service.arrivals).toHaveLength(1);
    await checks.keyStatus.get({ maxAgeMs: 0, signal });
    expect(service.arrivals).toHaveLength(2);
    expect(checks.keyStatus.latest()?.status.hasAccess).toBe(true);
  });
});
