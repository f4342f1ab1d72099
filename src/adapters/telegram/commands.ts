import type { Api } from 'grammy';
import type { BotCommand, BotCommandScope, LanguageCode, User } from 'grammy/types';
import type { Command } from '../../core/command.ts';
import { commandWords, type Say } from '../../format/words/say.ts';
import { faultOf, type TelegramOptions } from './bot.ts';
import { UNKNOWN_LOCALE, userOf } from './target.ts';

const OWN_SERVER = 'https://api.telegram.org';
const GROUPS = { type: 'all_group_chats' } as const;
const NOT_WRITTEN =
  'A list of commands or a description could not be written to Telegram. The commands work; it is tried again at the next start';

/** A list without a language is for people whose language has no list. */
interface List {
  readonly scope: BotCommandScope;
  readonly language_code?: LanguageCode;
}

/** Registers the lists of commands and the descriptions that Telegram shows. */
export function createCommandLists(api: Api, options: TelegramOptions) {
  const { commands, languages, sayIn, log } = options;
  const isOwnServer = options.apiUrl.startsWith(OWN_SERVER);
  // Telegram has lists for languages, not for scripts or regions.
  const listed = languages.filter((one): one is LanguageCode => /^[a-z]{2}$/.test(one));
  const codes: readonly (LanguageCode | undefined)[] = [undefined, ...listed];
  const admins = new Set(options.admins.flatMap((admin) => userOf(admin) ?? []));
  let isEphemeral = isOwnServer;
  let isWritten = true;
  const warn = (error: unknown): void => {
    isWritten = false;
    log.warn({ said: faultOf(error).message }, NOT_WRITTEN);
  };
  const writeList = async (where: List, say: Say, shown: readonly Command[]): Promise<void> => {
    const isOfGroups = where.scope.type === 'all_group_chats';
    const wanted = shown.map((one) => ({
      command: one.name,
      description: commandWords(say, one).description,
      // Only the sender and the bot see such a command, and the bot may answer in the same way.
      ...(isOfGroups && { is_ephemeral: true }),
    }));
    const present = await api.getMyCommands(where);
    if (comparable(present, isOwnServer) !== comparable(wanted, isOwnServer))
      await api.setMyCommands(wanted, where);
  };
  const writeDescriptions = async (where: Pick<List, 'language_code'>, say: Say): Promise<void> => {
    // The first is in the empty chat, the short one on the profile and with links.
    const whole = say('telegram.description');
    const short = say('telegram.shortDescription');
    if ((await api.getMyDescription(where)).description !== whole)
      await api.setMyDescription(whole, where);
    if ((await api.getMyShortDescription(where)).short_description !== short)
      await api.setMyShortDescription(short, where);
  };
  const learn = async (): Promise<void> => {
    if (isOwnServer) return;
    const present = await api.getMyCommands({ scope: GROUPS }).catch(() => []);
    // An older server ignores unknown fields.
    isEphemeral = present.length > 0 && present.every(({ is_ephemeral }) => is_ephemeral === true);
  };
  const writeAll = async (): Promise<boolean> => {
    const everyones = commands.filter(({ audience }) => audience === 'everyone');
    isWritten = true;
    for (const code of codes) {
      const language = code === undefined ? {} : { language_code: code };
      const say = sayIn(code ?? UNKNOWN_LOCALE);
      await writeList({ scope: GROUPS, ...language }, say, everyones).catch(warn);
      if (code === undefined) await learn();
      await writeList({ scope: { type: 'default' }, ...language }, say, everyones).catch(warn);
      await writeDescriptions(language, say).catch(warn);
    }
    return isWritten;
  };
  return {
    /** Writes what Telegram does not have yet. Never rejects: the bot works without it. */
    register: async (bot: number): Promise<void> => {
      await learn();
      await options.registerOnce(`telegram ${bot}`, import.meta.url, writeAll).catch(warn);
    },
    /** Writes the list of an admin with their first message: before it, their chat may be closed to the bot. */
    registerForAdmin: async ({
      id: chat_id,
      language_code = UNKNOWN_LOCALE,
    }: User): Promise<void> => {
      if (!admins.delete(chat_id)) return;
      await writeList({ scope: { type: 'chat', chat_id } }, sayIn(language_code), commands).catch(
        warn,
      );
    },
    /** Whether the server can show a group's message to one person only. */
    isEphemeralOffered: () => isEphemeral,
  };
}

function comparable(list: readonly BotCommand[], isOwnServer: boolean): string {
  return JSON.stringify(
    list.map((one) => [one.command, one.description, isOwnServer && one.is_ephemeral === true]),
  );
}
