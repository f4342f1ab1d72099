import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Log } from '../log/log.ts';
import { createHttpApp, type HttpAppNeeds } from './app.ts';
import { cannotListen } from './error.ts';

/** Time limits in milliseconds. */
interface HttpTimes {
  /** Until the headers of a request have arrived. */
  readonly headersMs: number;
  /** Until the whole request has arrived. */
  readonly requestMs: number;
  /** Until open requests are cut off while the server closes. */
  readonly closeMs: number;
  /** Until a connection on which nothing is asked any more is closed. */
  readonly keepAliveMs: number;
}

/** How to open the HTTP server. */
export interface HttpServerOptions extends HttpAppNeeds {
  /** Host name or address to listen on. */
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Overrides of the default time limits. */
  readonly times?: Partial<HttpTimes>;
}

/** An open HTTP server. */
export interface HttpServer {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Stops accepting requests; resolves once open requests are answered or cut off and the port is free. */
  close(): Promise<void>;
}

const TIMES: HttpTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  closeMs: 2_000,
  keepAliveMs: 5_000,
};
/** A connection without traffic for this long is cut. */
const SILENCE_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 256;

/**
 * Opens the HTTP server: `/healthz` (alive), `/readyz` (able to work), `/metrics`, and the mounts.
 * @throws HttpServerError if it cannot listen
 */
export async function startHttpServer({
  host,
  port,
  times,
  ...needs
}: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...TIMES, ...times };
  const app = createHttpApp(needs);
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

/** A server with bounds on duration, size and number, so that no client can keep it busy. */
function createBoundedServer(
  listener: RequestListener,
  { headersMs, requestMs, keepAliveMs }: HttpTimes,
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(headersMs, requestMs) / 2,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    listener,
  );
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAX_CONNECTIONS;
  // A closing server waits for its connections, and one that was busy when closing began would stay open, idle.
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

/** Answers what the router cannot handle: a malformed address, say. */
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
