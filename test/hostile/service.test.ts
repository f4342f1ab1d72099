import { describe, expect, it } from 'vitest';
import { createLedger } from '../../src/checks/outbox/ledger.ts';
import { openLedgerRows } from '../../src/checks/outbox/ledger-row.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { RawAnswer } from '../../src/provider/device.ts';
import { realmOf } from '../../src/provider/http/caller.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { answering, head, type Misbehaviour, startRawService } from '../support/checks/raw-service.ts';
import { readRaw } from '../support/checks/reading.ts';

const BLOCK_PAGE = '<html><body>Your address was blocked</body></html>';

describe('an address that the service blocks', () => {
  const PAGES: readonly (readonly [string, Misbehaviour])[] = [
    ['an HTML page', answering(BLOCK_PAGE, { status: 429 })],
    ['an empty page', answering('', { status: 429 })],
    ['other JSON', answering('{"status":"blocked"}', { status: 429 })],
    ['bytes of no text', answering(Buffer.from([0xff, 0xfe, 0x80]), { status: 429 })],
    ['a page that is longer than any answer', answering('x'.repeat(2_000_000), { status: 429 })],
    ['a page that breaks off', (socket) => socket.end(head(429, { 'content-length': '100' }))],
    ['a page that never ends', (socket) => socket.write(head(429, { 'content-length': '100' }))],
  ];

  it.each(PAGES)(
    'by 429 with %s is left alone after the first, and nothing counts as paid',
    async (_what, answer) => {
      const service = await startRawService({ answer });
      const { check, checks, alerts } = await startChecking({
        baseUrl: service.url,
        settings: { requestTimeoutMs: 500, limits: { concurrent: 1, perWindow: 1_000, windowMs: 60_000 } },
      });
      for (const serial of [1, 2, 3])
        await expect(check(testImei(serial))).rejects.toMatchObject({ code: 'limit-exceeded', paid: 'no' });
      expect(service.requests).toHaveLength(1);
      expect(alerts).toMatchObject([{ kind: 'breaker-opened', code: 'limit-exceeded' }]);
      expect((await checks.usage()).today).toMatchObject({ paid: 0, inDoubt: 0 });
    },
  );

  it('by 403 is asked for the key’s status alone, until it lets us in', async () => {
    const service = await startRawService({ answer: answering(BLOCK_PAGE, { status: 403 }) });
    const { check, checks, alerts } = await startChecking({ baseUrl: service.url });
    for (const serial of [1, 2, 3])
      await expect(check(testImei(serial))).rejects.toMatchObject({ code: 'access-refused', paid: 'no' });
    expect(service.requests).toHaveLength(1);
    expect(alerts).toMatchObject([{ kind: 'breaker-opened', code: 'access-refused' }]);
    expect((await checks.usage()).today).toMatchObject({ paid: 0, inDoubt: 0 });
  });
});

describe('a restart while the service is in trouble', () => {
  it('sends nothing before the time is over, and nobody else’s trouble is remembered with another key', async () => {
    const service = await startRawService({ answer: answering(BLOCK_PAGE, { status: 429 }) });
    const settings = {
      account: 'ours',
      limits: { concurrent: 4, perWindow: 1_000, windowMs: 60_000 },
    };
    const { check, store } = await startChecking({ baseUrl: service.url, settings });
    await expect(check(testImei(1))).rejects.toMatchObject({ code: 'limit-exceeded' });
    const next = await startChecking({
      baseUrl: service.url,
      store,
      settings: { ...settings, account: 'new' },
    });
    await expect(next.check(testImei(1))).rejects.toMatchObject({ code: 'limit-exceeded' });
    expect((await next.checks.usage()).paused).toMatchObject({ code: 'limit-exceeded' });
    const { signal } = new AbortController();
    void next.checks.keyStatus.get({ signal }).catch(() => undefined);
    // The pause holds everything, the key's status as well.
    await expect.poll(() => next.checks.limiter.usage().waiting).toBe(1);
    expect(service.requests).toHaveLength(1);
    next.checks.stop();
  });
});

