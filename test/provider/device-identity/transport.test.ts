import { describe, expect, it, test } from 'vitest';
import { type LookupProvider, SendVetoed } from '../../../src/provider/contract.ts';
import { readCheckAnswer } from '../../../src/provider/device-identity/read.ts';
import { answering, head, type Misbehaviour, startRawService } from '../../support/checks/raw-service.ts';
import { always } from '../../support/checks/reading.ts';
import { CALLS, clientOf, failureFrom, IMEI } from '../../support/checks/service-call.ts';
import { freePort } from '../../support/free-port.ts';
import { SELF_SIGNED } from '../../support/self-signed.ts';

const MEGABYTE = 1024 * 1024;

const silent: Misbehaviour = () => {};

test.each(CALLS)('%s refused at the port never left', async (_name, call) => {
  const failure = await failureFrom(call(clientOf({ url: `http://127.0.0.1:${await freePort()}` })));
  expect(failure).toMatchObject({ code: 'unreachable', paid: 'no', cause: { code: 'ECONNREFUSED' } });
});

test.each(CALLS)('%s to a name that does not exist never left', async (_name, call) => {
  const failure = await failureFrom(call(clientOf({ url: 'http://nonexistent.invalid' })));
  expect(failure).toMatchObject({ code: 'unreachable', paid: 'no' });
});

test.each(CALLS)('%s over TLS to a plain port never left', async (_name, call) => {
  const service = await startRawService({
    answer: silent,
    onConnection: (socket) => socket.once('data', () => socket.end(head(400, {}))),
  });
  const failure = await failureFrom(call(clientOf({ url: `https://127.0.0.1:${service.port}` })));
  expect(failure).toMatchObject({ code: 'unreachable', paid: 'no' });
  expect(service.requests).toHaveLength(0);
});

test.each([
  ['a check', (client: LookupProvider) => client.check(IMEI, () => false)],
  ['a key status call', (client: LookupProvider) => client.status(() => false)],
])('%s that may not leave any more when its connection stands sends nothing on it', async (_name, call) => {
  const service = await startRawService({ answer: silent });
  await expect(call(clientOf(service))).rejects.toThrow(SendVetoed);
  await expect.poll(() => service.connections.length).toBe(1);
  expect(service.requests).toHaveLength(0);
});

test.each(CALLS)('%s is not sent to a server with a certificate nobody trusts', async (_name, call) => {
  const service = await startRawService({ answer: silent, tls: SELF_SIGNED });
  const failure = await failureFrom(call(clientOf(service)));
  expect(failure).toMatchObject({ code: 'unreachable', paid: 'no' });
  expect(service.connections).toHaveLength(1);
  expect(service.requests).toHaveLength(0);
});

test.each(CALLS)('%s without an answer ends at the time-out', async (_name, call) => {
  const service = await startRawService({ answer: silent });
  const failure = await failureFrom(call(clientOf({ ...service, timeoutMs: 1_000 })));
  expect(failure).toMatchObject({ code: 'timeout', paid: 'maybe', retry: 'never' });
  expect(service.requests).toHaveLength(1);
});

