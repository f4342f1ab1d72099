import type { TLSSocket } from 'node:tls';

/** The operator's proxy, through which addresses with `https:` are called. */
export interface OutboundProxy {
  /** Whether this address is called through it; others are called directly. */
  takes(url: URL): boolean;
  /**
   * Has the proxy open a way to a host. Resolves with a socket on it whose TLS handshake has just begun. Rejects if the proxy
   * cannot be reached in time or refuses; no error contains what the proxy is asked with.
   */
  connect(host: string, port: number): Promise<TLSSocket>;
}
