import { codeOf } from '../core/errors.ts';
import type { OutboundProxy } from '../core/network.ts';

const TIMEOUT_MS = 10_000;

/** What a platform answered to a question that changes nothing. */
export interface PlatformAnswer {
  readonly status: number;
  /** The JSON of the body; undefined where there is none. */
  readonly body: unknown;
}

/** Asks by GET. Rejects, with a reason in few words, when no answer comes; no reason contains the address. */
export type AskPlatform = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<PlatformAnswer>;

/** @param proxy what addresses are called through that it takes */
export function createAskPlatform(proxy: OutboundProxy | undefined): AskPlatform {
  return async (url, headers = {}) => {
    const call = await fetchFor(url, proxy);
    try {
      const response = await call(url, {
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body: unknown = await response.json().catch(() => undefined);
      return { status: response.status, body };
    } catch (error) {
      throw new Error(reasonOf(error));
    }
  };
}

async function fetchFor(url: string, proxy: OutboundProxy | undefined): Promise<typeof fetch> {
  if (proxy?.takes(new URL(url)) !== true) return fetch;
  const { fetchThrough } = await import('./through-proxy.ts');
  return fetchThrough(proxy);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // A proxy that refuses is explained in words.
  return codeOf(cause) ?? cause.message;
}
