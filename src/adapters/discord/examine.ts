import { z } from 'zod';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import type { PlatformReport } from '../definition.ts';
import type { AskPlatform, PlatformAnswer } from '../http.ts';

const { fine, note, warning, wrong } = findingsAbout('discord');

const VERSION = 'v10';
/** View Channels, Send Messages, also in threads, Embed Links, Attach Files and Read Message History. */
const PERMISSIONS = 274_878_024_704;
const applicationSchema = z.object({ id: z.string(), name: z.string() });
interface Settings {
  readonly token: string;
  readonly apiUrl: string;
}

/** Asks Discord what it knows of the application, and changes nothing. */
export async function examineDiscord({ token, apiUrl }: Settings, ask: AskPlatform): Promise<PlatformReport> {
  const call = (path: string): Promise<PlatformAnswer> =>
    ask(`${apiUrl.replace(/\/$/, '')}/${VERSION}${path}`, { authorization: `Bot ${token}` });
  try {
    const { status, body } = await call('/applications/@me');
    const application = applicationSchema.safeParse(body).data;
    if (application === undefined) return { findings: [refused(status)] };
    const { id, name } = application;
    return {
      findings: [
        fine(`DISCORD_TOKEN is taken: ${name}.`),
        commandsOf(await call(`/applications/${id}/commands`)),
      ],
      name,
      invite: `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot+applications.commands&permissions=${PERMISSIONS}`,
    };
  } catch (error) {
    return {
      findings: [
        wrong(
          `Discord cannot be reached (${error instanceof Error ? error.message : String(error)}). Look at the network, DISCORD_API_URL and HTTPS_PROXY.`,
        ),
      ],
    };
  }
}

function refused(status: number): Finding {
  return status === 401
    ? wrong('DISCORD_TOKEN is not taken. Reset it in the Developer Portal, under Bot, and copy all of it.')
    : wrong(`Discord said ${status} instead of the application's name. Look at DISCORD_API_URL.`);
}

function commandsOf({ status, body }: PlatformAnswer): Finding {
  const known = z.array(z.unknown()).safeParse(body).data;
  if (known === undefined)
    return warning(
      `The commands cannot be read (${status}). Invite the bot with the scope applications.commands.`,
    );
  return known.length > 0
    ? fine(`${known.length} commands are registered.`)
    : note(`No commands are registered yet: the next start registers them.`);
}
