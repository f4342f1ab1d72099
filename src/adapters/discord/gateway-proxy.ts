import { createRequire } from 'node:module';
import type { WebSocket } from 'ws';
import type { OutboundProxy } from '../../core/network.ts';
import { agentThrough } from '../through-proxy.ts';

/**
 * Has the library open the gateway through the proxy. It has no option for that, but takes the class of its sockets from the
 * exports of `ws` when it is loaded, so this has to come first.
 */
export function routeGateway(proxy: OutboundProxy): void {
  const requireFrom = (require: NodeJS.Require, name: string) => createRequire(require.resolve(name));
  const requireOfLibrary = requireFrom(createRequire(import.meta.url), 'discord.js');
  const sockets: { WebSocket: typeof WebSocket } = requireFrom(requireOfLibrary, '@discordjs/ws')('ws');
  const agent = agentThrough(proxy, { keepAlive: true });
  sockets.WebSocket = new Proxy(sockets.WebSocket, {
    construct: (Socket, [address, protocols, options]) => {
      const isTaken = proxy.takes(new URL(String(address).replace(/^ws/, 'http')));
      return new Socket(address, protocols, isTaken ? { ...options, agent } : options);
    },
  });
}
