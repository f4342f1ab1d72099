import type { Api } from 'grammy';
import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types';
import type { Command } from '../../core/command.ts';
import { commandWords } from '../../format/words/say.ts';
import { faultOf, type TelegramOptions } from './bot.ts';
import { cutUnits } from './render.ts';
import { UNKNOWN_LOCALE, userOf } from './target.ts';

/** Bot API: how long the words may be. The description is in the empty chat, the short one on the profile and with links. */
const MOST_UNITS = { command: 256, description: 512, short: 120 };
const OWN_SERVER = 'https://api.telegram.org';
const NOT_WRITTEN =
  'A list of commands or a description could not be written to Telegram. The commands work; it is tried again at the next start';

/** undefined for everybody without words in their own language. */
type Language = LanguageCode | undefined;

/** Creates what writes the lists of commands and the descriptions that Telegram shows; nothing is written yet. */
export function createCommands(api: Api, options: TelegramOptions) {
  const { commands, admins, languages, sayIn, log } = options;
  const isOwnServer = options.apiUrl.startsWith(OWN_SERVER);
  // Telegram has lists for languages, not for scripts or regions.
  const inLanguages = [undefined, ...languages.filter((one): one is LanguageCode => /^[a-z]{2}$/.test(one))];
  let isEphemeral = isOwnServer;

  const writeList = async (scope: BotCommandScope, language: Language, shown: readonly Command[]) => {
    const where = { scope, ...(language !== undefined && { language_code: language }) };
    const say = sayIn(language ?? UNKNOWN_LOCALE);
    const isOfGroups = scope.type === 'all_group_chats';
    const wanted = shown.map((one) => ({
      command: one.name,
      description: cutUnits(commandWords(say, one).description, MOST_UNITS.command),
      // The sender and the bot alone see such a command, and the bot may answer it so.
      ...(isOfGroups && { is_ephemeral: true }),
    }));
    let present = await api.getMyCommands(where);
    if (comparable(present, isOwnServer) !== comparable(wanted, isOwnServer)) {
      await api.setMyCommands(wanted, where);
      if (isOfGroups) present = await api.getMyCommands(where);
    }
    // A server of an earlier version drops what it does not know.
    if (isOfGroups && !isOwnServer)
      isEphemeral = present.length > 0 && present.every(({ is_ephemeral }) => is_ephemeral === true);
  };
  const writeDescriptions = async (language: Language): Promise<void> => {
    const say = sayIn(language ?? UNKNOWN_LOCALE);
    const where = language === undefined ? {} : { language_code: language };
    const whole = cutUnits(say('telegram.description'), MOST_UNITS.description);
    const short = cutUnits(say('telegram.shortDescription'), MOST_UNITS.short);
    if ((await api.getMyDescription(where)).description !== whole) await api.setMyDescription(whole, where);
    if ((await api.getMyShortDescription(where)).short_description !== short)
      await api.setMyShortDescription(short, where);
  };
  return {
    /** Writes what differs from Telegram's. Never rejects: the bot works without it. */
    register: async (): Promise<void> => {
      const everyones = commands.filter(({ audience }) => audience === 'everyone');
      const warn = (error: unknown): void => log.warn({ said: faultOf(error).message }, NOT_WRITTEN);
      for (const language of inLanguages) {
        await writeList({ type: 'all_group_chats' }, language, everyones).catch(warn);
        await writeList({ type: 'default' }, language, everyones).catch(warn);
        await writeDescriptions(language).catch(warn);
      }
      for (const chat_id of admins.flatMap((admin) => userOf(admin) ?? [])) {
        const inOwnChat = async (): Promise<void> => {
          for (const language of inLanguages) await writeList({ type: 'chat', chat_id }, language, commands);
        };
        // It is closed to the bot until the admin has opened it.
        await inOwnChat().catch(() => undefined);
      }
    },
    /** Whether the server shows a message of a group to one person if it is asked to. */
    isEphemeralOffered: () => isEphemeral,
  };
}

function comparable(list: readonly BotCommand[], isOwnServer: boolean): string {
  return JSON.stringify(
    list.map((one) => [one.command, one.description, isOwnServer && one.is_ephemeral === true]),
  );
}
