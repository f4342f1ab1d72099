import { describe, expect, it, vi } from 'vitest';
import { type LookupProvider, SendVetoed } from '../../src/provider/contract.ts';
import { readCheckAnswer } from '../../src/provider/device-identity/read.ts';
import {
  answering,
  clientOf,
  failureFrom,
  head,
  IMEI,
  KEY,
  type Misbehaviour,
  startRawService,
} from '../support/checks/raw-service.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';

const MEGABYTE = 1024 * 1024;
const BASIC = JSON.stringify({ imei: '49015420323****', brand: 'NOKIA', model: '3310' });
const CHUNKED = { 'transfer-encoding': 'chunked' };
const LONG = { 'content-length': '5000' };
const chunk = `${head(200, CHUNKED)}${BASIC.length.toString(16)}\r\n${BASIC}\r\n`;
const always = (): boolean => true;
const silent: Misbehaviour = () => {};

const CALLS: readonly (readonly [
  string,
  (client: LookupProvider, canSend?: () => boolean) => Promise<unknown>,
])[] = [
  ['a check', (client, canSend = always) => client.check(IMEI, canSend)],
  ['a key status call', (client, canSend = always) => client.status(canSend)],
];

/** A check as the checker makes it: the raw answer first, then what is in it. */
async function check(answer: Misbehaviour, timeoutMs = 10_000) {
  const service = await startRawService({ answer });
  const raw = await clientOf({ ...service, timeoutMs }).check(IMEI, always);
  return readCheckAnswer(raw);
}

