import { parseJson } from '../core/json.ts';
import { ConnectionFailed, noAnswerReason } from '../core/network/no-answer.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import { httpGet } from './http-get.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends a GET. Resolves with the JSON of the body; undefined if the body is not JSON.
 * @throws ConnectionFailed if no whole answer comes
 */
export type GetJson = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** @param proxy used for the URLs to which it applies */
export function createGetJson(proxy: OutboundProxy | undefined): GetJson {
  return async (url, headers = {}) => {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      return await httpGet(new URL(url), { proxy, headers, signal }, async (response) => ({
        status: response.status,
        body: parseJson(await response.text()),
      }));
    } catch (error) {
      throw new ConnectionFailed(noAnswerReason(error, TIMEOUT_MS));
    }
  };
}
