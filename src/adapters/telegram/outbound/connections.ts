import type { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Agent as HttpAgent } from '../../../core/network/http.ts';
import type { OutboundProxy } from '../../../core/network/outbound-proxy.ts';
import { agentThrough } from '../../through-proxy.ts';

/**
 * An idle connection is closed after so long, or a second before the server says that it closes it, if that is sooner. A message
 * on a connection that the server has just closed may have arrived or not, so the person would be told to ask again. Servers
 * that do not say wait five seconds, as Node's own do, or longer.
 */
const IDLE_MS = 4_000;

/** Keeps the connections to the Bot API, for all clients of a bot. */
export function createConnections(apiRoot: string, proxy: OutboundProxy | undefined): Agent {
  // Without a time limit of its own the agent does not heed the server's.
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const url = new URL(apiRoot);
  if (proxy?.takes(url)) return agentThrough(proxy, kept);
  return url.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept);
}
