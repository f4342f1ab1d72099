import { expect, it } from 'vitest';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { answering, head, type Misbehaviour, startRawService } from '../support/checks/raw-service.ts';

const PAGE = '<html><body>Your address was blocked</body></html>';
const REFUSALS: readonly (readonly [string, string, Misbehaviour])[] = [
  ['limit-exceeded', '429 with a page', answering(PAGE, { status: 429 })],
  ['limit-exceeded', '429 with a long page', answering('x'.repeat(2_000_000), { status: 429 })],
  ['limit-exceeded', '429 that never ends', (socket) => socket.write(head(429, { 'content-length': '9' }))],
  ['access-refused', '403 with a page', answering(PAGE, { status: 403 })],
];

it.each(REFUSALS)(
  'a service that refuses our address (%s, %s) is left alone, and nothing is paid',
  async (code, _, answer) => {
    const service = await startRawService({ answer });
    const limits = { concurrent: 1, perWindow: 1_000, windowMs: 60_000 };
    const { check, checks, alerts } = await startChecking({
      baseUrl: service.url,
      settings: { requestTimeoutMs: 500, limits },
    });
    for (const serial of [1, 2, 3])
      await expect(check(testImei(serial))).rejects.toMatchObject({ code, paid: 'no' });
    expect(service.requests).toHaveLength(1);
    expect(alerts).toMatchObject([{ kind: 'breaker-opened', code }]);
    expect((await checks.usage()).today).toMatchObject({ paid: 0, inDoubt: 0 });
  },
);
