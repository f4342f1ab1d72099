import { describe, expect, it } from 'vitest';
import { startChecking, testImei } from '../support/checking.ts';
import { answering, head, type Misbehaviour, startRawService } from '../support/raw-service.ts';

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
      const { check, checks, alarms } = await startChecking({
        baseUrl: service.url,
        settings: { requestTimeoutMs: 500, limits: { concurrent: 1, perWindow: 1_000, windowMs: 60_000 } },
      });
      for (const serial of [1, 2, 3])
        await expect(check(testImei(serial))).rejects.toMatchObject({ code: 'limit-exceeded', paid: 'no' });
      expect(service.requests).toHaveLength(1);
      expect(alarms).toMatchObject([{ kind: 'breaker-opened', code: 'limit-exceeded' }]);
      expect((await checks.usage()).today).toMatchObject({ paid: 0, inDoubt: 0 });
    },
  );

  it('by 403 is asked for the key’s status alone, until it lets us in', async () => {
    const service = await startRawService({ answer: answering(BLOCK_PAGE, { status: 403 }) });
    const { check, checks, alarms } = await startChecking({ baseUrl: service.url });
    for (const serial of [1, 2, 3])
      await expect(check(testImei(serial))).rejects.toMatchObject({ code: 'access-refused', paid: 'no' });
    expect(service.requests).toHaveLength(1);
    expect(alarms).toMatchObject([{ kind: 'breaker-opened', code: 'access-refused' }]);
    expect((await checks.usage()).today).toMatchObject({ paid: 0, inDoubt: 0 });
  });
});
