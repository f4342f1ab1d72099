import { z } from 'zod';
import { plainHttpUrl, secret } from '../../config/value-schemas.ts';
import { listLanguages } from '../../format/texts/text-catalogue.ts';
import { type ConfiguredPlatform, definePlatform } from '../definition.ts';
import { examineTelegram, findTelegramAdmin, type TelegramAccess } from './examine.ts';
import { PLATFORM } from './principals.ts';

const WEBHOOK_USAGE = 'write a whole URL with https://, with a path of its own';

/** Telegram. Its library is loaded only if the platform is on. */
export const telegram = definePlatform({
  name: PLATFORM,
  settings: {
    TELEGRAM_TOKEN: secret(
      z
        .string()
        .regex(
          /^\d+:[\w-]+$/,
          'write the whole token as BotFather gave it: digits, a colon, letters and digits',
        ),
    ),
    TELEGRAM_API_URL: plainHttpUrl.default('https://api.telegram.org'),
    TELEGRAM_WEBHOOK_URL: z
      .url({ protocol: /^https$/, abort: true, error: WEBHOOK_USAGE })
      .refine((url) => new URL(url).pathname.length > 1, WEBHOOK_USAGE)
      .optional(),
  },
  tokenKey: 'TELEGRAM_TOKEN',
  apiUrlKey: 'TELEGRAM_API_URL',
  setup: {
    tokenFrom: 'In Telegram, write /newbot to @BotFather, which sends you the token.',
    beforeAdminCandidate:
      'Send your bot any message in Telegram, so that setup can propose you as its admin.',
  },
  principals: {
    user: { example: '123', pattern: /^\d{1,20}$/ },
    chat: { example: '-100123', pattern: /^-?\d{1,20}$/ },
  },
  problems: (values) =>
    values.TELEGRAM_WEBHOOK_URL !== undefined && values.HTTP_PORT === undefined
      ? [
          "HTTP_PORT: is needed with TELEGRAM_WEBHOOK_URL: the bot's own HTTP server takes the updates.",
        ]
      : [],
  canDeploy: false,
  configure: ({ TELEGRAM_TOKEN: token, ...values }) =>
    token === undefined
      ? undefined
      : telegramWith({
          token,
          apiUrl: values.TELEGRAM_API_URL,
          webhookUrl: values.TELEGRAM_WEBHOOK_URL,
        }),
});

function telegramWith(access: TelegramAccess): ConfiguredPlatform {
  return {
    name: PLATFORM,
    load: () => import('./adapter.ts'),
    create: async (host) => {
      const { TelegramAdapter } = await import('./adapter.ts');
      return new TelegramAdapter({ ...host, ...access, languages: listLanguages() });
    },
    examine: (getJson) => examineTelegram(access, getJson),
    findAdminCandidate: (getJson) => findTelegramAdmin(access, getJson),
  };
}
