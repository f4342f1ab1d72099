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
const OPENED = 200;

/** The proxy's URL, and the hosts that are called without it. */
export interface ProxySettings {
  /** `http:` or `https:`, with a user name and a password if the proxy needs them. */
  readonly url: string;
  /** As in NO_PROXY: hosts and domains, separated by commas; `*` for all. */
  readonly except: string;
}

/** Tunnels through an HTTP proxy that supports CONNECT. */
export function createProxy({ url, except }: ProxySettings): OutboundProxy {
  const proxy = new URL(url);
  const isExcepted = readExceptions(except);
  return {
    appliesTo: (target) => target.protocol === 'https:' && !isExcepted(target),
    connect: async (name, port) => {
      // An IPv6 address in a URL has brackets.
      const host = name.replace(/^\[|\]$/g, '');
      const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
      const socket = await openTunnel(proxy, target);
      return connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) });
    },
  };
}

/**
 * Whether a host is in a list, or in a domain of the list: `example.com` and `.example.com` are the
 * same.
 */
function readExceptions(list: string): (url: URL) => boolean {
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (isIP(entry) === 6) return { name: `[${entry}]`, port: undefined };
      const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      return { name: name.replace(/^\*?\./, ''), port };
    });
  return (url) =>
    entries.some(({ name, port }) => {
      if (port !== undefined && port !== (url.port || HTTPS_PORT)) return false;
      return name === '*' || url.hostname === name || url.hostname.endsWith(`.${name}`);
    });
}

/** Opens a tunnel to a target such as `example.com:443`. */
function openTunnel(proxy: URL, target: string): Promise<Socket> {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const tunnel = request(new URL('/', proxy.origin), {
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorization(proxy) },
      agent: false,
      timeout: TIMEOUT_MS,
    });
    tunnel.once('error', reject);
    tunnel.once('timeout', () => tunnel.destroy(new ConnectionFailed('the proxy does not answer')));
    tunnel.once('connect', ({ statusCode }, socket) => {
      if (statusCode === OPENED) {
        socket.setTimeout(0);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new ConnectionFailed(`the proxy said ${statusCode}`));
    });
    tunnel.end();
  });
}

function authorization({ username, password }: URL): { readonly 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {};
  // `decodeURIComponent` would throw on a single %, which people write in passwords.
  const plain = `${querystring.unescape(username)}:${querystring.unescape(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(plain).toString('base64')}` };
}
