import { createHash } from 'node:crypto';
import type { Context } from 'grammy';
import type { InlineQuery, InlineQueryResultArticle, User } from 'grammy/types';
import { z } from 'zod';
import type { Suggest, Suggestion } from '../../core/adapter.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { reply as replyOf, type ShownReply } from '../../core/reply.ts';
import type { Say } from '../../format/words/say.ts';
import type { PlatformMemory } from '../definition.ts';
import { visibleLine } from '../shown-reply.ts';
import type { TelegramOptions } from './bot.ts';
import { cutUnits } from './lines.ts';
import { AS_HTML, renderReply } from './render.ts';
import { UNKNOWN_LOCALE, userPrincipal, whoIs } from './target.ts';

const TITLE_UNITS = 100;
/** Clients show two lines of it below the title. */
const DESCRIPTION_UNITS = 120;
/** Bot API, the parameter of `/start`: 1-64 characters. */
const PLAIN_NUMBER = /^[\d_-]{1,64}$/;
/** Like the buttons of replies. */
const KEPT = { keptMs: 48 * HOUR_MS };

/** What a person may ask later by a button or a link. */
const askSchema = z.object({ owner: z.int(), name: z.string(), text: z.string() });
type KeptAsk = z.infer<typeof askSchema>;

export type KeptAsks = ReturnType<typeof createKeptAsks>;

/**
 * Keeps what buttons of inline messages and links to the private chat ask. They contain only the name of a row: everybody in the
 * chat can read them, and the number is masked there.
 */
export function createKeptAsks({ messages, hash }: PlatformMemory) {
  const personOf = (owner: number): string => hash(`telegram inline of ${owner}`);
  return {
    /** Resolves with the name of the row: 43 characters of `A-Z a-z 0-9 _ -`. Rejects if it could not be stored. */
    keep: async (ask: KeptAsk): Promise<string> => {
      // The same each time, so that retyping does not store it twice; keyed, so that it cannot be guessed.
      const name = hash(`telegram ask ${ask.owner} ${ask.name} ${ask.text}`);
      await messages.put(`telegram ask ${name}`, JSON.stringify(ask), {
        ...KEPT,
        person: personOf(ask.owner),
      });
      return name;
    },
    /** Resolves with undefined if it is too old, made up, or cannot be read. */
    find: async (name: string): Promise<KeptAsk | undefined> => {
      const row = await messages.get(`telegram ask ${name}`).catch(() => undefined);
      return row === undefined ? undefined : askSchema.parse(JSON.parse(row));
    },
    /**
     * Whether an inline message is this person's: a client can send a button's data from any message, whose content the answer
     * would replace. It is theirs who first press a button of their own in it.
     */
    claim: async (message: string, owner: number): Promise<boolean> => {
      const claimed = `telegram inline message ${message}`;
      const isFirst = await messages.insert(claimed, personOf(owner), KEPT);
      return isFirst || (await messages.get(claimed)) === personOf(owner);
    },
    /** Removes what is stored for this person. Rejects if that fails. */
    forget: (owner: number): Promise<void> => messages.forget(personOf(owner)),
  };
}

/** Answers inline queries and guest messages with what is known; never with a check. */
export function createInline(options: TelegramOptions, asks: KeptAsks, suggest: Suggest) {
  const { textCommand: name, sayIn } = options;
  /** The result is posted where others can read it. */
  const suggestTo = ({ id, language_code: locale = UNKNOWN_LOCALE }: User, text: string) =>
    suggest(text, { requester: userPrincipal(id), scopes: [], locale, visibility: 'shared' });
  const resultFor = async (one: Suggestion, say: Say, owner: number): Promise<InlineQueryResultArticle> =>
    resultOf(one, say, await asks.keep({ owner, name, text: one.value }).catch(() => undefined));
  return {
    answerQuery: async (ctx: Context, { query, from }: InlineQuery): Promise<void> => {
      const text = query.trim();
      const say = sayIn(whoIs(from).locale);
      const suggestions = text === '' ? [] : await suggestTo(from, text);
      const results = await Promise.all(suggestions.map((one) => resultFor(one, say, from.id)));
      const start_parameter = PLAIN_NUMBER.test(text) ? text : 'inline';
      // Telegram refuses two results with the same id.
      await ctx.answerInlineQuery([...new Map(results.map((one) => [one.id, one])).values()], {
        // Results change, and differ by person.
        ...{ cache_time: 0, is_personal: true },
        button: { text: say('telegram.inlineOpenChat'), start_parameter },
      });
    },
    answerGuest: async (ctx: Context, text: string, from: User): Promise<void> => {
      const say = sayIn(whoIs(from).locale);
      // A guest message has one answer.
      const [first] = await suggestTo(from, text);
      if (first !== undefined) await ctx.answerGuestQuery(await resultFor(first, say, from.id));
    },
  };
}

/** @param ask the name of what its button asks; undefined omits the button */
function resultOf(
  { value, label, reply }: Suggestion,
  say: Say,
  ask: string | undefined,
): InlineQueryResultArticle {
  const title = cutUnits(visibleLine(label), TITLE_UNITS) || '…';
  const notChecked = replyOf({ tone: 'neutral', title, summary: say('telegram.inlineNotChecked') });
  const shown: ShownReply = { ...(reply && !reply.private ? reply : notChecked), actions: [], files: [] };
  const rendered = renderReply(shown, { say, files: false });
  const said = [shown.summary, shown.note].map((text) => visibleLine(text ?? '')).filter(Boolean);
  const button = { text: say('telegram.checkButton'), callback_data: `c${ask}` };
  return {
    ...{ type: 'article', title },
    id: createHash('sha256').update(`${value}\n${label}`).digest('base64url'),
    description: cutUnits(said.join(' · ') || visibleLine(shown.title), DESCRIPTION_UNITS),
    input_message_content: { message_text: rendered.html, ...AS_HTML },
    reply_markup: { inline_keyboard: ask === undefined ? [] : [[button]] },
  };
}
