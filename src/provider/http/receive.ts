import type { IncomingMessage } from 'node:http';
import { jsonIn } from '../../core/json.ts';
import { ServiceFailure, type ServiceFailureCode } from '../errors.ts';

/**
 * What an HTTP status alone says (interface section 7.2): 403 refuses access and 429 asks for fewer requests, before
 * any check is made. The page of whatever stands before the service and blocks an address says no more than that.
 */
const REFUSALS: ReadonlyMap<number, ServiceFailureCode> = new Map([
  [403, 'access-refused'],
  [429, 'limit-exceeded'],
]);

/** The service's answers have a few kilobytes; a longer body is no answer. */
const MAX_BODY_BYTES = 1024 * 1024;
/** A complete JSON object that nothing follows for this long is the answer, even if the connection stays open. */
const QUIET_MS = 1_000;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const CLOSING_BRACE = 0x7d;
const SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

/** The failure that a status stands for without a message of the interface, if any. */
export function refusalOf(httpStatus: number): ServiceFailureCode | undefined {
  return REFUSALS.get(httpStatus);
}

/** Whether the status says enough, so that the body need be neither whole nor readable. */
export function isRefusal(httpStatus: number): boolean {
  return REFUSALS.has(httpStatus);
}

/** The answer's status and body, which may be shorter than its headers say. */
export interface Incoming {
  readonly httpStatus: number;
  readonly bytes: Buffer;
}

/** An answer whose headers have arrived. */
export interface Receiving {
  /** Rejects with a `ServiceFailure`, `redirect` or `too-large`, or with what broke the connection before any byte. */
  readonly incoming: Promise<Incoming>;
  /** At the time-out: resolves `incoming` with what has arrived if that is a complete answer. Returns whether it is. */
  takeNow(): boolean;
  /** Stops waiting for more. */
  stop(): void;
}

/** Collects the body of an answer. */
export function receive(response: IncomingMessage): Receiving {
  const httpStatus = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let length = 0;
  let quiet: NodeJS.Timeout | undefined;
  let take = (): void => undefined;

  const takeNow = (): boolean => {
    const isAnswer = isRefusal(httpStatus) || isJsonObject(Buffer.concat(chunks));
    if (isAnswer) take();
    return isAnswer;
  };
  const waitForMore = (chunk: Buffer): void => {
    clearTimeout(quiet);
    // Parsed only after a silence: parsing it with every chunk would take time quadratic in its length.
    if (endsObject(chunk)) quiet = setTimeout(takeNow, QUIET_MS);
  };
  const incoming = new Promise<Incoming>((resolve, reject) => {
    take = () => resolve({ httpStatus, bytes: Buffer.concat(chunks) });
    if (REDIRECTS.has(httpStatus)) {
      reject(new ServiceFailure('redirect', { httpStatus }));
      return;
    }
    const tooLong = (): void =>
      isRefusal(httpStatus) ? take() : reject(new ServiceFailure('too-large', { httpStatus }));
    response.on('data', (chunk: Buffer) => {
      if (length > MAX_BODY_BYTES) return;
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BODY_BYTES) tooLong();
      else waitForMore(chunk);
    });
    response.once('end', take);
    // The connection broke before the end: what arrived was paid for, and may be complete all the same.
    response.on('error', (error) => (length > 0 || isRefusal(httpStatus) ? take() : reject(error)));
  });
  return { incoming, takeNow, stop: () => clearTimeout(quiet) };
}

function endsObject(chunk: Buffer): boolean {
  let last = chunk.length - 1;
  while (last > 0 && SPACES.has(chunk[last] ?? 0)) last -= 1;
  return chunk[last] === CLOSING_BRACE || SPACES.has(chunk[last] ?? 0);
}

function isJsonObject(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').trim();
  return text.startsWith('{') && text.endsWith('}') && jsonIn(text) !== undefined;
}
