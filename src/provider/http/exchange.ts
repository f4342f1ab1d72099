import type { ClientRequest } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Duplex, PassThrough } from 'node:stream';
import { codeOf } from '../../core/errors.ts';
import { type OutboundProxy, request as requestHttp } from '../../core/network.ts';
import { type CanSend, SendVetoed } from '../contract.ts';
import { ServiceFailure } from '../errors.ts';
import { afterReading } from './event-loop.ts';
import { type Incoming, isRefusal, type Receiving, receive } from './receive.ts';

/** A status line up to what follows the status, which ends it. */
const STATUS_UNITS = 'HTTP/1.1 429 '.length;

const HTTPS_PORT = 443;

/** One HTTP request, ready to be sent. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** For the whole answer: connecting, headers and body. */
  readonly timeoutMs: number;
  /** The operator's proxy, if there is one. */
  readonly proxy?: OutboundProxy | undefined;
  /** Removes the key from the text of an error. */
  readonly mask: (text: string) => string;
  /** Asked when the connection is open, right before the first byte; if it returns false, nothing is written. */
  readonly canSend: CanSend;
}

/**
 * Sends one request, which arrives once or never: every request has a connection of its own and no redirect is
 * followed. (`fetch` sends a second one on a 421, and cannot tell whether a reset connection had carried anything.)
 * @throws {ServiceFailure} `unreachable`, `timeout`, `reset`, `redirect`, `too-large`, or `unreadable` for what is
 * not HTTP
 * @throws {SendVetoed} if `canSend` returned false
 */
export function exchange(outgoing: OutgoingRequest): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const request = open(outgoing);
    const statusSeen = watchStatus(request);
    let sent = false;
    let receiving: Receiving | undefined;
    let isLate = false;
    let callOff: (() => void) | undefined;
    let timer: NodeJS.Timeout;

    const settle = (tell: () => void): void => {
      clearTimeout(timer);
      callOff?.();
      receiving?.stop();
      request.destroy();
      tell();
    };
    const fail = (reason: unknown): void => settle(() => reject(reason));
    const broke = (error: Error): void => {
      const httpStatus = statusSeen();
      // A refusal needs no more than its status.
      if (httpStatus !== undefined && isRefusal(httpStatus))
        settle(() => resolve({ httpStatus, bytes: Buffer.alloc(0) }));
      else fail(failureOf(error, { sent, mask: outgoing.mask }));
    };
    const tooLate = (): void => {
      if (receiving?.takeNow() !== true) broke(new ServiceFailure(sent ? 'timeout' : 'unreachable'));
    };
    const late = (): void => {
      isLate = true;
      callOff = afterReading(tooLate, () => request.socket?.bytesRead ?? 0);
    };
    timer = setTimeout(late, outgoing.timeoutMs);

    onConnected(request, outgoing, () => {
      // The time-out has passed: the request is about to fail, and must not be sent before that.
      if (isLate) return;
      if (!outgoing.canSend()) {
        fail(new SendVetoed());
        return;
      }
      sent = true;
      request.end(outgoing.body);
    });
    request.once('response', (response) => {
      receiving = receive(response);
      receiving.incoming.then((incoming) => settle(() => resolve(incoming)), broke);
    });
    // Once the answer has begun, `receive` decides what a broken connection means, unless it is not HTTP after all.
    request.on('error', (error) => {
      if (receiving === undefined) broke(error);
      // Not before it is told of what came in front of that, in the same packet.
      else if (isNotHttp(error)) process.nextTick(() => receiving?.takeNow() === true || broke(error));
    });
    // A refused upgrade closes the connection without an error and without an answer.
    request.once('close', () => receiving ?? broke(new Error('closed without an answer')));
  });
}

function open({ url, method, headers, body, proxy }: OutgoingRequest): ClientRequest {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  // A connection of its own: a reused one may be reset at that moment, which would leave it unknown whether a check was paid.
  const way = proxy?.takes(url) ? { createConnection: connectionThrough(proxy, url) } : { agent: false };
  return request(url, { method, headers: { ...headers, ...length }, ...way });
}

/** Connects through the proxy. Nothing is written before the service has shown its certificate. */
function connectionThrough(proxy: OutboundProxy, { hostname, port }: URL) {
  return (_: unknown, done: (error: Error | null, socket: Duplex) => void): undefined => {
    proxy.connect(hostname, Number(port) || HTTPS_PORT).then(
      (socket) => done(null, socket),
      (error: Error) => done(error, new PassThrough()),
    );
    return undefined;
  };
}

/** Calls `send` when the connection is open. Until then nothing is written, so nothing was paid for and no key was shown. */
function onConnected(request: ClientRequest, { url }: OutgoingRequest, send: () => void): void {
  const event = url.protocol === 'https:' ? 'secureConnect' : 'connect';
  request.once('socket', (socket) => socket.once(event, send));
}

function failureOf(
  error: Error,
  { sent, mask }: { sent: boolean } & Pick<OutgoingRequest, 'mask'>,
): ServiceFailure {
  if (error instanceof ServiceFailure) return error;
  const cause = plainCause(error, mask);
  if (!sent) return new ServiceFailure('unreachable', { cause });
  if (isNotHttp(error)) return new ServiceFailure('unreadable', { instead: 'not-http', cause });
  return new ServiceFailure('reset', { cause });
}

/** The codes of Node's HTTP parser. */
function isNotHttp(error: Error): boolean {
  return codeOf(error)?.startsWith('HPE_') === true;
}

/** The error's message, name and code only: the original may hold addresses, headers or packets. */
function plainCause(error: Error, mask: (text: string) => string): Error & { code: string } {
  const code = codeOf(error) ?? '';
  const cause = new Error(mask(error.message === '' ? code : error.message));
  return Object.assign(cause, { name: error.name, code });
}

/**
 * Reads the status of an answer from its first bytes. Node's parser passes on nothing of a head with a fault in it, such as
 * two lengths, although the status in front of that may say enough.
 * @returns a function that tells it as soon as it has arrived
 */
function watchStatus(request: ClientRequest): () => number | undefined {
  let beginning = '';
  request.once('socket', (socket) => {
    // Before the parser, which reports the fault while it reads.
    socket.prependListener('data', (chunk: Buffer) => {
      if (beginning.length < STATUS_UNITS) beginning += chunk.toString('latin1', 0, STATUS_UNITS);
    });
  });
  return () => {
    const [, status] = /^HTTP\/1\.[01] (\d{3})[ \r\n]/.exec(beginning) ?? [];
    return status === undefined ? undefined : Number(status);
  };
}
