import type { Api } from 'grammy';
import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types';
import { commandWords } from '../../format/texts/command-words.ts';
import type { Say } from '../../format/texts/say.ts';
import { inBotLanguage } from '../unknown-locale.ts';
import type { TelegramOptions } from './api/bot.ts';
import type { BotApiServer } from './api/bot-api-server.ts';
import { logFailedCall } from './api/failure.ts';

const IN_GROUPS = { type: 'all_group_chats' } as const satisfies BotCommandScope;
const ELSEWHERE = { type: 'default' } as const satisfies BotCommandScope;
const NOT_WRITTEN =
  'A list of commands or a description could not be written to Telegram. The commands work; it is tried again at the next start';

/**
 * Selects one of the lists that Telegram keeps. That without a language is for people whose
 * language has no list.
 */
interface ListSelector {
  readonly scope: BotCommandScope;
  readonly language_code?: LanguageCode;
}

/** The lists of commands and the descriptions that Telegram shows. */
export class CommandLists {
  readonly #api: Api;
  readonly #server: BotApiServer;
  readonly #options: TelegramOptions;

  constructor(api: Api, server: BotApiServer, options: TelegramOptions) {
    this.#api = api;
    this.#server = server;
    this.#options = options;
  }

  /** Writes in the background what Telegram does not have yet. The bot works without it. */
  register(botId: number): void {
    const { store } = this.#options;
    // With the URL of this file, all is written again once this file or a text has changed.
    const written = store.registerOnce(`telegram ${botId}`, import.meta.url, () =>
      this.#writeAll(),
    );
    written.catch((error: unknown) => this.#warn(error));
  }

  /** Resolves with whether all lists and descriptions were written. */
  async #writeAll(): Promise<boolean> {
    const { languages, sayFor } = this.#options;
    // The list without a language is written in the language of the bot.
    const base = inBotLanguage(sayFor);
    const others = languages.filter(hasLists).filter((code) => code !== base.language);
    const written = [await this.#writeIn({}, base)];
    for (const code of others) {
      written.push(await this.#writeIn({ language_code: code }, sayFor(code)));
    }
    return !written.includes(false);
  }

  /** Resolves with whether Telegram has the lists and descriptions of one language now. */
  async #writeIn(language: Pick<ListSelector, 'language_code'>, say: Say): Promise<boolean> {
    const written = [
      await this.#writeList({ scope: IN_GROUPS, ...language }, say),
      await this.#writeList({ scope: ELSEWHERE, ...language }, say),
      await this.#writeDescriptions(language, say),
    ];
    return !written.includes(false);
  }

  /** Resolves with whether Telegram has the list now. */
  async #writeList(selector: ListSelector, say: Say): Promise<boolean> {
    // Only the asker and the bot see such a command, and the bot may answer with a whisper.
    const isEphemeral = this.#server.isEphemeralOffered && selector.scope.type === IN_GROUPS.type;
    const wanted = this.#options.commands.all.map((command): BotCommand => {
      const { description } = commandWords(say, command);
      const entry = { command: command.name, description };
      return isEphemeral ? { ...entry, is_ephemeral: true } : entry;
    });
    try {
      const present = await this.#api.getMyCommands(selector);
      if (comparableText(present) !== comparableText(wanted)) {
        await this.#api.setMyCommands(wanted, selector);
      }
      return true;
    } catch (error) {
      this.#warn(error);
      return false;
    }
  }

  /** Resolves with whether Telegram has both descriptions now. */
  async #writeDescriptions(
    selector: Pick<ListSelector, 'language_code'>,
    say: Say,
  ): Promise<boolean> {
    // Telegram shows the long description in an empty chat, the short one on profiles and in links.
    const long = say('telegram.description');
    const short = say('telegram.shortDescription');
    try {
      if ((await this.#api.getMyDescription(selector)).description !== long) {
        await this.#api.setMyDescription(long, selector);
      }
      if ((await this.#api.getMyShortDescription(selector)).short_description !== short) {
        await this.#api.setMyShortDescription(short, selector);
      }
      return true;
    } catch (error) {
      this.#warn(error);
      return false;
    }
  }

  #warn(error: unknown): void {
    logFailedCall(this.#options.log, error, { level: 'warn', message: NOT_WRITTEN });
  }
}

/** Telegram has lists for languages, but not for scripts or regions. */
function hasLists(language: string): language is LanguageCode {
  return /^[a-z]{2}$/.test(language);
}

function comparableText(list: readonly BotCommand[]): string {
  return JSON.stringify(
    list.map((entry) => [entry.command, entry.description, entry.is_ephemeral === true]),
  );
}
