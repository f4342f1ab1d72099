import { describe, expect, it } from 'vitest';
import { readCheckAnswer } from '../../../src/provider/device-identity/read.ts';
import { answering, head, type Misbehaviour, startRawService } from '../../support/checks/raw-service.ts';
import { always } from '../../support/checks/reading.ts';
import { clientOf, failureFrom, IMEI } from '../../support/checks/service-call.ts';

const BODY = JSON.stringify({ brand: 'NOKIA', model: '3310' });
const OPEN = { 'content-length': '5000' };
const TIMEOUT_MS = 200;

/** Nothing else happens in this process meanwhile, as if it had been stopped. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function check(answer: Misbehaviour, timeoutMs = TIMEOUT_MS) {
  const service = await startRawService({ answer });
  return clientOf({ ...service, timeoutMs }).check(IMEI, always);
}

describe('a process that stood still past the time-out', () => {
  it('reads the answer that lies in its socket before it believes that there is none', async () => {
    const raw = await check((socket, request) => {
      answering(BODY)(socket, request);
      standStill(TIMEOUT_MS * 2);
    });
    expect(readCheckAnswer(raw)).toMatchObject({ found: true });
  });

  it('sends nothing on a connection that stands only now', async () => {
    const service = await startRawService({ answer: answering(BODY) });
    const call = clientOf({ ...service, timeoutMs: 50 }).status(always);
    // When the connection is being made, and before anybody can hear that it stands.
    process.nextTick(() => process.nextTick(standStill, 100));
    expect((await failureFrom(call)).code).toBe('unreachable');
    await expect.poll(() => service.connections.length).toBe(1);
    expect(service.requests).toEqual([]);
  });
});

describe('a connection that stays open behind the answer', () => {
  it('keeps nobody waiting for the time-out, in whatever pieces the answer came', async () => {
    const ways = [
      [BODY],
      [`${BODY} \r\n`],
      [BODY.slice(0, 10), BODY.slice(10)],
      [BODY, '\n'],
      [`\ufeff${BODY}`],
    ];
    const answers = await Promise.all(
      ways.map((pieces) =>
        check((socket) => {
          socket.setNoDelay(true);
          socket.write(head(200, OPEN));
          for (const [at, piece] of pieces.entries()) setTimeout(() => socket.write(piece), at * 100);
        }, 30_000),
      ),
    );
    for (const raw of answers) expect(readCheckAnswer(raw)).toMatchObject({ found: true });
  });

  it('takes what has come for the answer when the time is up, where it is whole', async () => {
    const raw = await check((socket) => socket.write(`${head(200, OPEN)}${BODY}`));
    expect(raw).toEqual({ httpStatus: 200, body: BODY, reader: 'device-identity' });
  });

  it.each([
    ['a beginning', '{"brand":"NOK'],
    ['a beginning that ends in a brace', '{"a":{"b":1}'],
    ['an end', '"model":"3310"}'],
    ['a list', '[{"brand":"NOKIA"}]'],
    ['a text', '"NOKIA"'],
    ['nothing', ''],
  ])('is none where %s is all that has come', async (_what, written) => {
    const failure = await failureFrom(check((socket) => socket.write(`${head(200, OPEN)}${written}`)));
    expect(failure).toMatchObject({ code: 'timeout', paid: 'maybe' });
  });

  it('does not end an answer that goes on, where a part of it could be one', async () => {
    const whole = `{"brand":"NOKIA","info":{"os":"x"}}`;
    const raw = await check((socket) => {
      socket.setNoDelay(true);
      socket.write(`${head(200, { 'content-length': String(whole.length) })}${whole.slice(0, -1)}`);
      // Longer than it is quiet behind an answer that stays open.
      setTimeout(() => socket.write('}'), 1_200);
    }, 30_000);
    expect(raw.body).toBe(whole);
  });
});

describe('an answer whose status refuses', () => {
  it.each([
    ['nothing but the headers', ''],
    ['half a page', '<html><title>Too many'],
  ])('says enough with %s', async (_what, written) => {
    for (const status of [403, 429]) {
      const raw = await check((socket) => socket.write(`${head(status, OPEN)}${written}`));
      expect(raw).toEqual({ httpStatus: status, body: written, reader: 'device-identity' });
    }
  });

  it.each([403, 429])('says enough where it breaks off before its first byte (%i)', async (status) => {
    const raw = await check(
      (socket) => socket.write(head(status, OPEN), () => setTimeout(() => socket.resetAndDestroy(), 20)),
      30_000,
    );
    expect(raw).toEqual({ httpStatus: status, body: '', reader: 'device-identity' });
  });

  it('says enough in any encoding, and at any length', async () => {
    const page = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(2 * 1024 * 1024, 'x')]);
    const raw = await check(answering(page, { status: 429 }), 30_000);
    expect(raw.httpStatus).toBe(429);
    expect(raw.body).toContain('xxx');
  });
});
