import type { Api } from 'grammy';
import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types';
import { commandWords } from '../../format/words/command-words.ts';
import type { Say } from '../../format/words/say.ts';
import type { TelegramOptions } from './bot.ts';
import { faultOf } from './errors.ts';
import { cutUnits } from './lines.ts';
import { UNKNOWN_LOCALE, userOf } from './target.ts';

/** Bot API, BotCommand: 1-256 characters. */
const MAX_COMMAND_UNITS = 256;
/** Bot API, setMyDescription: "0-512 characters". Shown in the empty chat with the bot. */
const MAX_DESCRIPTION_UNITS = 512;
/** Bot API, setMyShortDescription: "0-120 characters". Shown on the bot's profile, and with links to it. */
const MAX_SHORT_UNITS = 120;
const OWN_SERVER = 'https://api.telegram.org';
const GROUPS: BotCommandScope = { type: 'all_group_chats' };

const NOT_WRITTEN =
  'A list of commands or a description could not be written to Telegram. The commands work; it is tried again at the next start';

/** What Telegram shows of the bot: its lists of commands and its descriptions. */
export interface Commands {
  /** Writes what differs from Telegram's. Never rejects: the bot works without it. */
  register(): Promise<void>;
  /** An admin may have opened the private chat, which has a list of its own. */
  greet(user: number): void;
  /** Whether a message in a group can be shown to one person. */
  isEphemeralOffered(): boolean;
}

/** One list of commands, or the descriptions, in one language; undefined for all languages without their own. */
type Language = LanguageCode | undefined;

/** Creates the registration; nothing is written yet. */
export function createCommands(api: Api, options: TelegramOptions): Commands {
  const { commands, admins, languages, sayIn, log } = options;
  const isOwnServer = options.apiUrl.startsWith(OWN_SERVER);
  const everyones = commands.filter(({ audience }) => audience === 'everyone');
  // Telegram has lists for languages, not for scripts or regions.
  const inLanguages = [undefined, ...languages.filter((one): one is LanguageCode => /^[a-z]{2}$/.test(one))];
  /** The admins who have not opened their private chat. */
  const unmet = new Set(admins.flatMap((admin) => userOf(admin) ?? []));
  let isEphemeral = isOwnServer;

  const commandsIn = (say: Say, shown: typeof commands, scope: BotCommandScope): BotCommand[] =>
    shown.map((one) => ({
      command: one.name,
      description: cutUnits(commandWords(say, one).description, MAX_COMMAND_UNITS),
      // The sender and the bot alone see such a command, and the bot may answer it so.
      ...(scope === GROUPS && { is_ephemeral: true }),
    }));
  const writeList = async (
    scope: BotCommandScope,
    language: Language,
    shown: typeof commands,
  ): Promise<void> => {
    const where = { scope, ...(language !== undefined && { language_code: language }) };
    const wanted = commandsIn(sayIn(language ?? UNKNOWN_LOCALE), shown, scope);
    let present = await api.getMyCommands(where);
    // A server of an earlier version drops what it does not know.
    const told = (list: readonly BotCommand[]) =>
      JSON.stringify(
        list.map((one) => [one.command, one.description, isOwnServer && one.is_ephemeral === true]),
      );
    if (told(present) !== told(wanted)) {
      await api.setMyCommands(wanted, where);
      if (scope === GROUPS && !isOwnServer) present = await api.getMyCommands(where);
    }
    if (scope === GROUPS && !isOwnServer)
      isEphemeral = present.length > 0 && present.every(({ is_ephemeral }) => is_ephemeral === true);
  };
  const writeDescriptions = async (language: Language): Promise<void> => {
    const say = sayIn(language ?? UNKNOWN_LOCALE);
    const where = language === undefined ? {} : { language_code: language };
    const description = cutUnits(say('telegram.description'), MAX_DESCRIPTION_UNITS);
    if ((await api.getMyDescription(where)).description !== description)
      await api.setMyDescription(description, where);
    const short = cutUnits(say('telegram.shortDescription'), MAX_SHORT_UNITS);
    if ((await api.getMyShortDescription(where)).short_description !== short)
      await api.setMyShortDescription(short, where);
  };
  const inEach = async (write: (language: Language) => Promise<void>): Promise<void> => {
    for (const language of inLanguages)
      await write(language).catch((error) => log.warn({ said: faultOf(error).message }, NOT_WRITTEN));
  };
  const writeFor = async (admin: number): Promise<void> => {
    try {
      for (const language of inLanguages)
        await writeList({ type: 'chat', chat_id: admin }, language, commands);
      unmet.delete(admin);
    } catch {
      // The chat is closed to the bot until the admin opens it.
    }
  };
  return {
    register: async () => {
      await inEach((language) => writeList(GROUPS, language, everyones));
      await inEach((language) => writeList({ type: 'default' }, language, everyones));
      for (const admin of unmet) await writeFor(admin);
      await inEach(writeDescriptions);
    },
    greet: (user) => {
      if (unmet.has(user)) void writeFor(user);
    },
    isEphemeralOffered: () => isEphemeral,
  };
}