test('the time-out covers the body: of an answer that drips in for ever the beginning is taken', async () => {
  let drip: NodeJS.Timeout | undefined;
  const service = await startRawService({
    answer: (socket) => {
      socket.write(head(200, { 'content-length': '100000' }));
      drip = setInterval(() => socket.write('{'), 20);
      socket.once('close', () => clearInterval(drip));
    },
  });
  const raw = await clientOf({ ...service, timeoutMs: 500 }).check(IMEI, always);
  expect(raw).toMatchObject({ httpStatus: 200, body: expect.stringMatching(/^\{+$/) });
});

test.each([
  ['before the headers', ''],
  ['within the headers', 'HTTP/1.1 200 OK\r\ncontent-ty'],
])('a connection reset %s may have been paid for, and is not used again', async (_when, written) => {
  const service = await startRawService({
    answer: (socket) => socket.write(written, () => setImmediate(() => socket.resetAndDestroy())),
  });
  const failure = await failureFrom(clientOf(service).check(IMEI, always));
  expect(failure).toMatchObject({
    ...{ code: 'reset', paid: 'maybe', retry: 'never', cause: { code: 'ECONNRESET' } },
  });
  expect(failure.cause).toHaveProperty('message', expect.stringMatching(/./));
  expect(service.requests).toHaveLength(1);
  expect(service.connections).toHaveLength(1);
});

test('a connection closed without a word is broken, too', async () => {
  const service = await startRawService({ answer: (socket) => socket.end() });
  expect((await failureFrom(clientOf(service).check(IMEI, always))).code).toBe('reset');
  expect(service.connections).toHaveLength(1);
});

test.each(CALLS)('%s is not repeated for a server that says it was misdirected', async (_name, call) => {
  const service = await startRawService({ answer: answering('', { status: 421 }) });
  await expect(call(clientOf(service))).resolves.toEqual({
    httpStatus: 421,
    body: '',
    reader: 'device-identity',
  });
  expect(service.requests).toHaveLength(1);
});

test('a refused upgrade ends the call', async () => {
  const answer: Misbehaviour = (socket) =>
    socket.write(head(101, { upgrade: 'websocket', connection: 'upgrade' }));
  const service = await startRawService({ answer });
  expect((await failureFrom(clientOf(service).check(IMEI, always))).code).toBe('reset');
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is refused, so that the key stays here',
  async (status) => {
    const elsewhere = await startRawService({ answer: answering('{}') });
    const headers = { location: `${elsewhere.url}/api/status` };
    const service = await startRawService({ answer: answering('moved', { status, headers }) });

    for (const [, call] of CALLS) {
      const failure = await failureFrom(call(clientOf(service)));
      expect(failure).toMatchObject({ code: 'redirect', httpStatus: status, paid: 'maybe' });
    }

    expect(service.requests).toHaveLength(2);
    expect(elsewhere.connections).toHaveLength(0);
  },
);

test.each([
  ['with its length told', { 'content-length': String(50 * MEGABYTE) }],
  ['without', { connection: 'close' }],
])('reading a 50 MB answer, %s, stops at 1 MB', async (_how, headers) => {
  const chunk = Buffer.alloc(MEGABYTE / 4, ' ');
  const service = await startRawService({
    answer: (socket) => {
      socket.write(head(200, headers));
      let left = 200;
      const pour = (): void => {
        while (left > 0 && !socket.destroyed) {
          left -= 1;
          if (!socket.write(chunk)) return;
        }
      };
      socket.on('drain', pour);
      pour();
    },
  });

  const raw = await clientOf(service).check(IMEI, always);

  expect(raw.body).toHaveLength(MEGABYTE);
  // The rest is what the operating system's buffers took.
  expect(service.connections[0]?.bytesWritten).toBeLessThan(20 * MEGABYTE);
});

test.each(['SSH-2.0-OpenSSH_9.6\r\n', 'HTTP/1.1 banana\r\n\r\n'])(
  'what is not HTTP is no answer: %j',
  async (words) => {
    const service = await startRawService({ answer: (socket) => socket.end(words) });
    const failure = await failureFrom(clientOf(service).check(IMEI, always));
    expect(failure).toMatchObject({ code: 'unreadable', paid: 'maybe' });
  },
);

test.each([
  ['nothing but the headers', { 'content-length': '5000' }, ''],
  ['half a page', { 'content-length': '5000' }, '<html><title>Too many'],
  ['what is not HTTP', { 'transfer-encoding': 'chunked' }, 'zz\r\n<html>'],
])('a refusal is told by its status with %s behind it', async (_what, headers, written) => {
  for (const status of [403, 429]) {
    const service = await startRawService({
      answer: (socket) => socket.write(head(status, headers) + written),
    });
    const raw = await clientOf({ ...service, timeoutMs: 300 }).check(IMEI, always);
    expect(raw).toMatchObject({ httpStatus: status });
    expect(() => readCheckAnswer(raw)).toThrow(expect.objectContaining({ paid: 'no' }));
  }
});

describe('a process that stood still past the time-out', () => {
  /** Nothing else happens in this process meanwhile, as if it had been stopped. */
  function standStill(ms: number): void {
    const until = performance.now() + ms;
    while (performance.now() < until);
  }

  it('reads the answer that lies in its socket before it believes that there is none', async () => {
    const service = await startRawService({
      answer: (socket, request) => {
        answering('{"brand":"NOKIA"}')(socket, request);
        standStill(400);
      },
    });
    const raw = await clientOf({ ...service, timeoutMs: 200 }).check(IMEI, always);
    expect(readCheckAnswer(raw)).toMatchObject({ found: true });
  });

  it('sends nothing on a connection that stands only now', async () => {
    const service = await startRawService({ answer: silent });
    const call = clientOf({ ...service, timeoutMs: 50 }).status(always);
    // When the connection is being made, and before anybody can hear that it stands.
    process.nextTick(() => process.nextTick(standStill, 100));
    expect((await failureFrom(call)).code).toBe('unreachable');
    await expect.poll(() => service.connections.length).toBe(1);
    expect(service.requests).toEqual([]);
  });
});
