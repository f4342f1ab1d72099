import type { ClientRequest } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Duplex, PassThrough } from 'node:stream';
import { codeOf, messageOf } from '../../core/errors.ts';
import { type OutboundProxy, request as requestHttp } from '../../core/network.ts';
import { type CanSend, SendVetoed } from '../contract.ts';
import { ServiceFailure } from '../errors.ts';

/** The rest of a longer body is not read. The service's answers have a few kilobytes. */
const MAX_BODY_BYTES = 1024 * 1024;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One HTTP request, ready to be sent. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** For all of it: connecting, headers and body. */
  readonly timeoutMs: number;
  /** The operator's proxy, if there is one. */
  readonly proxy?: OutboundProxy | undefined;
  /** Removes the key from the text of an error. */
  readonly mask: (text: string) => string;
  readonly canSend: CanSend;
}

/**
 * Sends one request, which arrives at most once: it has a connection of its own, and no redirect is
 * followed. (`fetch` sends a second request on a 421, and does not report whether anything was sent
 * before a reset.) After the headers, whatever arrived before the end, the time-out or a broken
 * connection is the answer: it was paid for, and may be complete.
 * @returns the status and the body, which may be shorter than the headers say
 * @throws {ServiceFailure} `unreachable`, `timeout`, `reset`, `redirect`, or `unreadable` for what
 *   is not HTTP
 * @throws {SendVetoed} if `canSend` returned false
 */
export function exchange(
  outgoing: OutgoingRequest,
): Promise<{ readonly httpStatus: number; readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = open(outgoing);
    const chunks: Buffer[] = [];
    let length = 0;
    let httpStatus: number | undefined;
    let sent = false;
    let isLate = false;
    let timer: NodeJS.Timeout;

    const end = (error?: Error): void => {
      clearTimeout(timer);
      request.destroy();
      if (httpStatus === undefined) reject(failureOf(error, { sent, mask: outgoing.mask }));
      else resolve({ httpStatus, bytes: Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES) });
    };
    const late = (): void => {
      isLate = true;
      // After a freeze, Node runs due timers before it reads sockets, where the answer may be.
      setImmediate(end, new ServiceFailure(sent ? 'timeout' : 'unreachable'));
    };
    timer = setTimeout(late, outgoing.timeoutMs);

    onConnected(request, outgoing, () => {
      // The request is about to fail by the time-out, and must not be sent before that.
      if (isLate) return;
      if (!outgoing.canSend()) return end(new SendVetoed());
      sent = true;
      request.end(outgoing.body);
    });
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      if (REDIRECTS.has(status)) return end(new ServiceFailure('redirect', { httpStatus: status }));
      httpStatus = status;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > MAX_BODY_BYTES) end();
      });
      response.once('end', end);
      response.on('error', end);
    });
    // The response may be in the same packet, and comes first.
    request.on('error', (error) => process.nextTick(end, error));
    // A refused upgrade closes the connection without an error and without an answer.
    request.once('close', () => {
      if (httpStatus === undefined) end();
    });
  });
}

function open({ url, method, headers, body, proxy }: OutgoingRequest): ClientRequest {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  // Not a reused connection: it may be reset at that moment, and then nobody knows whether a check
  // was paid.
  const connection = proxy?.appliesTo(url)
    ? { createConnection: connectionThrough(proxy, url) }
    : { agent: false };
  return request(url, { method, headers: { ...headers, ...length }, ...connection });
}

/** Connects through the proxy. Nothing is written before the service's certificate is verified. */
function connectionThrough(proxy: OutboundProxy, { hostname, port }: URL) {
  return (_: unknown, done: (error: Error | null, socket: Duplex) => void): undefined => {
    proxy.connect(hostname, Number(port) || 443).then(
      (socket) => done(null, socket),
      (error: Error) => done(error, new PassThrough()),
    );
    return undefined;
  };
}

/**
 * Calls `send` when the connection is open. Nothing is written before that, so nothing was paid and
 * no key was shown.
 */
function onConnected(request: ClientRequest, { url }: OutgoingRequest, send: () => void): void {
  const event = url.protocol === 'https:' ? 'secureConnect' : 'connect';
  request.once('socket', (socket) => socket.once(event, send));
}

function failureOf(
  error: Error | undefined,
  { sent, mask }: { sent: boolean } & Pick<OutgoingRequest, 'mask'>,
): Error {
  if (error instanceof ServiceFailure || error instanceof SendVetoed) return error;
  const cause = plainCause(error ?? new Error('closed without an answer'), mask);
  if (!sent) return new ServiceFailure('unreachable', { cause });
  // The codes of Node's HTTP parser.
  return new ServiceFailure(cause.code.startsWith('HPE_') ? 'unreadable' : 'reset', { cause });
}

/** Only the error's message, name and code: the original may hold URLs, headers or packets. */
function plainCause(error: Error, mask: (text: string) => string): Error & { code: string } {
  const code = codeOf(error) ?? '';
  const cause = new Error(mask(messageOf(error)));
  return Object.assign(cause, { name: error.name, code });
}
