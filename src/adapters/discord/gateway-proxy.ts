import { createRequire } from 'node:module';
import type { WebSocket } from 'ws';
import type { OutboundProxy } from '../../core/network.ts';
import { agentThrough } from '../through-proxy.ts';

const GATEWAY = '@discordjs/ws';

/**
 * Has the library open the gateway through the proxy. Its options know of none, but it takes the class of its sockets from
 * the exports of `ws` when it is loaded, so this has to come first.
 */
export function routeGateway(proxy: OutboundProxy): void {
  const requireBeside = createRequire(createRequire(import.meta.url).resolve(GATEWAY));
  const library: { WebSocket: typeof WebSocket } = requireBeside('ws');
  const agent = agentThrough(proxy, { keepAlive: true });
  library.WebSocket = new Proxy(library.WebSocket, {
    construct: (Socket, [address, protocols, options]) => {
      const isTaken = proxy.takes(new URL(String(address).replace(/^ws/, 'http')));
      return new Socket(address, protocols, isTaken ? { ...options, agent } : options);
    },
  });
}
