import type { Context } from 'grammy';
import type { InlineQuery, InlineQueryResultArticle, User } from 'grammy/types';
import { z } from 'zod';
import type { Suggest, Suggestion } from '../../core/adapter.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { reply as replyOf } from '../../core/reply.ts';
import type { Say, SayIn } from '../../format/words/say.ts';
import type { MessageTable } from '../../store/schema/message.ts';
import type { Hasher } from '../../store/seal/seal.ts';
import { visibleLine } from '../shown-reply.ts';
import { AS_HTML, renderReply } from './render.ts';
import { principalOf, UNKNOWN_LOCALE } from './target.ts';

/** Bot API, the parameter of `/start`: 1-64 characters. */
const PLAIN_NUMBER = /^[\d_-]{1,64}$/;
/** Like the buttons of replies. */
const KEPT = { keptMs: 48 * HOUR_MS };

/** A command behind a link. */
const savedSchema = z.object({ owner: z.int(), name: z.string(), text: z.string() });
type SavedCommand = z.infer<typeof savedSchema>;

export type SavedCommands = ReturnType<typeof createSavedCommands>;

/**
 * Stores the commands behind links to the private chat. A link contains only the name of a row: everybody in the chat can
 * read it, and the number is masked there.
 */
export function createSavedCommands(messages: MessageTable, hash: Hasher['hash']) {
  const personOf = (owner: number): string => hash(`telegram inline of ${owner}`);
  return {
    /** Resolves with a link that runs the command in the private chat. Rejects if it could not be stored. */
    linkTo: async (bot: string, command: SavedCommand): Promise<string> => {
      const { owner, name, text } = command;
      // The same each time, so that retyping does not store it twice; keyed, so that it cannot be guessed.
      const parameter = `ask-${hash(`telegram ask ${owner} ${name} ${text}`)}`;
      const kept = { ...KEPT, person: personOf(owner) };
      await messages.upsert(`telegram ${parameter}`, JSON.stringify(command), kept);
      return `https://t.me/${bot}?start=${parameter}`;
    },
    /** @returns the command behind a link's parameter; undefined if it is too old, made up, or cannot be read */
    find: async (parameter: string): Promise<SavedCommand | undefined> => {
      if (!parameter.startsWith('ask-')) return undefined;
      const row = await messages.get(`telegram ${parameter}`).catch(() => undefined);
      return row === undefined ? undefined : savedSchema.parse(JSON.parse(row));
    },
    /** Removes what is stored for this person. Rejects if that fails. */
    forget: (owner: number): Promise<unknown> => messages.forget(personOf(owner)),
  };
}

export type Inline = ReturnType<typeof createInline>;

/** Answers inline queries and guest messages with what is known; never with a check. */
export function createInline(name: string, sayIn: SayIn, saved: SavedCommands, suggest: Suggest) {
  /** The results are posted where others can read them. */
  const resultsFor = async (
    bot: string,
    from: User,
    text: string,
  ): Promise<InlineQueryResultArticle[]> => {
    const { id: owner, language_code: locale = UNKNOWN_LOCALE } = from;
    const typist = { requester: principalOf('user', owner), scopes: [], locale } as const;
    const suggestions = text === '' ? [] : await suggest(text, { ...typist, visibility: 'shared' });
    return Promise.all(
      suggestions.map(async (one, index) => {
        const link = saved.linkTo(bot, { owner, name, text: one.value }).catch(() => undefined);
        return { ...resultOf(one, sayIn(locale), await link), id: `${index}` };
      }),
    );
  };
  return {
    answerQuery: async (ctx: Context, { query, from }: InlineQuery): Promise<void> => {
      const text = query.trim();
      const results = await resultsFor(ctx.me.username, from, text);
      const start_parameter = PLAIN_NUMBER.test(text) ? text : 'inline';
      await ctx.answerInlineQuery(results, {
        // Results change, and differ by person.
        ...{ cache_time: 0, is_personal: true },
        button: {
          text: sayIn(from.language_code ?? UNKNOWN_LOCALE)('telegram.inlineOpenChat'),
          start_parameter,
        },
      });
    },
    answerGuest: async (ctx: Context, text: string, from: User): Promise<void> => {
      // A guest message has one answer.
      const [first] = await resultsFor(ctx.me.username, from, text);
      if (first !== undefined) await ctx.answerGuestQuery(first);
    },
  };
}

/** @param url where its button checks; undefined omits the button */
function resultOf({ label, reply }: Suggestion, say: Say, url: string | undefined) {
  const title = visibleLine(label) || '…';
  const notChecked = replyOf({ tone: 'neutral', title, summary: say('telegram.inlineNotChecked') });
  const shown = { ...(reply && !reply.private ? reply : notChecked), actions: [], files: [] };
  const { html } = renderReply(shown, { say, files: false });
  const said = [shown.summary, shown.note].map((text) => visibleLine(text ?? '')).filter(Boolean);
  return {
    ...{ type: 'article' as const, title },
    description: said.join(' · ') || visibleLine(shown.title),
    input_message_content: { message_text: html, ...AS_HTML },
    reply_markup: {
      inline_keyboard: url === undefined ? [] : [[{ text: say('telegram.checkButton'), url }]],
    },
  };
}
