import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from '../../core/network.ts';

const PATIENCE_MS = 3_000;
const LOOPBACK = '127.0.0.1';
/** Addresses that can be listened on but not called. */
const ALL_ADDRESSES: readonly string[] = ['', '0.0.0.0', '::'];

interface Health {
  readonly healthy: boolean;
  /** One line for the person who reads the container's health log. */
  readonly said: string;
}

/** Asks the bot on this machine whether it is alive. Without HTTP_PORT there is nothing to ask, which counts as healthy. */
export async function askHealth(variables: Readonly<Record<string, string | undefined>>): Promise<Health> {
  const port = variables.HTTP_PORT?.trim() ?? '';
  if (port === '') return { healthy: true, said: 'HTTP_PORT is not set: nothing to ask' };
  const url = `http://${reachable(variables.HTTP_HOST?.trim() ?? '')}:${port}/healthz`;
  try {
    const status = await statusOf(url);
    return { healthy: status === 200, said: `${url} answers ${status}` };
  } catch (error) {
    return { healthy: false, said: `${url} does not answer: ${reasonOf(error)}` };
  }
}

/** How a host that is listened on is called from this machine, as it stands in an address. */
function reachable(host: string): string {
  if (ALL_ADDRESSES.includes(host)) return LOOPBACK;
  return host.includes(':') ? `[${host}]` : host;
}

/** Uses `node:http`, since `fetch` refuses to call many ports a server may listen on, such as 10080. */
async function statusOf(url: string): Promise<number | undefined> {
  const request = get(url, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) });
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.destroy();
  return response?.statusCode;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'AbortError' ? `nothing came within ${PATIENCE_MS / 1_000} s` : error.message;
}
