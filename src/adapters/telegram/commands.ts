import type { Api } from 'grammy';
import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types';
import { commandWords } from '../../format/texts/command-words.ts';
import type { Say } from '../../format/texts/say.ts';
import { inBotLanguage } from '../unknown-locale.ts';
import type { TelegramOptions } from './api/bot.ts';
import type { BotApiServer } from './api/bot-api-server.ts';
import { logFailedCall } from './api/failure.ts';

const GROUPS = { type: 'all_group_chats' } as const;
const NOT_WRITTEN =
  'A list of commands or a description could not be written to Telegram. The commands work; it is tried again at the next start';

/** A list without a language is for people whose language has no list. */
interface List {
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
  register(bot: number): void {
    const { store } = this.#options;
    const written = store.registerOnce(`telegram ${bot}`, import.meta.url, () => this.#writeAll());
    written.catch((error: unknown) => this.#warn(error));
  }

  /** Resolves with whether all lists and descriptions were written. */
  async #writeAll(): Promise<boolean> {
    const { languages, sayFor } = this.#options;
    const written: boolean[] = [];
    // The list without a language is written in the language of the bot.
    const base = inBotLanguage(sayFor);
    const others = languages.filter(isListed).filter((code) => code !== base.language);
    for (const code of [undefined, ...others]) {
      const language = code === undefined ? {} : { language_code: code };
      const say = code === undefined ? base : sayFor(code);
      written.push(
        await this.#writeList({ scope: GROUPS, ...language }, say),
        await this.#writeList({ scope: { type: 'default' }, ...language }, say),
        await this.#writeDescriptions(language, say),
      );
    }
    return !written.includes(false);
  }

  /** Resolves with whether Telegram has the list now. */
  async #writeList(where: List, say: Say): Promise<boolean> {
    // Only the asker and the bot see such a command, and the bot may answer with a whisper.
    const isEphemeral = this.#server.isEphemeralOffered && where.scope.type === 'all_group_chats';
    const wanted = this.#options.commands.all.map((command): BotCommand => {
      const { description } = commandWords(say, command);
      const listed = { command: command.name, description };
      return isEphemeral ? { ...listed, is_ephemeral: true } : listed;
    });
    try {
      const present = await this.#api.getMyCommands(where);
      if (comparableText(present) !== comparableText(wanted)) {
        await this.#api.setMyCommands(wanted, where);
      }
      return true;
    } catch (error) {
      this.#warn(error);
      return false;
    }
  }

  /** Resolves with whether Telegram has both descriptions now. */
  async #writeDescriptions(where: Pick<List, 'language_code'>, say: Say): Promise<boolean> {
    // Telegram shows the whole one in an empty chat, and the short one on the profile and in links.
    const whole = say('telegram.description');
    const short = say('telegram.shortDescription');
    try {
      if ((await this.#api.getMyDescription(where)).description !== whole) {
        await this.#api.setMyDescription(whole, where);
      }
      if ((await this.#api.getMyShortDescription(where)).short_description !== short) {
        await this.#api.setMyShortDescription(short, where);
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
function isListed(language: string): language is LanguageCode {
  return /^[a-z]{2}$/.test(language);
}

function comparableText(list: readonly BotCommand[]): string {
  return JSON.stringify(
    list.map((listed) => [listed.command, listed.description, listed.is_ephemeral === true]),
  );
}
