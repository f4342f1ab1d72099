import { Keyv } from 'keyv';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answers, createAnswers } from '../../src/checks/answers.ts';
import type { CacheSettings, ChecksNeeds } from '../../src/checks/contract.ts';
import { readWith } from '../../src/provider/contract.ts';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { testImei } from '../support/checks/checking.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';

const HOUR_MS = 3_600_000;
const IMEI = testImei(1);
const SAME_TYPE = testImei(2);
const parts = { tac: '490154', fac: '20', snr: '000001', cd: '1' };
const FOUND = {
  ...{ reader: 'device-identity', httpStatus: 200 },
  body: JSON.stringify({ brand: 'Apple', model: 'iPhone 5', imei_parts: parts, stolen: true }),
};
const SETTINGS: CacheSettings = {
  ...{
    scope: 'imei',
    foundTtlMs: 48 * HOUR_MS,
    notFoundTtlMs: HOUR_MS,
    realm: 'the service',
    sandbox: false,
  },
};
const SANDBOX = { realm: 'the sandbox', sandbox: true };
const read = readWith([DEVICE_IDENTITY]);

describe('the cache of answers', () => {
  let clock: FakeClock;
  /** What the database has, and for how long each of it at most. */
  let written: Map<string, { readonly text: string; readonly ttlMs: number | undefined }>;
  let isFull: boolean;

  const open = (settings: Partial<CacheSettings> = {}): Answers => {
    const keyv = Object.assign(new Keyv<string>(), {
      get: async (key: string) => written.get(key)?.text,
      set: async (key: string, text: string, ttlMs?: number) => {
        if (isFull) throw new Error('the disk is full');
        written.set(key, { text, ttlMs });
        return true;
      },
    });
    const cache = { ...SETTINGS, ...settings };
    const seal = createSeal('0123456789abcdef'.repeat(4));
    const needs = { store: { keyv }, seal, clock, settings: { cache } } as unknown as ChecksNeeds;
    return createAnswers(needs, read, { of: async () => [] });
  };
  const put = (cache: Answers): Promise<void> =>
    cache.set(IMEI, FOUND, { answer: read(FOUND), checkedAt: clock.now() });

  beforeEach(() => {
    clock = createFakeClock();
    written = new Map();
    isFull = false;
  });

  it('gives what was put, at once and in a later life, until its time is over', async () => {
    const cache = open();
    const checkedAt = clock.now();
    await put(cache);
    for (const each of [cache, open()])
      expect(await each.get(IMEI)).toMatchObject({ found: true, source: 'cache', checkedAt, sandbox: false });
    expect(await cache.get(SAME_TYPE)).toBeUndefined();
    expect([...written.values()].map(({ ttlMs }) => ttlMs)).toEqual([SETTINGS.foundTtlMs]);
    await clock.advance(SETTINGS.foundTtlMs - 1);
    expect(await cache.get(IMEI)).toBeDefined();
    await clock.advance(1);
    for (const each of [cache, open()]) expect(await each.get(IMEI)).toBeUndefined();
  });

  it('never takes the sandbox’s answers for the service’s', async () => {
    await put(open(SANDBOX));
    expect(await open().get(IMEI)).toBeUndefined();
    expect(await open(SANDBOX).get(IMEI)).toMatchObject({ sandbox: true });
  });

  it('gives the answer of a type to its other IMEIs, with their own parts, if the scope allows', async () => {
    await put(open({ scope: 'tac' }));
    const cache = open({ scope: 'tac' });
    const [snr, cd] = [SAME_TYPE.slice(8, 14), SAME_TYPE.slice(14)];
    expect(await cache.get(SAME_TYPE)).toMatchObject({
      ...{ found: true, source: 'tac' },
      device: { imei: SAME_TYPE, brand: 'Apple', parts: { ...parts, snr, cd }, other: {} },
    });
    expect(await cache.get(IMEI)).toMatchObject({ source: 'cache', device: { other: { stolen: true } } });
    expect(await open().get(SAME_TYPE)).toBeUndefined();
    expect(await open().get(IMEI)).toMatchObject({ source: 'cache' });
  });

  it('is in memory though the database does not take it', async () => {
    const cache = open();
    isFull = true;
    await expect(put(cache)).rejects.toThrow('full');
    expect(await cache.get(IMEI)).toBeDefined();
  });

  it('takes a row that it cannot read for none', async () => {
    await put(open());
    for (const key of written.keys()) written.set(key, { text: 'sealed otherwise', ttlMs: undefined });
    expect(await open().get(IMEI)).toBeUndefined();
  });
});
