import { plainHttpUrl, secret, wholeSecret } from '../../config/value-schemas.ts';
import type { OutboundProxy } from '../../core/network/outbound-proxy.ts';
import { type ConfiguredPlatform, definePlatform } from '../definition.ts';
import { routeGateway } from './api/gateway-proxy.ts';
import { type DiscordAccess, examineDiscord, findDiscordAdmin } from './examine.ts';
import { PLATFORM } from './principals.ts';

/** The form of Discord's ids, as settings name people and places by them. */
const SNOWFLAKE = { example: '123', pattern: /^\d{1,22}$/ };

/** Discord. Its library is loaded only if the platform is on. */
export const discord = definePlatform({
  name: PLATFORM,
  settings: {
    DISCORD_TOKEN: secret(wholeSecret),
    DISCORD_API_URL: plainHttpUrl.default('https://discord.com/api'),
  },
  tokenKey: 'DISCORD_TOKEN',
  apiUrlKey: 'DISCORD_API_URL',
  setup: {
    tokenFrom: 'At https://discord.com/developers/applications, open your app → Bot → Reset Token.',
  },
  principals: { user: SNOWFLAKE, role: SNOWFLAKE, guild: SNOWFLAKE, channel: SNOWFLAKE },
  canDeploy: true,
  configure: ({ DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl }) =>
    token === undefined ? undefined : discordWith({ token, apiUrl }),
});

function discordWith(access: DiscordAccess): ConfiguredPlatform {
  return {
    name: PLATFORM,
    load: loadAdapter,
    create: async (host) => {
      const { DiscordAdapter } = await loadAdapter(host.proxy);
      const dispatcher = await dispatcherFor(access.apiUrl, host.proxy);
      return new DiscordAdapter({ ...host, ...access, dispatcher });
    },
    examine: (getJson) => examineDiscord(access, getJson),
    findAdminCandidate: (getJson) => findDiscordAdmin(access, getJson),
    deploy: async (host) => {
      const dispatcher = await dispatcherFor(access.apiUrl, host.proxy);
      const { registerCommandsByRest } = await import('./commands.ts');
      await registerCommandsByRest({ ...host, ...access, dispatcher });
    },
  };
}

/** Loads the adapter with its library, whose gateway then goes through the proxy. */
async function loadAdapter(proxy: OutboundProxy | undefined) {
  if (proxy !== undefined) await routeGateway(proxy);
  return import('./adapter.ts');
}

/** Takes the calls to Discord through the proxy; undefined if they need none. */
async function dispatcherFor(apiUrl: string, proxy: OutboundProxy | undefined) {
  if (!proxy?.appliesTo(new URL(apiUrl))) return undefined;
  const { dispatcherThrough } = await import('../proxy-agents.ts');
  return dispatcherThrough(proxy);
}
