import { z } from 'zod';
import { type Diagnosis, diagnosesAbout } from '../../core/operator/diagnosis.ts';
import type { AdminCandidate, PlatformReport } from '../definition.ts';
import type { GetJson } from '../get-json.ts';
import type { TelegramOptions } from './api/bot.ts';
import { PLATFORM, principalOf } from './principals.ts';

/** Settings with which the bot reaches Telegram, and Telegram the bot. */
export type TelegramAccess = Pick<TelegramOptions, 'token' | 'apiUrl' | 'webhookUrl'>;

const { fine, note, warning, wrong } = diagnosesAbout(PLATFORM);
const REFUSES =
  'does not accept TELEGRAM_TOKEN. Copy all of it from BotFather (/token), or make a new one (/revoke), and look at TELEGRAM_API_URL';
const meSchema = z.object({
  username: z.string(),
  can_read_all_group_messages: z.boolean().default(false),
  supports_inline_queries: z.boolean().default(false),
});
const webhookSchema = z.object({ url: z.string(), last_error_message: z.string().optional() });
const updatesSchema = z.object({
  result: z.array(
    z.object({
      message: z
        .object({
          chat: z.object({ type: z.string() }),
          from: z.object({ id: z.int(), first_name: z.string() }).optional(),
        })
        .optional(),
    }),
  ),
});

/** Reads what Telegram knows about the bot, and changes nothing. */
export async function examineTelegram(
  { token, apiUrl, webhookUrl }: TelegramAccess,
  getJson: GetJson,
): Promise<PlatformReport> {
  const call = async <T>(method: string, schema: z.ZodType<T>) => {
    const { status, body } = await getJson(`${apiUrl}/bot${token}/${method}`);
    return { status, result: z.object({ result: schema }).safeParse(body).data?.result };
  };
  const { status, result: me } = await call('getMe', meSchema);
  if (me === undefined) {
    return { diagnoses: [wrong(`The Bot API ${REFUSES} (it answered ${status}).`)] };
  }
  const { result: webhook } = await call('getWebhookInfo', webhookSchema);
  return {
    diagnoses: [...botDiagnoses(me), ...webhookDiagnoses(webhook, webhookUrl)],
    name: `@${me.username}`,
    invite: `https://t.me/${me.username}`,
  };
}

function botDiagnoses(me: z.infer<typeof meSchema>): readonly Diagnosis[] {
  return [
    fine(`Telegram accepts TELEGRAM_TOKEN: @${me.username}.`),
    me.can_read_all_group_messages
      ? note(
          'Privacy mode is off: the bot sees all messages of its groups, which it does not need.',
        )
      : fine('Privacy mode is on: in groups the bot sees only what is meant for it.'),
    me.supports_inline_queries
      ? fine('Inline mode is on.')
      : note('Inline mode is off: @bot in other chats does nothing (BotFather: /setinline).'),
  ];
}

function webhookDiagnoses(
  webhook: z.infer<typeof webhookSchema> | undefined,
  wanted = '',
): readonly Diagnosis[] {
  const { url = wanted, last_error_message: error } = webhook ?? {};
  const diagnoses: Diagnosis[] = [];
  if (url !== wanted) {
    const next = wanted === '' ? 'removes it' : `sets ${wanted}`;
    diagnoses.push(warning(`The webhook is ${url || 'not set'}: the next start ${next}.`));
  }
  if (url !== '' && error !== undefined) {
    diagnoses.push(warning(`Telegram could not deliver to the webhook lately: ${error}`));
  }
  return diagnoses;
}

/**
 * The person who wrote to the bot in private last. The messages stay unconfirmed, so that the bot
 * answers them when it runs.
 */
export async function findTelegramAdmin(
  { token, apiUrl }: Pick<TelegramAccess, 'token' | 'apiUrl'>,
  getJson: GetJson,
): Promise<AdminCandidate | undefined> {
  const { body } = await getJson(`${apiUrl}/bot${token}/getUpdates`);
  const updates = updatesSchema.safeParse(body).data?.result ?? [];
  const writers = updates.flatMap(({ message }) =>
    message?.chat.type === 'private' && message.from ? [message.from] : [],
  );
  const writer = writers.at(-1);
  return writer && { principal: principalOf('user', writer.id), name: writer.first_name };
}
