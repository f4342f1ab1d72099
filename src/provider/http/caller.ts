import { randomUUID } from 'node:crypto';
import type { ProviderSettings } from '../contract.ts';
import type { RawAnswer } from '../device.ts';
import { exchange, type OutgoingRequest } from './exchange.ts';

/** Masking a shorter key would damage other words and numbers. */
const SHORTEST_SECRET = 6;

/**
 * The URL of a path below the base URL, which may end with a slash.
 * @throws {TypeError} if the base URL is not an HTTP URL
 */
export function addressIn(baseUrl: string, path = ''): URL {
  const url = new URL(baseUrl);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new TypeError('the base URL must be HTTP or HTTPS');
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = '';
  url.hash = '';
  return url;
}

/** The name of the service at a base URL: the same for all ways to write the URL. */
export function realmOf(baseUrl: string): string {
  return addressIn(baseUrl).href.replace(/\/+$/, '');
}

/**
 * Encodes fields as `multipart/form-data` (RFC 7578). Node's `FormData` would give the same bytes
 * but for the boundary, and load `fetch`, which adds 20 to 40 ms to the first check.
 * @param fields by their names, which are plain words; each value is one line
 */
export function multipart(fields: Readonly<Record<string, string>>) {
  // Random, so that no value contains it.
  const boundary = `form-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
}

/** A request without the parts that all calls of a provider share. */
type Call = Omit<OutgoingRequest, 'timeoutMs' | 'mask' | 'proxy'>;

/**
 * Makes the calls of one provider. It does not read answers, but masks the key in case the service
 * repeats it.
 * @param reader the name of the provider, which is stored with its answers
 * @returns a function that makes one request, and throws what `exchange` throws
 */
export function createCaller(
  { apiKey, timeoutMs, proxy }: ProviderSettings,
  reader: string,
): (call: Call) => Promise<RawAnswer> {
  const mask = createKeyMask(apiKey);
  return async (request) => {
    const { httpStatus, bytes } = await exchange({ ...request, timeoutMs, mask, proxy });
    return { httpStatus, body: mask(bytes.toString()), reader };
  };
}

/**
 * A function that masks an API key in a text: as it is, percent-encoded (in a query or a form), and
 * escaped in a JSON string (also with PHP's `\/`).
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
