import { z } from 'zod';
import { plainHttpUrl, secret } from '../../config/setting.ts';
import { listLanguages } from '../../format/texts/catalogue.ts';
import { definePlatform } from '../definition.ts';
import { examineTelegram, findTelegramAdmin } from './examine.ts';
import { PLATFORM } from './target.ts';

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
    beforeAdminCandidate:
      'Send your bot any message in Telegram, so that setup can propose you as its admin.',
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
