import type { Agent, ClientRequest, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { afterReading } from '../../../core/async/event-loop.ts';
import { systemClock } from '../../../core/clock.ts';
import { codeOf } from '../../../core/errors.ts';
import { request as requestHttp } from '../../../core/network.ts';
import { TelegramFault } from '../errors.ts';

/** Characters of the longest answer that is read: a hundred updates take a few millions. */
const MOST_UNITS = 32_000_000;

/** How long the answer to a call that was given up may still come. */
const LATE_MS = 20_000;

/** A call as the library has it made. */
interface Call {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  /** JSON, or a form with files. */
  readonly body: string | Readable;
  /** Keeps the connections. */
  readonly agent: Agent;
  readonly signal: Signal;
}

/** What is used of a signal: Node's, or that of the library, whose types differ. */
interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What the library reads of an answer. */
interface Answer {
  json(): unknown;
}

/**
 * Makes a call for the library, one request at most. The library's own way passes the body and the answer through streams and
 * headers of its own, and takes twice the processor's time for all of the call. Rejects with the error of the connection, or
 * with a `TelegramFault` of kind `not-sent` when there was none yet; no redirect is followed, since the Bot API has none.
 */
export async function fetchAnswer(url: string, call: Call & Pick<Exchange, 'timeoutMs'>): Promise<Answer> {
  const text = await exchange({ ...call, at: addressOf(url) });
  return { json: () => JSON.parse(text) };
}

/** Where the Bot API is, taken apart once: taking an address apart for each call is a twentieth of it. */
export type Address = Pick<RequestOptions, 'protocol' | 'hostname' | 'port' | 'path'>;

export function addressOf(url: string): Address {
  const { protocol, hostname, port, path } = urlToHttpOptions(new URL(url));
  return { protocol, hostname, port, path };
}

/** A call, and where it goes. */
interface Exchange extends Pick<Call, 'method' | 'headers' | 'body' | 'agent'> {
  readonly at: Address;
  readonly signal?: Signal | undefined;
  /** It is given up after so long, unless its answer has arrived by then, which a process that stood still has yet to read. */
  readonly timeoutMs?: number;
  /** Called with an answer that comes when the call was given up; without it none is waited for. */
  readonly late?: ((text: string) => void) | undefined;
}

/** Resolves with the text of the answer; rejects as {@link fetchAnswer} does. */
export function exchange(made: Exchange): Promise<string> {
  const { at, method, headers, body, agent, signal, timeoutMs, late } = made;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw ABORTED;
    let take: (text: string) => void = resolve;
    const isSecure = at.protocol === 'https:';
    // Without an encoding named a server, or a proxy before it, may compress as it likes.
    const named = { ...headers, 'accept-encoding': 'identity' };
    const request = (isSecure ? requestHttps : requestHttp)({ ...at, method, headers: named, agent });
    const abort = (): void => void request.destroy(ABORTED);
    const connection = watchConnection(request, isSecure);
    const giveUp = (): void => {
      if (late === undefined) abort();
      else {
        take = late;
        reject(ABORTED);
        endLater(request, abort);
      }
    };
    if (timeoutMs !== undefined) limit(request, connection, { timeoutMs, giveUp, abort });
    if (signal !== undefined) {
      signal.addEventListener('abort', abort);
      request.once('close', () => signal.removeEventListener('abort', abort));
    }
    request.on('error', (error) => reject(connection.stands ? error : notSent(error)));
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > MOST_UNITS) response.destroy(TOO_LONG);
      });
      response.on('error', reject).once('end', () => take(text));
    });
    if (typeof body === 'string') request.end(body);
    // What breaks on the way is an error of the request, or of the form, which the library hears of itself.
    else pipeline(body, request, () => undefined);
  });
}

interface Connection {
  /** Whether the request had one: with TLS, one whose certificate was accepted. Before, nothing of the request leaves. */
  readonly stands: boolean;
  /** Called when it is about to stand; nothing leaves if this destroys the request. */
  onStanding: () => void;
}

function watchConnection(request: ClientRequest, isSecure: boolean): Connection {
  const connection = { stands: false, onStanding: (): void => undefined };
  request.once('socket', (socket) => {
    connection.stands = request.reusedSocket;
    if (connection.stands) return;
    // Before Node's own listener, which sends what waits for the connection.
    socket.prependOnceListener(isSecure ? 'secureConnect' : 'connect', () => {
      connection.onStanding();
      connection.stands = !request.destroyed;
    });
  });
  return connection;
}

/** Ends a call whose answer nobody waits for, unless that comes soon. It keeps no process that ends. */
function endLater(request: ClientRequest, abort: () => void): void {
  request.socket?.unref();
  const timer = setTimeout(abort, LATE_MS).unref();
  request.once('close', () => clearTimeout(timer));
}

interface Limit {
  readonly timeoutMs: number;
  /** Of a call that may have been sent. */
  readonly giveUp: () => void;
  /** Of one that was not. */
  readonly abort: () => void;
}

/**
 * Gives a call up after so long. A process that stood still reads what has arrived first, and sends nothing that was not sent
 * in time: the reply may have gone on since.
 */
function limit(request: ClientRequest, connection: Connection, { timeoutMs, giveUp, abort }: Limit): void {
  const dueAt = systemClock.elapsed() + timeoutMs;
  let callOff: (() => void) | undefined;
  connection.onStanding = () => {
    if (systemClock.elapsed() >= dueAt) abort();
  };
  const late = (): void => {
    if (connection.stands) callOff = afterReading(giveUp, () => request.socket?.bytesRead ?? 0);
    else abort();
  };
  const timer = setTimeout(late, timeoutMs);
  request.once('close', () => {
    clearTimeout(timer);
    callOff?.();
  });
}

function notSent(error: Error): TelegramFault {
  return new TelegramFault(`Telegram was not reached (${codeOf(error) ?? error.message})`, {
    kind: 'not-sent',
  });
}

/** Created once, since creating an error costs more than everything else here. */
const ABORTED = new Error('the call was given up');
const TOO_LONG = new Error('the answer is too long');
