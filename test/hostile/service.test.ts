import { describe, expect, it } from 'vitest';
import { realmOf } from '../../src/provider/http/caller.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { answering, head, type Misbehaviour, startRawService } from '../support/checks/raw-service.ts';

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
    void next.checks.key.status({ signal }).catch(() => undefined);
    // The pause holds everything, the key's status as well.
    await expect.poll(() => next.checks.limiter.usage().waiting).toBe(1);
    expect(service.requests).toHaveLength(1);
    next.checks.stop();
  });
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
