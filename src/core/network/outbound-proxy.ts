import type { TLSSocket } from 'node:tls';

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
