import type { Api } from 'grammy';
import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types';
import type { Command } from '../../../core/command.ts';
import { type Principal, platformOf } from '../../../core/requester.ts';
import { commandWords, type WordsFor } from '../../../format/words/words.ts';
import { faultOf } from '../errors.ts';
import type { Troubles } from '../incidents.ts';
import type { Calls } from '../outbound/api.ts';
import { PLATFORM, UNKNOWN_LOCALE } from '../target.ts';

/** Bot API: 1-256 characters. */
const MAX_DESCRIPTION_UNITS = 256;

/** One list of commands: who sees it, in which language. */
interface CommandList {
  readonly scope: BotCommandScope;
  /** Nothing for all who have no list in their own language. */
  readonly language?: LanguageCode;
  readonly commands: readonly BotCommand[];
}

export interface CommandListNeeds {
  readonly commands: readonly Command[];
  readonly admins: readonly Principal[];
  readonly languages: readonly LanguageCode[];
  readonly wordsFor: WordsFor;
}

/** The lists Telegram shows: everybody the commands for everyone; in the chats of admins those for admins, too. */
function commandLists({ commands, admins, languages, wordsFor }: CommandListNeeds): CommandList[] {
  const everyone = commands.filter(({ audience }) => audience === 'everyone');
  const scopes: readonly (readonly [BotCommandScope, readonly Command[]])[] = [
    [{ type: 'default' }, everyone],
    ...adminChats(admins).map((chat) => [{ type: 'chat', chat_id: chat }, commands] as const),
  ];
  return scopes.flatMap(([scope, shown]) => [
    { scope, commands: shown.map((one) => botCommand(one, wordsFor(UNKNOWN_LOCALE))) },
    ...languages.map((language) => ({
      scope,
      language,
      commands: shown.map((one) => botCommand(one, wordsFor(language))),
    })),
  ]);
}

/** The chats in which everybody who reads is an admin. A person's private chat has the person's id. */
function adminChats(admins: readonly Principal[]): number[] {
  const ids = admins
    .filter((admin) => platformOf(admin) === PLATFORM)
    .map((admin) => Number(admin.slice(admin.lastIndexOf(':') + 1)));
  return [...new Set(ids.filter(Number.isSafeInteger))];
}

function botCommand({ name }: Command, words: ReturnType<WordsFor>): BotCommand {
  const description = commandWords(words, name)?.description ?? name;
  return { command: name, description: description.slice(0, MAX_DESCRIPTION_UNITS) };
}

export interface CommandMenu {
  /** Writes every list that differs from what Telegram has. Never rejects: the bot works without. */
  write(): Promise<void>;
  /** A chat is open to the bot now: writes the list that could not be written before. */
  writeFor(chat: number): Promise<void>;
}

export interface CommandMenuNeeds extends CommandListNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly troubles: Troubles;
}

export function createCommandMenu(needs: CommandMenuNeeds): CommandMenu {
  const { api, calls, troubles } = needs;
  let open: readonly CommandList[] = commandLists(needs);
  const write = async (lists: readonly CommandList[]): Promise<void> => {
    // Who has not opened a chat has not opened it in any language.
    const closed = new Set<number>();
    for (const list of lists) {
      const { scope } = list;
      if (scope.type === 'chat' && closed.has(Number(scope.chat_id))) continue;
      try {
        await writeList(api, calls, list);
        open = open.filter((one) => one !== list);
      } catch (error) {
        if (scope.type === 'chat' && ['unreachable', 'refused'].includes(faultOf(error).kind)) {
          closed.add(Number(scope.chat_id));
          continue;
        }
        troubles.tell(
          'commands',
          'The list of commands could not be written to Telegram; the commands work all the same. It is tried again at the next start',
          { err: error },
        );
      }
    }
  };
  return {
    write: () => write(open),
    writeFor: (chat) => write(open.filter(({ scope }) => scope.type === 'chat' && scope.chat_id === chat)),
  };
}

async function writeList(api: Api, calls: Calls, { scope, language, commands }: CommandList): Promise<void> {
  const where = { scope, ...(language !== undefined && { language_code: language }) };
  const present = await calls.repeatable(() => api.getMyCommands(where));
  const same =
    present.length === commands.length &&
    commands.every(
      ({ command, description }, index) =>
        present[index]?.command === command && present[index]?.description === description,
    );
  if (!same) await calls.repeatable(() => api.setMyCommands(commands, where));
}
