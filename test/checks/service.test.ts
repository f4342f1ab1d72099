import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
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
