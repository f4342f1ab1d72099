import { randomUUID } from 'node:crypto';
import type { ProviderSettings } from '../contract.ts';
import type { RawAnswer } from '../device.ts';
import { exchange, type OutgoingRequest } from './exchange.ts';

/** Shorter keys are no secret, and masking them would damage other words and numbers. */
const SHORTEST_SECRET = 6;

/**
 * One of the service's addresses: of the two calls, or without a path that of the service itself, which is the same
 * text with or without a slash at the end of the base address.
 * @throws {TypeError} when the base address is not one of HTTP
 */
export function addressIn(baseUrl: string, path = ''): URL {
  const url = new URL(baseUrl);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new TypeError('the base address must be HTTP or HTTPS');
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = '';
  url.hash = '';
  return url;
}

/** Names the service at a base address: the same for all ways to write it. */
export function realmOf(baseUrl: string): string {
  return addressIn(baseUrl).href.replace(/\/+$/, '');
}

/**
 * Encodes fields as `multipart/form-data` (RFC 7578), in the bytes that Node's `FormData` gives but for the boundary. That one
 * is part of Node's `fetch`, whose loading takes 20 to 40 ms of the first check; it is used for nothing else.
 * @param fields by their names, which are plain words; the values are one line each
 */
export function multipart(fields: Readonly<Record<string, string>>) {
  // Random, so that no value has it in it.
  const boundary = `form-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
}

/** A request without what is the same for all calls of a provider. */
type Call = Omit<OutgoingRequest, 'timeoutMs' | 'mask' | 'proxy'>;

/**
 * Makes the calls of one provider. Nothing is read from an answer; only the key is taken out, should the service repeat it.
 * @param reader the name of the provider, which is stored with its answers
 * @returns a function that makes one request, and throws what `exchange` throws
 */
export function createCaller(
  { apiKey, timeoutMs, proxy }: ProviderSettings,
  reader: string,
): (request: Call) => Promise<RawAnswer> {
  const mask = createKeyMask(apiKey);
  return async (request) => {
    const { httpStatus, bytes } = await exchange({ ...request, timeoutMs, mask, proxy });
    return { httpStatus, body: mask(bytes.toString()), reader };
  };
}

/**
 * A function that takes an API key out of a text, in every form in which HTTP and JSON may give it back: as it is,
 * percent-encoded (in a query or a form), and escaped in a JSON string (also with PHP's `\/`).
 */
export function createKeyMask(apiKey: string): (text: string) => string {
  if (apiKey.length < SHORTEST_SECRET) return (text) => text;
  const escaped = JSON.stringify(apiKey).slice(1, -1);
  const inQuery = new URLSearchParams({ '': apiKey }).toString().slice(1);
  const forms = [
    apiKey,
    escaped,
    escaped.replaceAll('/', String.raw`\/`),
    inQuery,
    inQuery.replaceAll('+', '%20'),
  ];
  return (text) => {
    let masked = text;
    for (const form of forms) masked = masked.replaceAll(form, '[key]');
    return masked;
  };
}
