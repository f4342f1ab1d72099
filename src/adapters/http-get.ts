import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import { untilAborted } from '../core/promises.ts';
import { fetchFor } from './proxy-agents.ts';

interface GetOptions {
  /** The proxy, which is used if it applies to the URL. */
  readonly proxy: OutboundProxy | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Sends a GET, and resolves with what `read` makes of the response.
 * @throws the error of `fetch`, also for a redirect; what `read` throws; the reason of the signal
 */
export async function httpGet<T>(
  url: URL,
  { proxy, headers, signal }: GetOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const call = await fetchFor(url, proxy);
  const response = await call(url, { headers, redirect: 'error', signal });
  // `fetch` of Node.js 20 loses its signal when garbage is collected, so the wait gets it too.
  // Still open: https://github.com/nodejs/node/issues/55428
  return untilAborted(read(response), signal);
}
