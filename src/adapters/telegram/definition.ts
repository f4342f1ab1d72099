import { z } from 'zod';
import { httpsUrl, inClear, plainHttpUrl } from '../../config/addresses.ts';
import { permission, secret, shown } from '../../config/setting.ts';
import { languageOf, listLanguages } from '../../format/words/catalogue.ts';
import { createSayIn } from '../../format/words/say.ts';
import { definePlatform } from '../definition.ts';

/** Telegram, before its library is loaded. */
export const telegram = definePlatform({
  name: 'telegram',
  settings: {
    TELEGRAM_TOKEN: secret(
      z
        .string()
        .regex(/^\d+:[\w-]+$/, 'write the whole token as BotFather gave it: digits, a colon, letters'),
    ),
    TELEGRAM_API_URL: shown(plainHttpUrl.default('https://api.telegram.org')),
    TELEGRAM_ALLOW_HTTP: shown(permission),
    TELEGRAM_WEBHOOK_URL: shown(httpsUrl.optional()),
  },
  servedBy: 'TELEGRAM_TOKEN',
  principals: { user: ['123', /^\d{1,20}$/], chat: ['-100123', /^-?\d{1,20}$/] },
  problems: (set, { hasHttp }) => [
    ...(set.TELEGRAM_WEBHOOK_URL !== undefined && !hasHttp
      ? ["HTTP_PORT: is needed with TELEGRAM_WEBHOOK_URL: the bot's own HTTP server takes the updates."]
      : []),
    ...(set.TELEGRAM_TOKEN === undefined
      ? []
      : inClear({
          name: 'TELEGRAM_API_URL',
          url: set.TELEGRAM_API_URL,
          secret: 'your TELEGRAM_TOKEN',
          permit: { name: 'TELEGRAM_ALLOW_HTTP', given: set.TELEGRAM_ALLOW_HTTP },
        })),
  ],
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