describe('a call', () => {
  it('that checks is a multipart POST with key and imei, and tells caches not to cache', async () => {
    const service = await startRawService({ answer: answering(BASIC) });
    const raw = await clientOf(service).check(IMEI, always);
    expect(raw).toEqual({ httpStatus: 200, body: BASIC, reader: 'device-identity' });
    expect(service.requests).toMatchObject([
      { method: 'POST', path: '/api/checkimei/', headers: { 'cache-control': 'no-cache' } },
    ]);
    const [{ headers, body } = expect.fail()] = service.requests;
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    expect([...form]).toEqual([
      ['key', KEY],
      ['imei', IMEI],
    ]);
  });

  it('for the key’s status is a GET with the key in the query', async () => {
    const service = await startRawService({ answer: answering('{}') });
    await clientOf(service).status(always);
    const [{ method, path, body } = expect.fail()] = service.requests;
    const { pathname, searchParams } = new URL(path, 'http://base');
    expect([method, pathname, [...searchParams], body.length]).toEqual([
      'GET',
      '/api/status',
      [['key', KEY]],
      0,
    ]);
  });

  it('has a connection of its own, which no idle close can break, and goes over TLS as well', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const answer = answering(BASIC, { headers: { connection: 'keep-alive' } });
      const service = await startRawService({ answer, tls: SELF_SIGNED });
      for (const [, call] of CALLS) expect(await call(clientOf(service))).toMatchObject({ body: BASIC });
      expect([service.connections.length, service.requests.length]).toEqual([2, 2]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe.each(CALLS)('%s that never left', (_name, call) => {
  it('was refused at the port, or goes to a name that does not exist', async () => {
    const refused = await failureFrom(call(clientOf({ url: 'http://127.0.0.1:1' })));
    expect(refused).toMatchObject({ code: 'unreachable', paid: 'no', cause: { code: 'ECONNREFUSED' } });
    const lost = await failureFrom(call(clientOf({ url: 'http://nonexistent.invalid' })));
    expect(lost).toMatchObject({ code: 'unreachable', paid: 'no' });
  });

  it('goes over TLS to a plain port, or to a certificate nobody trusts', async () => {
    const onConnection: Misbehaviour = (socket) => socket.once('data', () => socket.end(head(400, {})));
    const plain = await startRawService({
      answer: silent,
      onConnection: (socket) => onConnection(socket, expect.anything()),
    });
    const strange = await startRawService({ answer: silent, tls: SELF_SIGNED });
    for (const { port } of [plain, strange]) {
      const failure = await failureFrom(call(clientOf({ url: `https://127.0.0.1:${port}` })));
      expect(failure).toMatchObject({ code: 'unreachable', paid: 'no' });
    }
    expect([...plain.requests, ...strange.requests]).toEqual([]);
  });

  it('may not leave any more when its connection is open', async () => {
    const service = await startRawService({ answer: silent });
    await expect(call(clientOf(service), () => false)).rejects.toThrow(SendVetoed);
    await expect.poll(() => service.connections.length).toBe(1);
    expect(service.requests).toHaveLength(0);
  });
});

describe('what was paid for is read', () => {
  const NOKIA = { brand: 'NOKIA', model: '3310' };
  const world = Buffer.from(JSON.stringify({ brand: '小米', model: 'Müller 📱' }));
  const cut = world.indexOf('📱') + 2;

  it.each<[string, Misbehaviour, object]>([
    ['with another content type', answering(BASIC, { headers: { 'content-type': 'text/html' } }), NOKIA],
    ['with 500', answering(BASIC, { status: 500 }), NOKIA],
    ['with a byte order mark', answering(`\uFEFF${BASIC}`), NOKIA],
    ['with more bytes promised', (socket) => socket.end(`${head(200, LONG)}${BASIC}`), NOKIA],
    ['without its last chunk', (socket) => socket.end(chunk), NOKIA],
    ['with something after it that is not HTTP', (socket) => socket.end(`${chunk}zz\r\n`), NOKIA],
    ['in Latin 1', answering(Buffer.from('{"brand":"CITRO\u00cbN"}', 'latin1')), { brand: 'CITRO\ufffdN' }],
    [
      'in letters of the whole world, cut between two packets',
      (socket) => {
        socket.setNoDelay(true);
        socket.write(head(200, { 'content-length': String(world.length) }));
        socket.write(world.subarray(0, cut), () => setImmediate(() => socket.end(world.subarray(cut))));
      },
      { brand: '小米', model: 'Müller 📱' },
    ],
  ])('%s', async (_how, answer, device) => {
    expect(await check(answer)).toMatchObject({ found: true, device });
  });

  it('as far as it came before the connection closed, broke or timed out', async () => {
    const ends: readonly (readonly [Misbehaviour, timeoutMs: number])[] = [
      [(socket) => socket.end(), 10_000],
      // A little later, so that the client has read the beginning.
      [(socket) => setTimeout(() => socket.resetAndDestroy(), 50), 10_000],
      [silent, 1_000],
    ];
    for (const [end, timeoutMs] of ends) {
      const answer: Misbehaviour = (socket, request) =>
        socket.write(`${head(200, LONG)}{"brand":"NO`, () => end(socket, request));
      const service = await startRawService({ answer });
      const raw = await clientOf({ ...service, timeoutMs }).check(IMEI, always);
      expect(raw).toEqual({ httpStatus: 200, body: '{"brand":"NO', reader: 'device-identity' });
      expect(service.connections).toHaveLength(1);
    }
  });

  it.each([
    ['with its length told', { 'content-length': String(50 * MEGABYTE) }],
    ['without', { connection: 'close' }],
  ])('up to 1 MB of a 50 MB answer, %s', async (_how, headers) => {
    const answer: Misbehaviour = (socket) => {
      socket.write(head(200, headers));
      let left = 200;
      const pour = (): void => {
        for (; left > 0 && !socket.destroyed; left -= 1)
          if (!socket.write(Buffer.alloc(MEGABYTE / 4, ' '))) return;
      };
      socket.on('drain', pour);
      pour();
    };
    const service = await startRawService({ answer });
    expect((await clientOf(service).check(IMEI, always)).body).toHaveLength(MEGABYTE);
    // The rest is what the operating system's buffers took.
    expect(service.connections[0]?.bytesWritten).toBeLessThan(20 * MEGABYTE);
  });

  it.each([
    ['as it is', KEY],
    ['as in a query', new URLSearchParams({ key: KEY }).toString()],
    ['percent-encoded', encodeURIComponent(KEY)],
  ])('without a key that the service repeats, %s', async (_how, repeated) => {
    const body = JSON.stringify({ brand: 'NOKIA', request: `key=${repeated}` });
    const service = await startRawService({ answer: answering(body.replaceAll('/', String.raw`\/`)) });
    const raw = await clientOf(service).check(IMEI, always);
    expect(raw.body).not.toContain('s3cret');
    expect(readCheckAnswer(raw)).toMatchObject({
      device: { other: { request: expect.stringContaining('[key]') } },
    });
  });
});

describe('what may have been paid for', () => {
  it.each<[string, Misbehaviour, string]>([
    ['no answer within the time-out', silent, 'timeout'],
    ['a connection closed without a word', (socket) => socket.end(), 'reset'],
    ['one reset before the headers', (socket) => socket.resetAndDestroy(), 'reset'],
    [
      'a refused upgrade',
      (socket) => socket.write(head(101, { upgrade: 'websocket', connection: 'upgrade' })),
      'reset',
    ],
    ['SSH', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'unreadable'],
    ['nothing', answering(''), 'unreadable'],
    ['a page', answering('<!DOCTYPE html><title>Maintenance</title>'), 'unreadable'],
    ['half an object', (socket) => socket.end(`${head(200, LONG)}{"brand":"NOKIA","mod`), 'unreadable'],
    ['a part of a chunk', (socket) => socket.end(`${head(200, CHUNKED)}8\r\n{"brand"\r\n`), 'unreadable'],
    ['another encoding', answering(Buffer.from(`\uFEFF${BASIC}`, 'utf16le')), 'unreadable'],
    ['a page with 502', answering('<html>Bad gateway</html>', { status: 502 }), 'server-error'],
    ['a misdirected request, which fetch would repeat', answering('', { status: 421 }), 'unreadable'],
    [
      'an error with the key in it',
      answering(JSON.stringify({ errors: `No such key: ${KEY}` })),
      'unknown-error',
    ],
  ])('is %s', async (_what, answer, code) => {
    let requests = 0;
    const counted: Misbehaviour = (socket, request) => {
      requests += 1;
      answer(socket, request);
    };
    const failure = await failureFrom(check(counted, code === 'timeout' ? 500 : 10_000));
    expect(failure).toMatchObject({ code, paid: 'maybe', retry: 'never' });
    expect(requests).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])(
    'is a redirect (%i), which is refused: the key stays here',
    async (status) => {
      const elsewhere = await startRawService({ answer: answering('{}') });
      const headers = { location: `${elsewhere.url}/api/status` };
      const service = await startRawService({ answer: answering('moved', { status, headers }) });
      for (const [, call] of CALLS) {
        const failure = await failureFrom(call(clientOf(service)));
        expect(failure).toMatchObject({ code: 'redirect', httpStatus: status, paid: 'maybe' });
      }
      expect([service.requests.length, elsewhere.connections.length]).toEqual([2, 0]);
    },
  );
});

it.each([
  ['nothing but the headers', LONG, ''],
  ['half a page', LONG, '<html><title>Too many'],
  ['what is not HTTP', CHUNKED, 'zz\r\n<html>'],
])('a refusal costs nothing by its status, with %s after it', async (_what, headers, written) => {
  const refusal =
    (status: number): Misbehaviour =>
    (socket) =>
      socket.write(head(status, headers) + written);
  const failures = [403, 429].map((status) => failureFrom(check(refusal(status), 1_000)));
  expect(await Promise.all(failures)).toMatchObject([
    { httpStatus: 403, paid: 'no' },
    { httpStatus: 429, paid: 'no' },
  ]);
});

describe('a process that stood still past the time-out', () => {
  /** Nothing else happens in this process meanwhile, as if it had been stopped. */
  function standStill(ms: number): void {
    const until = performance.now() + ms;
    while (performance.now() < until);
  }

  it('reads the answer that is in its socket before it believes that there is none', async () => {
    const answer: Misbehaviour = (socket, request) => {
      answering('{"brand":"NOKIA"}')(socket, request);
      standStill(400);
    };
    expect(await check(answer, 200)).toMatchObject({ found: true });
  });

  it('sends nothing on a connection that opens only now', async () => {
    const service = await startRawService({ answer: silent });
    const call = clientOf({ ...service, timeoutMs: 50 }).status(always);
    // When the connection is being made, and before anybody can hear that it is open.
    process.nextTick(() => process.nextTick(standStill, 100));
    expect((await failureFrom(call)).code).toBe('unreachable');
    await expect.poll(() => service.connections.length).toBe(1);
    expect(service.requests).toEqual([]);
  });
});
