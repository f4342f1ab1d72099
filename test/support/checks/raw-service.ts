import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A request as it came over the wire. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What the service does once a whole request has arrived: anything at all with its socket. */
export type Misbehaviour = (socket: Socket, request: ArrivedRequest) => void;

/** A server that answers with raw bytes, rightly or wrongly, and records every arrival. */
export interface RawService {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ArrivedRequest[];
  readonly connections: readonly Socket[];
}

export interface RawServiceSettings {
  readonly answer: Misbehaviour;
  /** Speaks TLS with this self-made certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Does something with a connection before any request. */
  readonly onConnection?: (socket: Socket) => void;
}

/** Stops by itself when the test has finished. */
export async function startRawService({
  answer,
  tls,
  onConnection,
}: RawServiceSettings): Promise<RawService> {
  const requests: ArrivedRequest[] = [];
  const connections: Socket[] = [];
  const serve = (socket: Socket): void => {
    onRequest(socket, (request) => {
      requests.push(request);
      answer(socket, request);
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('connection', (socket) => {
    // The client's hanging up is what many tests are about.
    socket.on('error', () => {});
    connections.push(socket);
    onConnection?.(socket);
  });
  const port = await listen(server);
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    connections,
  };
}

/** An answer over HTTP with the content length that fits, unless the headers say otherwise. */
export function answering(
  body: string | Buffer,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Misbehaviour {
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
  return (socket) => {
    socket.write(head(status, all));
    socket.end(bytes);
  };
}

/** The status line and headers of an answer. */
export function head(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function onRequest(socket: Socket, arrived: (request: ArrivedRequest) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(fields.map(splitField));
    const body = bytes.subarray(end + 4);
    if (body.length < Number(headers['content-length'] ?? 0)) return;
    bytes = Buffer.alloc(0);
    const [method = '', path = ''] = line.split(' ');
    arrived({ method, path, headers, body });
  });
}

function splitField(field: string): [string, string] {
  const colon = field.indexOf(':');
  return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
}
