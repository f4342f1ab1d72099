import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import type { LookupProvider } from '../../src/provider/contract.ts';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';

/** A key with everything that URLs and forms write in another way. */
export const KEY = 's3cret+key/with odd&letters=é"';
export const IMEI = '490154203237518';

/** A request as it came over the wire. */
interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What the service does once a whole request has arrived: anything at all with its socket. */
export type Misbehaviour = (socket: Socket, request: ArrivedRequest) => void;

interface RawServiceSettings {
  readonly answer: Misbehaviour;
  /** Speaks TLS with this self-made certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Does something with a connection before any request. */
  readonly onConnection?: (socket: Socket) => void;
}

/**
 * A server that answers with raw bytes, rightly or wrongly, and records every arrival. It stops
 * with the test.
 */
export async function startRawService(settings: RawServiceSettings) {
  const { answer, tls, onConnection } = settings;
  const requests: ArrivedRequest[] = [];
  const connections: Socket[] = [];
  const serve = (socket: Socket): void => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const request = requestIn(bytes);
      if (request === undefined) return;
      bytes = Buffer.alloc(0);
      requests.push(request);
      answer(socket, request);
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('connection', (socket) => {
    // Many tests are about a client that hangs up.
    socket.on('error', () => {});
    connections.push(socket);
    onConnection?.(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    connections,
    /** Without a slash at its end. */
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
  };
}

function requestIn(bytes: Buffer): ArrivedRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.replace(/:.*/, '').toLowerCase(),
      field.replace(/^[^:]*:/, '').trim(),
    ]),
  );
  const body = bytes.subarray(end + 4);
  const [method = '', path = ''] = line.split(' ');
  return body.length < Number(headers['content-length'] ?? 0)
    ? undefined
    : { method, path, headers, body };
}

/** An answer over HTTP with the content length that fits, unless the headers say otherwise. */
export function answering(
  body: string | Buffer,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Misbehaviour {
  const bytes = Buffer.from(body);
  const sent = {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  };
  return (socket) => {
    socket.write(head(status, sent));
    socket.end(bytes);
  };
}

/** The status line and headers of an answer. */
export function head(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`;
}

export function clientOf({
  url,
  timeoutMs = 10_000,
}: {
  url: string;
  timeoutMs?: number;
}): LookupProvider {
  return DEVICE_IDENTITY.createClient({
    baseUrl: url,
    apiKey: KEY,
    timeoutMs,
  });
}

/** Resolves with the failure of a call, and expects that the key is nowhere in it. */
export async function failureFrom(call: Promise<unknown>): Promise<ServiceFailure> {
  const failure: unknown = await call.then(
    () => expect.fail('there should be no answer'),
    (error: unknown) => error,
  );
  const texts = [
    String(failure),
    JSON.stringify(failure),
    inspect(failure, { depth: 10, showHidden: true }),
  ];
  for (const trace of ['s3cret', KEY, encodeURIComponent(KEY)]) {
    expect(texts.join('\n')).not.toContain(trace);
  }
  if (!(failure instanceof ServiceFailure)) throw failure;
  return failure;
}
