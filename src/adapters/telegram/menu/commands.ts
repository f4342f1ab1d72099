import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types';
import type { Command } from '../../../core/command.ts';
import { type Principal, platformOf } from '../../../core/requester.ts';
import { commandWords } from '../../../format/words/command-words.ts';
import type { Say, SayIn } from '../../../format/words/say.ts';
import { PLATFORM, UNKNOWN_LOCALE } from '../target.ts';

/** Bot API: 1-256 characters. */
const MAX_DESCRIPTION_UNITS = 256;

/** One list of commands for an audience and a language. */
export interface CommandList {
  /** Who sees it. */
  readonly scope: BotCommandScope;
  /** undefined for everybody without a list in their own language. */
  readonly language?: LanguageCode;
  /** Shown in order. */
  readonly commands: readonly BotCommand[];
}

/** What {@link commandLists} works with. */
export interface CommandListNeeds {
  readonly commands: readonly Command[];
  readonly admins: readonly Principal[];
  readonly languages: readonly string[];
  readonly sayIn: SayIn;
}

/** The lists Telegram shows: the commands for everyone, and those for admins in admins' private chats. */
export function commandLists(needs: CommandListNeeds): CommandList[] {
  const { commands, admins } = needs;
  return [
    ...listsIn(needs, { type: 'default' }, forEveryone(needs)),
    ...adminChats(admins).flatMap((chat) => listsIn(needs, { type: 'chat', chat_id: chat }, commands)),
  ];
}

/** The lists of groups, whose commands the sender and the bot alone see. */
export function ephemeralLists(needs: CommandListNeeds): CommandList[] {
  return listsIn(needs, { type: 'all_group_chats' }, forEveryone(needs)).map((list) => ({
    ...list,
    commands: list.commands.map((command) => ({ ...command, is_ephemeral: true })),
  }));
}

function forEveryone({ commands }: CommandListNeeds): readonly Command[] {
  return commands.filter(({ audience }) => audience === 'everyone');
}

function listsIn(
  { languages, sayIn }: CommandListNeeds,
  scope: BotCommandScope,
  shown: readonly Command[],
): CommandList[] {
  return [
    { scope, commands: shown.map((one) => botCommand(one, sayIn(UNKNOWN_LOCALE))) },
    ...languages.filter(isLanguageCode).map((language) => ({
      scope,
      language,
      commands: shown.map((one) => botCommand(one, sayIn(language))),
    })),
  ];
}

/** Telegram has lists for languages, not for scripts or regions. */
export function isLanguageCode(language: string): language is LanguageCode {
  return /^[a-z]{2}$/u.test(language);
}

/** The chats where every reader is an admin. A person's private chat has the person's id. */
function adminChats(admins: readonly Principal[]): number[] {
  const ids = admins
    .filter((admin) => platformOf(admin) === PLATFORM)
    .map((admin) => Number(admin.slice(admin.lastIndexOf(':') + 1)));
  return [...new Set(ids.filter(Number.isSafeInteger))];
}

function botCommand(command: Command, say: Say): BotCommand {
  const { description } = commandWords(say, command);
  return { command: command.name, description: description.slice(0, MAX_DESCRIPTION_UNITS) };
}
