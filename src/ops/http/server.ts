import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Log } from '../log/log.ts';
import { createHttpApp, type HttpAppNeeds } from './app.ts';
import { cannotListen } from './error.ts';

/** How long things may take, in milliseconds. */
interface HttpTimes {
  /** Until the headers of a request have come. */
  readonly headersMs: number;
  /** Until the whole request has come. */
  readonly requestMs: number;
  /** Until `/readyz` gives up asking. */
  readonly readyMs: number;
  /** Until requests that are being answered are cut off when the server closes. */
  readonly closeMs: number;
}

export interface HttpServerOptions extends HttpAppNeeds {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly times?: Partial<HttpTimes>;
}

export interface HttpServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** Takes no more requests; resolves when those on their way are answered or cut off and the port is free. */
  close(): Promise<void>;
}

const TIMES: HttpTimes = { headersMs: 10_000, requestMs: 30_000, readyMs: 2_000, closeMs: 2_000 };
const KEEP_ALIVE_MS = 5_000;
/** A connection on which nothing moves for so long is cut, whoever is slow. */
const SILENCE_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 256;

/**
 * Opens the HTTP server: `/healthz` (alive), `/readyz` (able to work), `/metrics`, and what is mounted beside them.
 * @throws HttpServerError when it cannot listen there
 * @throws TypeError when a mount's path is not plain or is taken
 */
export async function startHttpServer({
  host,
  port,
  times,
  ...needs
}: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...TIMES, ...times };
  const app = createHttpApp({ ...needs, readyMs: limits.readyMs });
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => refused(error, needs.log),
  });
  const server = createBoundedServer(listener, limits);
  await listen(server, host, port);
  server.on('error', (error) => needs.log.error({ err: error }, 'The HTTP server is in trouble'));
  return {
    url: urlOf(server, host),
    close: () => stop(server, limits.closeMs),
  };
}

/** A server that nobody can keep busy by being slow, large or many. */
function createBoundedServer(listener: RequestListener, { headersMs, requestMs }: HttpTimes): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(headersMs, requestMs) / 2,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    listener,
  );
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAX_CONNECTIONS;
  // A closing server waits for connections, and one that was busy when it began to close would stay open, idle.
  server.on('request', (_, response) =>
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    }),
  );
  return server;
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, { host, port });
  }
}

/** A request that is not even one for the router: a broken address, say. */
function refused(error: unknown, log: Log): Response {
  if (error instanceof RequestError) return new Response('This is no request\n', { status: 400 });
  log.error({ err: error }, 'A request to the HTTP server could not be answered');
  return new Response('Something broke. The log says what\n', { status: 500 });
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the HTTP server listens on no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function stop(server: Server, closeMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const cut = setTimeout(() => server.closeAllConnections(), closeMs);
  await closed;
  clearTimeout(cut);
}
