import { createRequire } from 'node:module';
import type { ClientOptions, WebSocket } from 'ws';
import type { OutboundProxy } from '../../../core/network/outbound-proxy.ts';

/** The part of `ws` that is replaced here. */
interface SocketExports {
  WebSocket: new (url: string, protocols: string[], options: ClientOptions) => WebSocket;
}

/** All runs of a process have the same proxy. */
const routed = new WeakSet<OutboundProxy>();

/**
 * Makes the library open the gateway through the proxy. The library has no option for that. It
 * takes the class of its sockets from the exports of `ws` when it is loaded, so call this before
 * that. docs/decisions/delivery.md says what else was tried.
 */
export async function routeGateway(proxy: OutboundProxy): Promise<void> {
  const { agentThrough } = await import('../../proxy-agents.ts');
  if (routed.has(proxy)) return;
  routed.add(proxy);
  const agent = agentThrough(proxy, { keepAlive: true });
  const exports = exportsOfSockets();
  exports.WebSocket = class extends exports.WebSocket {
    constructor(url: string, protocols: string[], options: ClientOptions) {
      const isProxied = proxy.appliesTo(new URL(url.replace(/^ws/, 'http')));
      super(url, protocols, isProxied ? { ...options, agent } : options);
    }
  };
}

/** The exports of the copy of `ws` that the library loads, which may differ from ours. */
function exportsOfSockets(): SocketExports {
  const requireHere = createRequire(import.meta.url);
  const requireInLibrary = createRequire(requireHere.resolve('discord.js'));
  const requireInGateway = createRequire(requireInLibrary.resolve('@discordjs/ws'));
  return requireInGateway('ws');
}