describe('a process killed after it wrote an answer down that cannot be read', () => {
  const OWN = { requestId: 'test:cut off' };

  it.each([
    ['an HTML page', '<html>', 200, 'unreadable'],
    ['a page of a server in trouble', '<html>', 502, 'server-error'],
    ['other JSON', '{}', 200, 'unexpected'],
    ['an unknown message', '{"error":"Oops"}', 200, 'unknown-error'],
  ])('counts as having paid for %s, and is not sent again', async (_what, body, httpStatus, code) => {
    const { store, imei, service } = await cutOff({ body, httpStatus, reader: 'device-identity' });
    const next = await startChecking({ store, service });
    await expect(next.check(imei, OWN)).rejects.toMatchObject({ code, paid: 'maybe' });
    await expect(next.check(imei, { ...OWN, fresh: true })).rejects.toMatchObject({ code });
    expect(service.arrivals).toEqual([]);
    expect((await next.checks.usage()).today.inDoubt).toBe(1);
    const third = await startChecking({ store, service });
    await expect(third.check(imei, OWN)).rejects.toMatchObject({ code });
    expect((await third.checks.usage()).today.inDoubt).toBe(1);
    // Somebody else, or the same person by another request, may try.
    expect(await third.check(imei)).toMatchObject({ found: true });
  });

  it.each([
    ['the limit', '{"errors":"Hourly limit exceeded"}', 429],
    ['a block', '<html>', 403],
    ['a key that is refused', '{"errors":"API key invalid or disabled"}', 403],
  ])('sends again what was refused for %s: that cost nothing', async (_what, body, httpStatus) => {
    const { store, imei, service } = await cutOff({ body, httpStatus, reader: 'device-identity' });
    const next = await startChecking({ store, service });
    expect(await next.check(imei, OWN)).toMatchObject({ source: 'service' });
    expect((await next.checks.usage()).today).toMatchObject({ paid: 1, inDoubt: 0 });
  });

  it('gives the answer that could be read', async () => {
    const body = JSON.stringify({ brand: 'NOKIA', model: '3110' });
    const { store, imei, service } = await cutOff({ body, httpStatus: 200, reader: 'device-identity' });
    const next = await startChecking({ store, service });
    expect(await next.check(imei, OWN)).toMatchObject({ source: 'cache', device: { model: '3110' } });
    expect(service.arrivals).toEqual([]);
  });

  /** A check of a life before, whose answer was written down and never read. */
  async function cutOff(raw: RawAnswer) {
    const { store, service } = await startChecking();
    const imei = testImei(1);
    const seal = createSeal('0123456789abcdef'.repeat(4));
    const rows = openLedgerRows(store, seal);
    const kept = { keptMs: 48 * 3_600_000, lateMs: 3_000, longestHoldMs: 130_000 };
    const ledger = createLedger({ read: readRaw, rows, clock: systemClock, by: 'the one killed', ...kept });
    const imeiHash = seal.hash(`imei test ${imei}`);
    await (await ledger.sent({ kind: 'check', imeiHash, ...OWN })).answered(raw);
    return { store, service, imei };
  }
});

describe('a slash at the end of LOOKUP_BASE_URL', () => {
  it.each([
    ['https://api.example', 'https://api.example/'],
    ['https://api.example/', 'https://api.example///'],
    ['https://api.example/v1', 'HTTPS://API.example:443/v1/'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/?x=1#y'],
  ])('makes no other service of it: %s and %s', (one, other) => {
    expect(realmOf(one)).toBe(realmOf(other));
  });

  it('does not make different services one', () => {
    const urls = ['https://api.example', 'http://api.example', 'https://api.example/v1', 'https://b.example'];
    expect(new Set(urls.map(realmOf)).size).toBe(urls.length);
  });
});
