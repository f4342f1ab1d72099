import { z } from 'zod';
import { plainHttpUrl, secret, wholeSecret } from '../../config/setting.ts';
import { diagnosesAbout } from '../../core/diagnosis.ts';
import type { OutboundProxy } from '../../core/network.ts';
import { type AdminCandidate, definePlatform, type PlatformReport } from '../definition.ts';
import type { GetJson } from '../http.ts';
import type { DiscordOptions } from './client.ts';
import { routeGateway } from './gateway-proxy.ts';
import { PLATFORM } from './target.ts';
import { USER_AGENT_HEADER } from './user-agent.ts';

const { fine, wrong } = diagnosesAbout(PLATFORM);
/**
 * View Channels, Send Messages, also in threads, Embed Links, Attach Files and Read Message
 * History.
 */
const PERMISSIONS = 274_878_024_704;
const REFUSED =
  'Discord does not accept DISCORD_TOKEN. Reset it in the Developer Portal, under Bot, and copy all of it.';
const applicationSchema = z.object({ id: z.string(), name: z.string() });
const SNOWFLAKE = { example: '123', pattern: /^\d{1,22}$/ };

type DiscordAccess = Pick<DiscordOptions, 'token' | 'apiUrl'>;

/** Discord. Its library is loaded only if it is used. */
export const discord = definePlatform({
  name: PLATFORM,
  settings: {
    DISCORD_TOKEN: secret(wholeSecret),
    DISCORD_API_URL: plainHttpUrl.default('https://discord.com/api'),
  },
  tokenKey: 'DISCORD_TOKEN',
  apiUrl: 'DISCORD_API_URL',
  setup: {
    tokenFrom: 'At https://discord.com/developers/applications, open your app → Bot → Reset Token.',
  },
  principals: { user: SNOWFLAKE, role: SNOWFLAKE, guild: SNOWFLAKE, channel: SNOWFLAKE },
  configure: ({ DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl }) =>
    token === undefined ? undefined : { token, apiUrl },
  load: loadAdapter,
  create: async (settings, host) => {
    const { DiscordAdapter } = await loadAdapter(host.proxy);
    const dispatcher = await dispatcherFor(settings.apiUrl, host.proxy);
    return new DiscordAdapter({ ...host, ...settings, dispatcher });
  },
  examine: examineDiscord,
  findAdminCandidate: findDiscordAdmin,
  deploy: async (settings, host) => {
    const dispatcher = await dispatcherFor(settings.apiUrl, host.proxy);
    const { deployCommands } = await import('./commands.ts');
    await deployCommands({ ...host, ...settings, dispatcher });
  },
});

/** Loads the library with the adapter, after its gateway is routed. */
async function loadAdapter(proxy: OutboundProxy | undefined) {
  if (proxy !== undefined) await routeGateway(proxy);
  return import('./adapter.ts');
}

/** For calls through the proxy; undefined if they need none. */
async function dispatcherFor(apiUrl: string, proxy: OutboundProxy | undefined) {
  if (proxy?.appliesTo(new URL(apiUrl)) !== true) return undefined;
  const { dispatcherThrough } = await import('../http.ts');
  return dispatcherThrough(proxy);
}

/** Reads what Discord knows about the application, and changes nothing. */
export async function examineDiscord(
  access: DiscordAccess,
  getJson: GetJson,
): Promise<PlatformReport> {
  const { status, body } = await askForApplication(access, getJson);
  const { id, name } = applicationSchema.safeParse(body).data ?? {};
  if (id === undefined) {
    const unexpectedStatus = `Discord said ${status} instead of the application's name. Look at DISCORD_API_URL.`;
    return { diagnoses: [wrong(status === 401 ? REFUSED : unexpectedStatus)] };
  }
  const invite = `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot+applications.commands&permissions=${PERMISSIONS}`;
  return { diagnoses: [fine(`Discord accepts DISCORD_TOKEN: ${name}.`)], name, invite };
}

const ownerSchema = z.object({
  owner: z.object({ id: z.string(), username: z.string() }).optional(),
  /** Discord names a made-up user as the owner of a team's application. */
  team: z.object({ owner_user_id: z.string(), name: z.string() }).nullish(),
});

/** The owner of the application, or of the team that owns it. */
async function findDiscordAdmin(
  access: DiscordAccess,
  getJson: GetJson,
): Promise<AdminCandidate | undefined> {
  const { body } = await askForApplication(access, getJson);
  const { owner, team } = ownerSchema.safeParse(body).data ?? {};
  if (team) return { principal: `discord:user:${team.owner_user_id}`, name: team.name };
  return owner && { principal: `discord:user:${owner.id}`, name: owner.username };
}

function askForApplication({ token, apiUrl }: DiscordAccess, getJson: GetJson) {
  const headers = { ...USER_AGENT_HEADER, authorization: `Bot ${token}` };
  return getJson(`${apiUrl}/v10/applications/@me`, headers);
}
