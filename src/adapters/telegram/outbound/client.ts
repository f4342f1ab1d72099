import type { Agent } from 'node:http';
import type { ApiClientOptions } from 'grammy';
import { Api } from '../sdk.ts';
import { fetchAnswer } from './fetch.ts';

/** What {@link createClient} works with. */
export interface ClientNeeds {
  readonly token: string;
  /** Address of the Bot API, without a slash at its end. */
  readonly apiRoot: string;
  /** Keeps the connections. */
  readonly agent: Agent;
}

/** A client for calls, with a time limit for each of them. */
export function createClient({ token, apiRoot, agent }: ClientNeeds, timeoutSeconds: number): Api {
  // The library's types name all of an answer; it reads nothing but the JSON.
  const fetch = fetchAnswer as unknown as NonNullable<ApiClientOptions['fetch']>;
  return new Api(token, { apiRoot, timeoutSeconds, fetch, baseFetchConfig: { agent } });
}
