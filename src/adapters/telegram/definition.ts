import { z } from 'zod';
import { plainHttpUrl, secret } from '../../config/setting.ts';
import { diagnosesAbout } from '../../core/diagnosis.ts';
import { listLanguages } from '../../format/texts/catalogue.ts';
import { type AdminCandidate, definePlatform, type PlatformReport } from '../definition.ts';
import type { GetJson } from '../http.ts';
import type { TelegramOptions } from './api/bot.ts';
import { PLATFORM, principalOf } from './target.ts';

const REFUSES =
  'does not accept TELEGRAM_TOKEN. Copy all of it from BotFather (/token), or make a new one (/revoke), and look at TELEGRAM_API_URL';
const WEBHOOK_URL = 'write a whole URL with https://, with a path of its own';

/** Telegram. Its library is loaded only if it is used. */
export const telegram = definePlatform({
  name: PLATFORM,
  settings: {
    TELEGRAM_TOKEN: secret(
      z
        .string()
        .regex(
          /^\d+:[\w-]+$/,
          'write the whole token as BotFather gave it: digits, a colon, letters',
        ),
    ),
    TELEGRAM_API_URL: plainHttpUrl.default('https://api.telegram.org'),
    TELEGRAM_WEBHOOK_URL: z
      .url({ protocol: /^https$/, abort: true, error: WEBHOOK_URL })
      .refine((url) => new URL(url).pathname.length > 1, WEBHOOK_URL)
      .optional(),
  },
  tokenKey: 'TELEGRAM_TOKEN',
  apiUrl: 'TELEGRAM_API_URL',
  setup: {
    tokenFrom: 'In Telegram, write /newbot to @BotFather, which sends you the token.',
    beforeAdminCandidate: 'Send your bot any message in Telegram: that makes you its admin.',
  },
  principals: {
    user: { example: '123', pattern: /^\d{1,20}$/ },
    chat: { example: '-100123', pattern: /^-?\d{1,20}$/ },
  },
  problems: (set) =>
    set.TELEGRAM_WEBHOOK_URL !== undefined && set.HTTP_PORT === undefined
      ? [
          "HTTP_PORT: is needed with TELEGRAM_WEBHOOK_URL: the bot's own HTTP server takes the updates.",
        ]
      : [],
  configure: ({ TELEGRAM_TOKEN: token, ...set }) =>
    token === undefined
      ? undefined
      : { token, apiUrl: set.TELEGRAM_API_URL, webhookUrl: set.TELEGRAM_WEBHOOK_URL },
  load: () => import('./adapter.ts'),
  create: async (settings, host) => {
    const { TelegramAdapter } = await import('./adapter.ts');
    return new TelegramAdapter({ ...host, ...settings, languages: listLanguages() });
  },
  examine: examineTelegram,
  findAdminCandidate: findTelegramAdmin,
});

const { fine, note, warning, wrong } = diagnosesAbout(PLATFORM);

const meSchema = z.object({
  username: z.string(),
  can_read_all_group_messages: z.boolean().default(false),
  supports_inline_queries: z.boolean().default(false),
});
const webhookSchema = z.object({ url: z.string(), last_error_message: z.string().optional() });

/** Reads what Telegram knows about the bot, and changes nothing. */
async function examineTelegram(
  {
    token,
    apiUrl,
    webhookUrl: wanted = '',
  }: Pick<TelegramOptions, 'token' | 'apiUrl' | 'webhookUrl'>,
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
  const { url = wanted, last_error_message: error } = webhook ?? {};
  const next = wanted === '' ? 'removes it' : `sets ${wanted}`;
  const diagnoses = [
    fine(`Telegram accepts TELEGRAM_TOKEN: @${me.username}.`),
    me.can_read_all_group_messages
      ? note(
          'Privacy mode is off: the bot sees all messages of its groups, which it does not need.',
        )
      : fine('Privacy mode is on: in groups the bot sees only what is meant for it.'),
    me.supports_inline_queries
      ? fine('Inline mode is on.')
      : note('Inline mode is off: @bot in other chats does nothing (BotFather: /setinline).'),
    ...(url === wanted
      ? []
      : [warning(`The webhook is ${url || 'not set'}: the next start ${next}.`)]),
    ...(url === '' || error === undefined
      ? []
      : [warning(`Telegram could not deliver to the webhook lately: ${error}`)]),
  ];
  return { diagnoses, name: `@${me.username}`, invite: `https://t.me/${me.username}` };
}

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

/** Who wrote to the bot in private last. The messages stay unconfirmed, so the bot answers them. */
async function findTelegramAdmin(
  { token, apiUrl }: Pick<TelegramOptions, 'token' | 'apiUrl'>,
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
