import { ConnectionFailed, noAnswerReason } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import type { OutboundProxy } from '../core/outbound-proxy.ts';
import { untilAborted } from '../core/promises.ts';
import { fetchFor } from './proxy-agents.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends a GET. Resolves with the JSON of the body; undefined if there is none. Rejects with
 * `ConnectionFailed` if no whole answer comes.
 */
export type GetJson = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** @param proxy used for the URLs it applies to */
export function createGetJson(proxy: OutboundProxy | undefined): GetJson {
  return async (url, headers = {}) => {
    try {
      const call = await fetchFor(new URL(url), proxy);
      const giveUp = AbortSignal.timeout(TIMEOUT_MS);
      const response = await call(url, { headers, redirect: 'error', signal: giveUp });
      // Until aborted: on Node 20, fetch forgets its signal once the garbage is collected.
      const body = await untilAborted(response.text(), giveUp);
      return { status: response.status, body: parseJson(body) };
    } catch (error) {
      throw new ConnectionFailed(noAnswerReason(error, TIMEOUT_MS));
    }
  };
}
