import type { TLSSocket } from 'node:tls';

/**
 * Node's HTTP. Import it from here: since Node.js 22.5 an `import` of `node:http` also loads
 * `fetch` and `WebSocket`, which adds a tenth to the time of a start, and 3 MB.
 */
export const { Agent, request } = process.getBuiltinModule('node:http');

/** The operator's proxy, through which URLs with `https:` are called. */
export interface OutboundProxy {
  /** Whether this URL is called through it; others are called directly. */
  appliesTo(url: URL): boolean;
  /**
   * Opens a tunnel to a host. Resolves with a socket on it whose TLS handshake has just begun.
   * @throws if the proxy cannot be reached in time or refuses; no error contains its credentials
   */
  connect(host: string, port: number): Promise<TLSSocket>;
}
