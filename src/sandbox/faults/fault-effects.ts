import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

interface Spoilable {
  readonly status: number;
  /** The JSON that should have been sent. */
  readonly text: string;
  /** As it was sent. */
  readonly imei: string | undefined;
}

type Spoil = (response: ServerResponse, answer: Spoilable) => void;

const JSON_TYPE = { 'content-type': 'application/json' } as const;
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' } as const;
const HUGE_BYTES = 50 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** The six digits after the TAC. */
const SERIAL = /^\d{8}(\d{6})/;

/** Faults before the service: no check is made or counted. */
export const TURN_AWAY = {
  redirect: (response) => response.writeHead(302, { location: '/moved/' }).end(),
  'server-error-500': (response) => htmlPage(response, 500, 'Internal Server Error'),
  'server-error-503': (response) => htmlPage(response, 503, 'Service Unavailable'),
} satisfies Readonly<Record<string, (response: ServerResponse) => void>>;

/**
 * Faults on the way back: the check is made and counted, and its answer does not arrive as it
 * should.
 */
export const SPOIL = {
  // The client has to give up.
  'time-out': () => {},
  reset: (response) => response.socket?.resetAndDestroy(),
  'reset-after-headers': (response, answer) => breakOff(response, answer, ''),
  'reset-in-body': (response, answer) => breakOff(response, answer, half(answer.text)),
  empty: (response, { status }) => json(response, status, ''),
  truncated: (response, { status, text }) => json(response, status, half(text)),
  'html-page': (response, { status }) => htmlPage(response, status, 'Welcome'),
  'not-json': (response, { status }) => json(response, status, 'OK'),
  // A Latin-1 é before an ASCII character is not valid UTF-8.
  'non-utf8': (response, { status, text }) =>
    json(response, status, Buffer.from(text.replace('":"', '":"é'), 'latin1')),
  'unexpected-shape': (response, { status, text }) => json(response, status, `[${text}]`),
  'wrong-content-type': (response, { status, text }) =>
    response.writeHead(status, HTML_TYPE).end(text),
  'numbers-as-strings': (response, { status, text }) =>
    json(response, status, JSON.stringify(JSON.parse(text), numberAsText)),
  'masked-imei': (response, { status, text, imei }) => json(response, status, masked(text, imei)),
  'huge-body': (response, { status, text }) =>
    Readable.from(huge(text)).pipe(response.writeHead(status, JSON_TYPE)),
} satisfies Readonly<Record<string, Spoil>>;

function json(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, JSON_TYPE).end(body);
}

function htmlPage(response: ServerResponse, status: number, title: string): void {
  const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  response.writeHead(status, HTML_TYPE).end(page);
}

/** Announces the whole body, sends a part of it and closes the connection. */
function breakOff(response: ServerResponse, { status, text }: Spoilable, part: string): void {
  response.writeHead(status, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) });
  response.flushHeaders();
  response.write(part);
  response.socket?.destroySoon();
}

function half(text: string): string {
  return text.slice(0, text.length / 2);
}

function numberAsText(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Masks the serial number in the IMEI and in the parts of a FULL result. */
function masked(text: string, imei: string | undefined): string {
  const serial = SERIAL.exec(imei ?? '')?.[1];
  return serial === undefined ? text : text.replaceAll(serial, '*'.repeat(serial.length));
}

/** The answer with a field of 50 MB, in pieces. */
function* huge(text: string): Generator<string> {
  yield `${text.slice(0, -1)},"padding":"`;
  const padding = 'x'.repeat(CHUNK_BYTES);
  for (let sent = 0; sent < HUGE_BYTES; sent += CHUNK_BYTES) yield padding;
  yield '"}';
}
