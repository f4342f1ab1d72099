import { expect, test } from 'vitest';
import { readCheckAnswer } from '../../../src/provider/device-identity/read.ts';
import { answering, head, type Misbehaviour, startRawService } from '../../support/checks/raw-service.ts';
import { always } from '../../support/checks/reading.ts';
import { clientOf, failureFrom, IMEI, KEY } from '../../support/checks/service-call.ts';

const CHUNKED = { 'transfer-encoding': 'chunked' };
const BASIC = JSON.stringify({ imei: '49015420323****', brand: 'NOKIA', model: '3310' });

/** A check as the checker makes it: the raw answer first, then what is in it. */
async function check(answer: Misbehaviour) {
  const service = await startRawService({ answer });
  return readCheckAnswer(await clientOf(service).check(IMEI, always));
}

const nokia = { found: true, device: { level: 'BASIC', brand: 'NOKIA', model: '3310' } };

test.each(['text/html', 'text/plain; charset=iso-8859-1', 'image/png', ''])(
  'the content type "%s" spoils no answer',
  async (type) => {
    expect(await check(answering(BASIC, { headers: { 'content-type': type } }))).toMatchObject(nokia);
  },
);

test('a byte order mark spoils no answer', async () => {
  expect(await check(answering(`\uFEFF${BASIC}`))).toMatchObject(nokia);
});

test.each([200, 201, 400, 404, 500])('the HTTP status %i spoils no device', async (status) => {
  expect(await check(answering(BASIC, { status }))).toMatchObject(nokia);
});

test('letters of the whole world arrive as they are, even cut between two packets', async () => {
  const bytes = Buffer.from(JSON.stringify({ brand: '小米', model: 'Müller 📱' }));
  const cut = bytes.indexOf('📱') + 2;
  const answer = await check((socket) => {
    socket.setNoDelay(true);
    socket.write(head(200, { 'content-length': String(bytes.length) }));
    socket.write(bytes.subarray(0, cut), () => setImmediate(() => socket.end(bytes.subarray(cut))));
  });
  expect(answer).toMatchObject({ device: { brand: '小米', model: 'Müller 📱' } });
});

test.each([
  ['with more bytes promised', `${head(200, { 'content-length': '5000' })}${BASIC}`],
  ['without its last chunk', `${head(200, CHUNKED)}${BASIC.length.toString(16)}\r\n${BASIC}\r\n`],
  [
    'with something behind it that is not HTTP',
    `${head(200, CHUNKED)}${BASIC.length.toString(16)}\r\n${BASIC}\r\nzz\r\n`,
  ],
])('an answer that came whole, %s, is worth what was paid for it', async (_how, written) => {
  expect(await check((socket) => socket.end(written))).toMatchObject(nokia);
});

test.each([
  ['closed', (socket) => socket.end()],
  // A little later, so that the client has read the beginning.
  ['reset', (socket) => setTimeout(() => socket.resetAndDestroy(), 50)],
] satisfies [string, Misbehaviour][])(
  'what came before the connection was %s can be stored',
  async (_how, end) => {
    const answer: Misbehaviour = (socket) =>
      socket.write(`${head(200, { 'content-length': '5000' })}{"brand":"NO`, () => end(socket));
    const service = await startRawService({ answer });
    const raw = await clientOf(service).check(IMEI, always);
    expect(raw).toEqual({ httpStatus: 200, body: '{"brand":"NO', reader: 'device-identity' });
    expect(service.connections).toHaveLength(1);
  },
);

test.each([
  ['nothing', answering('')],
  [
    'a page',
    answering('<!DOCTYPE html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['half an object', (socket) => socket.end(`${head(200, { 'content-length': '99' })}{"brand":"NOKIA","mod`)],
  ['the headers alone', (socket) => socket.end(head(200, { 'content-length': '99' }))],
  ['a part of a chunk', (socket) => socket.end(`${head(200, CHUNKED)}8\r\n{"brand"\r\n`)],
  ['words', answering('Warning: mysql_connect() failed')],
  ['another encoding', answering(Buffer.from(`\uFEFF${BASIC}`, 'utf16le'))],
] satisfies [string, Misbehaviour][])('an answer of %s cannot be read', async (_what, answer) => {
  const failure = await failureFrom(check(answer));
  expect(failure).toMatchObject({ code: 'unreadable', httpStatus: 200, paid: 'maybe', retry: 'never' });
});

test('a device in another encoding is shown as far as it can be read', async () => {
  const latin1 = Buffer.from('{"brand":"CITRO\u00cbN","model":"1"}', 'latin1');
  expect(await check(answering(latin1))).toMatchObject({ device: { brand: 'CITRO\ufffdN', model: '1' } });
});

test.each([
  ['a page', '<html>Bad gateway</html>'],
  ['nothing', ''],
  ['JSON of no known shape', '{"message":"down"}'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80])],
])('an error of the server with %s is told apart', async (_what, body) => {
  for (const status of [500, 502]) {
    const failure = await failureFrom(check(answering(body, { status })));
    expect(failure).toMatchObject({ code: 'server-error', httpStatus: status, paid: 'maybe' });
  }
});

test.each([
  ['as it is', KEY],
  ['as in a query', new URLSearchParams({ key: KEY }).toString()],
  ['percent-encoded', encodeURIComponent(KEY)],
])('a key that the service repeats, %s, is not handed on', async (_how, repeated) => {
  const body = JSON.stringify({ brand: 'NOKIA', model: '3310', request: `key=${repeated}` });
  const service = await startRawService({ answer: answering(body.replaceAll('/', String.raw`\/`)) });
  const raw = await clientOf(service).check(IMEI, always);
  expect(raw.body).not.toContain('s3cret');
  expect(readCheckAnswer(raw)).toMatchObject({
    device: { other: { request: expect.stringContaining('[key]') } },
  });
});

test('a key that the service repeats in an error is not quoted', async () => {
  const failure = await failureFrom(check(answering(JSON.stringify({ errors: `No such key: ${KEY}` }))));
  expect(failure).toMatchObject({ code: 'unknown-error', said: 'No such key: [key]' });
});
