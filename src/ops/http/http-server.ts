import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createHttpApp, type HttpParts } from './http-app.ts';
import { listenError } from './listen-error.ts';

export interface HttpServer {
  readonly port: number;
  /**
   * Stops accepting requests; resolves once open requests are answered or cut off and the port is
   * free.
   */
  close(): Promise<void>;
}

/** Limits on time and size, so that no client can keep the server busy. */
const BOUNDS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
};
/** A connection without traffic for this long is cut. */
const SILENCE_MS = 60_000;
const MAX_CONNECTIONS = 256;
/** A client that sends many requests together has all of them handled at the same time. */
const REQUESTS_PER_CONNECTION = 20;
/** Time that open requests may take while the server closes. */
const CLOSE_MS = 2_000;

/**
 * Opens the HTTP server of the bot.
 * @param port 0 selects any free port
 * @throws OperatorError if it cannot listen
 */
export async function startHttpServer(
  host: string,
  port: number,
  parts: HttpParts,
): Promise<HttpServer> {
  const listener = getRequestListener(createHttpApp(parts).fetch, {
    overrideGlobalObjects: false,
    // Stands in for the `Host` that load balancers leave out in HTTP/1.0.
    hostname: 'localhost',
    // The app handles its own errors, so only a malformed URL leads here.
    errorHandler: () => new Response('This is not a valid request\n', { status: 400 }),
  });
  const server = createServer(BOUNDS, listener);
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, host, port);
  }
  server.on('error', (error) =>
    parts.log.error({ err: error }, 'The HTTP server reports an error'),
  );
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}
