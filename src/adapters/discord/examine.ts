import { z } from 'zod';
import { diagnosesAbout } from '../../core/operator/diagnosis.ts';
import type { AdminCandidate, PlatformReport } from '../definition.ts';
import type { GetJson } from '../get-json.ts';
import type { DiscordOptions } from './api/client.ts';
import { USER_AGENT_HEADER } from './api/user-agent.ts';
import { PLATFORM, personOf } from './principals.ts';

export type DiscordAccess = Pick<DiscordOptions, 'token' | 'apiUrl'>;

const { fine, wrong } = diagnosesAbout(PLATFORM);
/**
 * View Channels, Send Messages, also in threads, Embed Links, Attach Files and Read Message
 * History.
 */
const PERMISSIONS = 274_878_024_704;
const REFUSED =
  'Discord does not accept DISCORD_TOKEN. Reset it in the Developer Portal, under Bot, and copy all of it.';
const applicationSchema = z.object({ id: z.string(), name: z.string() });
const ownerSchema = z.object({
  owner: z.object({ id: z.string(), username: z.string() }).optional(),
  /** Discord names a made-up user as the owner of a team's application. */
  team: z.object({ owner_user_id: z.string(), name: z.string() }).nullish(),
});

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

/** The owner of the application, or of the team that owns it. */
export async function findDiscordAdmin(
  access: DiscordAccess,
  getJson: GetJson,
): Promise<AdminCandidate | undefined> {
  const { body } = await askForApplication(access, getJson);
  const { owner, team } = ownerSchema.safeParse(body).data ?? {};
  if (team) return { principal: personOf(team.owner_user_id), name: team.name };
  return owner && { principal: personOf(owner.id), name: owner.username };
}

function askForApplication({ token, apiUrl }: DiscordAccess, getJson: GetJson) {
  const headers = { ...USER_AGENT_HEADER, authorization: `Bot ${token}` };
  return getJson(`${apiUrl}/v10/applications/@me`, headers);
}
