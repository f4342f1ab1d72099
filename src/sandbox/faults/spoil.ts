import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { SpoiledKind, TurnedAwayKind } from './faults.ts';

/** An answer that is about to be spoiled. */
interface Spoilable {
  readonly httpStatus: number;
  /** The JSON that should have been sent. */
  readonly text: string;
  /** The IMEI asked for, if any. */
  readonly imei: string | undefined;
  /** Node's own objects, to do what no HTTP library does. */
  readonly node: HttpBindings;
}

type Spoil = (answer: Spoilable) => Response | Promise<Response>;

const JSON_TYPE = { 'content-type': 'application/json' } as const;
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' } as const;
const HUGE_BYTES = 50 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** Behind the TAC of 8 digits. */
const SERIAL = /^\d{8}(\d{6})/;

export const TURN_AWAY: Readonly<Record<TurnedAwayKind, () => Response>> = {
  redirect: () => new Response(null, { status: 302, headers: { location: '/moved/' } }),
  'server-error-500': () => htmlPage(500, 'Internal Server Error'),
  'server-error-503': () => htmlPage(503, 'Service Unavailable'),
};

/** How each fault shows on the wire. */
export const SPOIL: Readonly<Record<SpoiledKind, Spoil>> = {
  'time-out': async ({ node }) => {
    await untilGone(node.incoming.socket);
    return RESPONSE_ALREADY_SENT;
  },
  reset: ({ node }) => {
    node.incoming.socket.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  },
  'reset-after-headers': (answer) => breakOff(answer, ''),
  'reset-in-body': (answer) => breakOff(answer, half(answer.text)),
  empty: ({ httpStatus }) => json(httpStatus, ''),
  truncated: ({ httpStatus, text }) => json(httpStatus, half(text)),
  'html-page': ({ httpStatus }) => htmlPage(httpStatus, 'Welcome'),
  'not-json': ({ httpStatus }) => json(httpStatus, 'OK'),
  // A Latin-1 é: before an ASCII character it is no UTF-8.
  'non-utf8': ({ httpStatus, text }) => json(httpStatus, Buffer.from(text.replace('":"', '":"é'), 'latin1')),
  'unexpected-shape': ({ httpStatus, text }) => json(httpStatus, `[${text}]`),
  'wrong-content-type': ({ httpStatus, text }) =>
    new Response(text, { status: httpStatus, headers: HTML_TYPE }),
  'numbers-as-strings': ({ httpStatus, text }) =>
    json(httpStatus, JSON.stringify(JSON.parse(text), numberAsText)),
  'masked-imei': ({ httpStatus, text, imei }) => json(httpStatus, masked(text, imei)),
  'huge-body': ({ httpStatus, text }) => json(httpStatus, huge(text)),
};

/** Resolves when the other side is gone. */
async function untilGone(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
}

function json(status: number, body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Response {
  return new Response(body, { status, headers: JSON_TYPE });
}

function htmlPage(status: number, title: string): Response {
  const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return new Response(page, { status, headers: HTML_TYPE });
}

/** Promises the whole body, sends a part of it and hangs up. */
function breakOff({ httpStatus, text, node }: Spoilable, part: string): Response {
  const { incoming, outgoing } = node;
  outgoing.writeHead(httpStatus, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) });
  outgoing.flushHeaders();
  if (part !== '') outgoing.write(part);
  incoming.socket.destroySoon();
  return RESPONSE_ALREADY_SENT;
}

function half(text: string): string {
  return text.slice(0, text.length / 2);
}

function numberAsText(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** The serial is masked wherever it stands: in the IMEI, and in the parts of a FULL result. */
function masked(text: string, imei: string | undefined): string {
  const serial = SERIAL.exec(imei ?? '')?.[1];
  return serial === undefined ? text : text.replaceAll(serial, '*'.repeat(serial.length));
}

/** The answer with a field of 50 MB, made piece by piece as it is read. */
function huge(text: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const padding = encoder.encode('x'.repeat(CHUNK_BYTES));
  let left = HUGE_BYTES;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`${text.slice(0, -1)},"padding":"`)),
    pull: (controller) => {
      controller.enqueue(padding);
      left -= CHUNK_BYTES;
      if (left > 0) return;
      controller.enqueue(encoder.encode('"}'));
      controller.close();
    },
  });
}
