import type { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ApiCallFn, ApiClientOptions } from 'grammy';
import { Agent as HttpAgent, type OutboundProxy } from '../../../core/network.ts';
import { agentThrough } from '../../through-proxy.ts';
import { Api } from '../sdk.ts';
import { addressOf, exchange, fetchAnswer } from './fetch.ts';

/**
 * An idle connection is closed after so long, or a second before the server says that it closes it, if that is sooner. A message
 * on a connection that the server has just closed may have arrived or not, so the person would be told to ask again. Servers
 * that do not say wait five seconds, as Node's own do, or longer.
 */
const IDLE_MS = 4_000;

/**
 * As long as a timer can be. The library believes its own time limit before what has arrived is read, and would take a message
 * that was sent for lost in a process that stood still.
 */
const LIBRARY_TIMEOUT_SECONDS = 2_147_483;

/** The methods that the bot sends files by, which the library puts into a form. */
const SENDING_FILES: ReadonlySet<string> = new Set(['sendDocument', 'sendPhoto']);

/** What {@link createClient} works with. */
export interface ClientNeeds {
  readonly token: string;
  /** Address of the Bot API, without a slash at its end. */
  readonly apiRoot: string;
  /** Keeps the connections. */
  readonly agent: Agent;
}

/** Is called with the method of a call that was given up, and with its answer as it came. */
export type OnLate = (method: string, text: string) => void;

/**
 * A client for calls, with a time limit for each of them.
 * @param onLate the answers to calls without a file that come after it are waited for a little longer
 */
export function createClient(
  { token, apiRoot, agent }: ClientNeeds,
  timeoutSeconds: number,
  onLate?: OnLate,
): Api {
  const timeoutMs = timeoutSeconds * 1_000;
  const fetchInTime: typeof fetchAnswer = (url, made) => fetchAnswer(url, { ...made, timeoutMs });
  // The library's types name all of an answer; it reads nothing but the JSON.
  const fetch = fetchInTime as unknown as NonNullable<ApiClientOptions['fetch']>;
  const api = new Api(token, {
    ...{ apiRoot, fetch, timeoutSeconds: LIBRARY_TIMEOUT_SECONDS },
    baseFetchConfig: { agent },
  });
  const call = jsonCalls({ token, apiRoot, agent }, timeoutMs, onLate);
  api.config.use((library, method, payload, signal) =>
    SENDING_FILES.has(method) ? library(method, payload, signal) : call(method, payload, signal),
  );
  return api;
}

/**
 * Makes the calls that send no file. What the library does around each of them for those that do, with a form, a signal and two
 * promises of its own, takes a fifth of the processor's time for all of the call.
 */
function jsonCalls(
  { token, apiRoot, agent }: ClientNeeds,
  timeoutMs: number,
  onLate: OnLate | undefined,
): ApiCallFn {
  const root = addressOf(`${apiRoot}/bot${token}/`);
  const to = { method: 'POST', headers: JSON_HEADERS, agent, timeoutMs };
  return async (method, payload, signal) => {
    const at = { ...root, path: `${root.path}${method}` };
    const late = onLate === undefined ? undefined : (text: string) => onLate(method, text);
    const text = await exchange({ ...to, at, body: JSON.stringify(payload), signal, late });
    // Not validated: what is wrong with it is found where its members are used.
    return JSON.parse(text);
  };
}

const JSON_HEADERS = { 'content-type': 'application/json', connection: 'keep-alive' };

/** Keeps the connections to the Bot API, for all clients of a bot. */
export function createConnections(apiRoot: string, proxy: OutboundProxy | undefined): Agent {
  // Without a time limit of its own the agent does not heed the server's.
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const url = new URL(apiRoot);
  if (proxy?.takes(url)) return agentThrough(proxy, kept);
  return url.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept);
}
