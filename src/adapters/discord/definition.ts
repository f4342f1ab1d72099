import type { Agent } from 'node:https';
import { createRequire } from 'node:module';
import type { WebSocket } from 'ws';
import { plainHttpUrl, secret, wholeSecret } from '../../config/setting.ts';
import type { OutboundProxy } from '../../core/network.ts';
import { createSayIn } from '../../format/words/say.ts';
import { definePlatform } from '../definition.ts';

const SNOWFLAKE = ['123', /^\d{1,22}$/] as const;

/** Discord, before its library is loaded. */
export const discord = definePlatform({
  name: 'discord',
  settings: {
    DISCORD_TOKEN: secret(wholeSecret),
    DISCORD_API_URL: plainHttpUrl.default('https://discord.com/api'),
  },
  servedBy: 'DISCORD_TOKEN',
  apiUrl: 'DISCORD_API_URL',
  principals: { user: SNOWFLAKE, role: SNOWFLAKE, guild: SNOWFLAKE, channel: SNOWFLAKE },
  configure: ({ DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl }) =>
    token === undefined ? undefined : { token, apiUrl },
  explain: ({ name, message }) => (name === 'DiscordStartError' ? message : undefined),
  load: () => import('./adapter.ts'),
  create: async (settings, needs) => {
    const dispatcher = await dispatcherFor(settings.apiUrl, needs.proxy);
    const { createDiscordAdapter } = await import('./adapter.ts');
    return createDiscordAdapter({ ...needs, ...settings, dispatcher, sayIn: createSayIn(needs.language) });
  },
  examine: async (settings, ask) => {
    const { examineDiscord } = await import('./examine.ts');
    return examineDiscord(settings, ask);
  },
});

/** Routes the gateway through the proxy before the library is loaded, and returns what calls go through. */
async function dispatcherFor(apiUrl: string, proxy: OutboundProxy | undefined) {
  if (proxy === undefined) return undefined;
  const { agentThrough, dispatcherThrough } = await import('../http.ts');
  routeGateway(proxy, agentThrough(proxy, { keepAlive: true }));
  return proxy.takes(new URL(apiUrl)) ? dispatcherThrough(proxy) : undefined;
}

/**
 * Has the library open the gateway through the proxy. It has no option for that, but takes the class of its sockets from the
 * exports of `ws` when it is loaded, so this has to come first.
 */
function routeGateway(proxy: OutboundProxy, agent: Agent): void {
  const requireFrom = (require: NodeJS.Require, name: string) => createRequire(require.resolve(name));
  const requireOfLibrary = requireFrom(createRequire(import.meta.url), 'discord.js');
  const sockets: { WebSocket: typeof WebSocket } = requireFrom(requireOfLibrary, '@discordjs/ws')('ws');
  sockets.WebSocket = new Proxy(sockets.WebSocket, {
    construct: (Socket, [address, protocols, options]) => {
      const isTaken = proxy.takes(new URL(String(address).replace(/^ws/, 'http')));
      return new Socket(address, protocols, isTaken ? { ...options, agent } : options);
    },
  });
}
