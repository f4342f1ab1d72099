import type { ApiClientOptions } from 'grammy';
import type { OutboundProxy } from '../../../core/outbound-proxy.ts';
import { agentThrough } from '../../through-proxy.ts';
import { Api } from '../sdk.ts';
import { fetchAnswer } from './fetch.ts';

/** What {@link createClient} works with. */
export interface ClientNeeds {
  readonly token: string;
  /** Address of the Bot API, without a slash at its end. */
  readonly apiRoot: string;
  /** What the Bot API is called through. */
  readonly proxy?: OutboundProxy | undefined;
}

/** A client for calls, with a time limit for each of them. */
export function createClient({ token, apiRoot, proxy }: ClientNeeds, timeoutSeconds: number): Api {
  const way = proxy?.takes(new URL(apiRoot))
    ? { baseFetchConfig: { compress: true, agent: agentThrough(proxy) } }
    : {};
  // The library's types name all of an answer; it reads nothing but the JSON.
  const fetch = fetchAnswer as unknown as NonNullable<ApiClientOptions['fetch']>;
  return new Api(token, { apiRoot, timeoutSeconds, fetch, ...way });
}
