import { once } from 'node:events';
import { Agent, type AgentOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type * as undici from 'undici';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';

/** An agent for libraries that use Node's `https`. */
export function agentThrough(proxy: OutboundProxy, options: AgentOptions): Agent {
  const createConnection: Agent['createConnection'] = ({ host, port }, done) => {
    connect(proxy, host, port).then(
      (socket) => done?.(null, socket),
      (error) => done?.(error, undefined as never),
    );
    return undefined;
  };
  return Object.assign(new Agent(options), { createConnection });
}

/** One agent for each proxy, since an agent that is never closed keeps its sockets. */
const dispatchers = new WeakMap<OutboundProxy, Promise<undici.Dispatcher>>();

/** A dispatcher for libraries that use undici. It keeps connections open as undici does. */
export function dispatcherThrough(proxy: OutboundProxy): Promise<undici.Dispatcher> {
  const dispatcher = dispatchers.get(proxy) ?? createDispatcher(proxy);
  dispatchers.set(proxy, dispatcher);
  return dispatcher;
}

async function createDispatcher(proxy: OutboundProxy): Promise<undici.Dispatcher> {
  const { Agent: UndiciAgent } = await import('undici');
  return new UndiciAgent({
    connect: async ({ hostname, port }, done) => {
      try {
        const socket = await connect(proxy, hostname, port);
        await once(socket, 'secureConnect');
        done(null, socket);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), null);
      }
    },
  });
}

function connect(proxy: OutboundProxy, host: unknown, port: unknown): Promise<TLSSocket> {
  return proxy.connect(String(host ?? ''), Number(port) || 443);
}

/** The `fetch` for a URL: through the proxy if that applies to it. */
export async function fetchFor(url: URL, proxy: OutboundProxy | undefined): Promise<typeof fetch> {
  if (proxy?.appliesTo(url) !== true) return fetch;
  // `fetch` and the dispatcher must be of the same version of undici, and Node.js has another one:
  // https://github.com/nodejs/undici/pull/4827
  const [library, dispatcher] = await Promise.all([import('undici'), dispatcherThrough(proxy)]);
  return (input, init) => library.fetch(input, { ...init, dispatcher });
}
