import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import querystring from 'node:querystring';
import { connect as connectTls } from 'node:tls';
import { ConnectionFailed } from '../core/network/no-answer.ts';
import { request as requestHttp } from '../core/network/node-http.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';

/** Time limit for opening the tunnel, without the TLS handshake after it. */
const TIMEOUT_MS = 10_000;
const HTTPS_PORT = '443';

/** The proxy's URL, and the hosts that are called without it. */
export interface ProxySettings {
  /** `http:` or `https:`, with a user name and a password if the proxy needs them. */
  readonly url: string;
  /** As in NO_PROXY: hosts and domains, separated by commas or spaces; `*` for all. */
  readonly except: string;
}

/** An entry of NO_PROXY. */
interface Exception {
  /** A host, or the domain of hosts, as in a URL; `*` for all. */
  readonly name: string;
  /** Undefined for all ports. */
  readonly port: string | undefined;
}

/** Tunnels through an HTTP proxy that supports CONNECT. */
export function createProxy(settings: ProxySettings): OutboundProxy {
  const proxy = new URL(settings.url);
  const exceptions = readExceptions(settings.except);
  return {
    appliesTo: (url) =>
      url.protocol === 'https:' && !exceptions.some((exception) => isExcepted(url, exception)),
    connect: async (hostInUrl, port) => {
      // Callers give an IPv6 address with brackets or without. CONNECT wants them, TLS does not.
      const host = hostInUrl.replace(/^\[|\]$/g, '');
      const ipVersion = isIP(host);
      const authority = `${ipVersion === 6 ? `[${host}]` : host}:${port}`;
      const socket = await openTunnel(proxy, authority);
      // TLS names a server by its host name, never by an IP address.
      const servername = ipVersion === 0 ? host : undefined;
      return connectTls({ socket, host, servername });
    },
  };
}

/**
 * Reads the entries of NO_PROXY.
 *
 *     example.com         the host and those of its domain, such as api.example.com
 *     .example.com        the same, as `*.example.com`
 *     example.com:8443    the same, only at this port
 *     ::1                 an IPv6 address, with brackets or without
 */
function readExceptions(list: string): readonly Exception[] {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(readException);
}

function readException(entry: string): Exception {
  if (isIP(entry) === 6) return { name: `[${entry}]`, port: undefined };
  const port = /:(\d+)$/.exec(entry)?.[1];
  const host = port === undefined ? entry : entry.slice(0, -`:${port}`.length);
  return { name: host.replace(/^\*?\./, ''), port };
}

function isExcepted(url: URL, { name, port }: Exception): boolean {
  if (port !== undefined && port !== (url.port || HTTPS_PORT)) return false;
  return name === '*' || url.hostname === name || url.hostname.endsWith(`.${name}`);
}

/**
 * Opens a tunnel.
 * @param authority the host and port at its other end, such as `example.com:443`
 */
async function openTunnel(proxy: URL, authority: string): Promise<Socket> {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  // Without the password: Node would send it as the header `authorization`.
  const opening = request(new URL('/', proxy.origin), {
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...authorization(proxy) },
    agent: false,
  });
  const timer = setTimeout(() => {
    opening.destroy(new ConnectionFailed('the proxy does not answer'));
  }, TIMEOUT_MS);
  try {
    const answered = once(opening, 'connect') as Promise<[IncomingMessage, Socket]>;
    opening.end();
    const [{ statusCode }, socket] = await answered;
    if (statusCode === 200) return socket;
    socket.destroy();
    throw new ConnectionFailed(`the proxy said ${statusCode}`);
  } finally {
    clearTimeout(timer);
  }
}

function authorization({ username, password }: URL): { readonly 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {};
  // `decodeURIComponent` would throw on a single %, which people write in passwords.
  const plain = `${querystring.unescape(username)}:${querystring.unescape(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(plain).toString('base64')}` };
}
