import type { Context } from 'grammy';
import type { InlineQuery, InlineQueryResultArticle, User } from 'grammy/types';
import type {
  FindSuggestions,
  SuggestContext,
  Suggestion,
} from '../../../core/adapter/suggestions.ts';
import { reply as replyOf } from '../../../core/reply/reply.ts';
import type { Say, SayFor } from '../../../format/texts/say.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { CommandSet } from '../../host.ts';
import { visibleLine } from '../../rendering/visible-text.ts';
import { UNKNOWN_LOCALE } from '../../unknown-locale.ts';
import { principalOf } from '../principals.ts';
import { AS_HTML, renderReply } from '../render.ts';
import type { SavedCommands } from '../saved-commands.ts';
import { startParameterOf } from './start-link.ts';

interface InlineEventsOptions {
  readonly commands: CommandSet;
  readonly savedCommands: SavedCommands;
  readonly sayFor: SayFor;
  readonly suggest: FindSuggestions;
  readonly log: Log;
}

/** Answers inline queries and guest messages with what is saved. It never starts a check. */
export class InlineEvents {
  readonly #options: InlineEventsOptions;

  constructor(options: InlineEventsOptions) {
    this.#options = options;
  }

  async answerQuery(ctx: Context, { query, from }: InlineQuery): Promise<void> {
    const text = query.trim();
    const say = this.#options.sayFor(from.language_code ?? UNKNOWN_LOCALE);
    await ctx.answerInlineQuery(await this.#resultsFor(ctx.me.username, from, text), {
      // Results change with time, and people may have different ones.
      cache_time: 0,
      is_personal: true,
      button: {
        text: say('telegram.inlineOpenChat'),
        start_parameter: startParameterOf(text),
      },
    });
  }

  async answerGuest(ctx: Context, text: string, from: User): Promise<void> {
    // A guest message has one answer.
    const [first] = await this.#resultsFor(ctx.me.username, from, text);
    if (first !== undefined) await ctx.answerGuestQuery(first);
  }

  async #resultsFor(bot: string, from: User, text: string): Promise<InlineQueryResultArticle[]> {
    const { suggest, sayFor } = this.#options;
    const { id: asker, language_code: locale = UNKNOWN_LOCALE } = from;
    const typist: SuggestContext = {
      requester: principalOf('user', asker),
      scopes: [],
      locale,
      // The result is posted where others can read it.
      visibility: 'shared',
    };
    const suggestions = text === '' ? [] : await suggest(text, typist);
    return Promise.all(
      suggestions.map(async (suggestion, index) => {
        const link = await this.#linkFor(bot, asker, suggestion.value);
        return { ...resultOf(suggestion, sayFor(locale), link), id: `${index}` };
      }),
    );
  }

  /** Resolves with undefined if the command of the link could not be stored. */
  #linkFor(bot: string, asker: number, text: string): Promise<string | undefined> {
    const { savedCommands, commands, log } = this.#options;
    const name = commands.textCommand.name;
    return savedCommands.linkTo(bot, { asker, name, text }).catch((error: unknown) => {
      log.debug({ err: error }, 'An inline result has no button: its command was not stored');
      return undefined;
    });
  }
}

/** @param url the link of the button that starts a check; undefined for no button */
function resultOf({ label, reply }: Suggestion, say: Say, url: string | undefined) {
  const title = visibleLine(label) || '…';
  const notChecked = replyOf({ tone: 'neutral', title, summary: say('telegram.inlineNotChecked') });
  const isPublic = reply !== undefined && !reply.isPrivate;
  const shown = { ...(isPublic ? reply : notChecked), actions: [], files: [] };
  const { html } = renderReply(shown, { say, canSendWholeText: false });
  const summary = visibleLine(shown.summary ?? '');
  const note = visibleLine(shown.note ?? '');
  const details = [summary, note].filter((text) => text !== '').join(' · ');
  const button = url === undefined ? [] : [{ text: say('telegram.checkButton'), url }];
  return {
    type: 'article' as const,
    title,
    description: details || visibleLine(shown.title),
    input_message_content: { message_text: html, ...AS_HTML },
    reply_markup: { inline_keyboard: button.length === 0 ? [] : [button] },
  };
}
