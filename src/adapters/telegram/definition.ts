import { z } from 'zod';
import { plainHttpUrl, secret } from '../../config/setting.ts';
import { languageOf, listLanguages } from '../../format/words/catalogue.ts';
import { createSayIn } from '../../format/words/say.ts';
import { definePlatform } from '../definition.ts';

const WEBHOOK_URL = 'write a whole address with https://, with a path of its own';

/** Telegram, before its library is loaded. */
export const telegram = definePlatform({
  name: 'telegram',
  settings: {
    TELEGRAM_TOKEN: secret(
      z
        .string()
        .regex(/^\d+:[\w-]+$/, 'write the whole token as BotFather gave it: digits, a colon, letters'),
    ),
    TELEGRAM_API_URL: plainHttpUrl.default('https://api.telegram.org'),
    TELEGRAM_WEBHOOK_URL: z
      .url({ protocol: /^https$/, abort: true, error: WEBHOOK_URL })
      .refine((url) => new URL(url).pathname.length > 1, WEBHOOK_URL)
      .optional(),
  },
  servedBy: 'TELEGRAM_TOKEN',
  apiUrl: 'TELEGRAM_API_URL',
  principals: { user: ['123', /^\d{1,20}$/], chat: ['-100123', /^-?\d{1,20}$/] },
  problems: (set) =>
    set.TELEGRAM_WEBHOOK_URL !== undefined && set.HTTP_PORT === undefined
      ? ["HTTP_PORT: is needed with TELEGRAM_WEBHOOK_URL: the bot's own HTTP server takes the updates."]
      : [],
  configure: ({ TELEGRAM_TOKEN: token, ...set }) =>
    token === undefined
      ? undefined
      : { token, apiUrl: set.TELEGRAM_API_URL, webhookUrl: set.TELEGRAM_WEBHOOK_URL },
  // Telegram cannot refuse a start: it tells `onFatal`.
  explain: () => undefined,
  load: () => import('./adapter.ts'),
  create: async ({ webhookUrl: url, ...set }, { messages, hash, textCommand, mount, ...needs }) => {
    const { createTelegramAdapter } = await import('./adapter.ts');
    const webhook =
      url === undefined ? {} : { webhook: { url, mount, secret: needs.secretFor('telegram webhook') } };
    return createTelegramAdapter({
      ...{ ...needs, ...set, ...webhook },
      textCommand: textCommand.command,
      memory: { messages, hash },
      sayIn: createSayIn(needs.language),
      languages: listLanguages().filter((language) => language !== languageOf(needs.language)),
    });
  },
  examine: async (settings, ask) => {
    const { examineTelegram } = await import('./examine.ts');
    return examineTelegram(settings, ask);
  },
});
