import { z } from 'zod';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import type { AskPlatform } from '../ask.ts';
import type { PlatformReport } from '../definition.ts';

const { fine, note, warning, wrong } = findingsAbout('telegram');

const meSchema = z.object({
  username: z.string(),
  can_read_all_group_messages: z.boolean().default(false),
  supports_inline_queries: z.boolean().default(false),
});
const webhookSchema = z.object({
  url: z.string(),
  pending_update_count: z.number().default(0),
  last_error_message: z.string().optional(),
});

interface TelegramExamination {
  readonly token: string;
  readonly apiUrl: string;
  readonly webhookUrl: string | undefined;
}

/** Asks the Bot API what it knows of the bot, and changes nothing. */
export async function examineTelegram(
  { token, apiUrl, webhookUrl }: TelegramExamination,
  ask: AskPlatform,
): Promise<PlatformReport> {
  const call = async (method: string) => {
    const { status, body } = await ask(`${apiUrl.replace(/\/$/, '')}/bot${token}/${method}`);
    return { status, result: z.object({ result: z.unknown() }).safeParse(body).data?.result };
  };
  try {
    const { status, result } = await call('getMe');
    const me = meSchema.safeParse(result).data;
    if (me === undefined) return { findings: [refused(status)] };
    const webhook = webhookSchema.safeParse((await call('getWebhookInfo')).result).data;
    const commands = z.array(z.unknown()).safeParse((await call('getMyCommands')).result).data ?? [];
    const findings = [
      fine(`TELEGRAM_TOKEN is taken: @${me.username}.`),
      me.can_read_all_group_messages
        ? note('Privacy mode is off: the bot sees all messages of its groups, which it does not need.')
        : fine('Privacy mode is on: the bot sees of groups what is meant for it.'),
      me.supports_inline_queries
        ? fine('Inline mode is on.')
        : note('Inline mode is off: @bot in other chats does nothing (BotFather: /setinline).'),
      ...(webhook === undefined ? [] : updatesOf(webhook, webhookUrl)),
      commands.length > 0
        ? fine('The lists of commands are registered.')
        : note('No commands are registered yet: the next start does so.'),
    ];
    return { findings, name: `@${me.username}`, invite: `https://t.me/${me.username}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const what = `The Bot API cannot be reached (${why}). Look at the network, TELEGRAM_API_URL and HTTPS_PROXY.`;
    return { findings: [wrong(what)] };
  }
}

function refused(status: number): Finding {
  const isToken = status === 401 || status === 404;
  return wrong(
    isToken
      ? 'TELEGRAM_TOKEN is not taken. Copy all of it from BotFather (/token), or make a new one (/revoke).'
      : `The Bot API said ${status} instead of the bot's name. Look at TELEGRAM_API_URL.`,
  );
}

/** How updates come, compared with how they are to come. */
function updatesOf(webhook: z.infer<typeof webhookSchema>, wanted: string | undefined): readonly Finding[] {
  const { url, pending_update_count: pending, last_error_message: error } = webhook;
  const findings: Finding[] = [];
  if (url === (wanted ?? ''))
    findings.push(fine(url === '' ? 'Updates are fetched.' : `The webhook is ${url}.`));
  else if (wanted === undefined)
    findings.push(warning(`A webhook is set (${url}), and none in the settings: the next start removes it.`));
  else
    findings.push(warning(`The webhook is ${url === '' ? 'not set' : url}: the next start sets ${wanted}.`));
  if (error !== undefined && url !== '')
    findings.push(warning(`Telegram could not deliver to the webhook lately: ${error}`));
  if (pending > 0) findings.push(note(`${pending} updates wait at Telegram.`));
  return findings;
}
