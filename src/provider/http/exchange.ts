import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Duplex, PassThrough } from 'node:stream';
import { errorCode, errorMessage } from '../../core/error-code.ts';
import { request as requestHttp } from '../../core/network/node-http.ts';
import type { OutboundProxy } from '../../core/network/outbound-proxy.ts';
import { deferred } from '../../core/promises.ts';
import { type CanSend, SendVetoed } from '../contract.ts';
import { ServiceFailure } from '../service-failure.ts';

/** The rest of a longer body is not read. The service's responses have a few kilobytes. */
const MAX_BODY_BYTES = 1024 * 1024;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One HTTP request, ready to be sent. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Time limit of the whole exchange: connecting, headers and body. */
  readonly timeoutMs: number;
  /** The operator's proxy, if there is one. */
  readonly proxy?: OutboundProxy | undefined;
  /** Removes the key from the text of an error. */
  readonly mask: (text: string) => string;
  readonly canSend: CanSend;
}

/** The body as it arrived, which may be shorter than the headers say. */
interface RawResponse {
  readonly httpStatus: number;
  readonly bytes: Buffer;
}

/**
 * Sends one request, which arrives at most once: it has a connection of its own, and no redirect is
 * followed. (`fetch` sends a second request on a 421, and does not report whether anything was sent
 * before a reset.) After the headers, whatever arrived before the end, the time-out or a broken
 * connection is the response: it was paid for, and may be complete.
 * @throws {ServiceFailure} `unreachable`, `timeout`, `reset`, `redirect`, or `unreadable` for what
 *   is not HTTP
 * @throws {SendVetoed} if `canSend` returned false
 */
export async function exchange(outgoing: OutgoingRequest): Promise<RawResponse> {
  return new Exchange(outgoing).response;
}

/**
 * One request, from its connection to its response.
 *
 *     connecting ── connected, and `canSend` ──> sent ── headers ──> receiving ── the body ──> over
 *         └── vetoed, late, an error ─────────────┴── late, an error ────┴── late, an error ────^
 *
 * Its phase says what the end means: nothing was sent, nobody knows whether it was paid for, or
 * what has arrived is the response.
 */
class Exchange {
  readonly #outgoing: OutgoingRequest;
  readonly #request: ClientRequest;
  readonly #timer: NodeJS.Timeout;
  readonly #response = deferred<RawResponse>();
  #phase: 'connecting' | 'sent' | 'receiving' | 'over' = 'connecting';
  #httpStatus = 0;
  #length = 0;
  readonly #chunks: Buffer[] = [];

  constructor(outgoing: OutgoingRequest) {
    const request = createRequest(outgoing);
    this.#outgoing = outgoing;
    this.#request = request;
    this.#timer = setTimeout(() => this.#late(), outgoing.timeoutMs);
    onConnected(request, outgoing, () => this.#connected());
    request.once('response', (response) => this.#receive(response));
    // A response may arrive in the same packet as the error, and is handled first.
    request.on('error', (error) => process.nextTick(() => this.#end(error)));
    // A refused upgrade closes the connection without an error and without a response.
    request.once('close', () => {
      if (this.#phase !== 'receiving') this.#end();
    });
  }

  get response(): Promise<RawResponse> {
    return this.#response.promise;
  }

  #connected(): void {
    if (this.#phase !== 'connecting') return;
    if (!this.#outgoing.canSend()) {
      this.#end(new SendVetoed());
      return;
    }
    this.#phase = 'sent';
    this.#request.end(this.#outgoing.body);
  }

  #late(): void {
    if (this.#phase === 'connecting') {
      this.#end(new ServiceFailure('unreachable'));
      return;
    }
    // After a freeze, Node runs due timers before it reads sockets, where the response may be.
    setImmediate(() => this.#end(new ServiceFailure('timeout')));
  }

  #receive(response: IncomingMessage): void {
    if (this.#phase === 'over') return;
    const httpStatus = response.statusCode ?? 0;
    if (REDIRECTS.has(httpStatus)) {
      this.#end(new ServiceFailure('redirect', { httpStatus }));
      return;
    }
    this.#phase = 'receiving';
    this.#httpStatus = httpStatus;
    response.on('data', (chunk: Buffer) => this.#take(chunk));
    response.once('end', () => this.#end());
    response.on('error', (error) => this.#end(error));
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > MAX_BODY_BYTES) this.#end();
  }

  /** Later calls do nothing. */
  #end(error?: Error): void {
    const phase = this.#phase;
    if (phase === 'over') return;
    this.#phase = 'over';
    clearTimeout(this.#timer);
    this.#request.destroy();
    if (phase === 'receiving') {
      const bytes = Buffer.concat(this.#chunks).subarray(0, MAX_BODY_BYTES);
      this.#response.resolve({ httpStatus: this.#httpStatus, bytes });
      return;
    }
    this.#response.reject(
      exchangeFailure(error, { sent: phase === 'sent', mask: this.#outgoing.mask }),
    );
  }
}

function createRequest({ url, method, headers, body, proxy }: OutgoingRequest): ClientRequest {
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

function exchangeFailure(
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
  const code = errorCode(error) ?? '';
  const cause = new Error(mask(errorMessage(error)));
  return Object.assign(cause, { name: error.name, code });
}
