import { createHash } from 'node:crypto';
import type { Context } from 'grammy';
import type { InlineQuery, InlineQueryResultArticle, User } from 'grammy/types';
import { z } from 'zod';
import type { Suggest, Suggestion } from '../../core/adapter.ts';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import { reply as replyOf, type ShownReply } from '../../core/reply.ts';
import type { Say, SayIn } from '../../format/words/say.ts';
import type { PlatformMemory } from '../definition.ts';
import { visibleLine } from '../shown-reply.ts';
import { cutUnits } from './lines.ts';
import { formOf, renderReply } from './render.ts';
import { UNKNOWN_LOCALE, userPrincipal, whoIs } from './target.ts';

/** Telegram accepts an answer for 10 s; only what is known by this time is offered. */
const ANSWER_WITHIN_MS = 8_000;
const TITLE_UNITS = 100;
/** Clients show two lines of it below the title. */
const DESCRIPTION_UNITS = 120;
/** Bot API, the parameter of `/start`: 1-64 characters. */
const PLAIN_NUMBER = /^[\d_-]{1,64}$/;
/** Like the buttons of replies. */
const KEPT_MS = 48 * HOUR_MS;

const askSchema = z.object({ owner: z.int(), name: z.string(), text: z.string() });
/** What a person may ask later by a button or a link. */
export type KeptAsk = z.infer<typeof askSchema>;

/**
 * Keeps what buttons of inline messages and links to the private chat ask. They contain only the name of a row: everybody in the
 * chat can read them, and the number is masked there.
 */
export interface KeptAsks {
  /** Resolves with the name of the row: 43 characters of `A-Z a-z 0-9 _ -`. Rejects if it could not be stored. */
  keep(ask: KeptAsk): Promise<string>;
  /** Resolves with undefined if it is too old, made up, or cannot be read. */
  find(name: string): Promise<KeptAsk | undefined>;
  /**
   * Whether an inline message is this person's: a client can send a button's data from any message. It is the person's who
   * posted it, by what Telegram reported, else the first one's to press a button of their own in it.
   */
  claim(message: string, owner: number): Promise<boolean>;
  /** Telegram reported who posted an inline message. */
  posted(message: string, owner: number): Promise<void>;
  /** Removes what is stored for this person. Rejects if that fails. */
  forget(owner: number): Promise<void>;
}

/** Creates the memory of asks. */
export function createKeptAsks({ messages, hash }: PlatformMemory): KeptAsks {
  const rowOf = (name: string): string => `telegram ask ${name}`;
  const claimOf = (message: string): string => `telegram inline message ${message}`;
  const personOf = (owner: number): string => hash(`telegram inline of ${owner}`);
  return {
    keep: async (ask) => {
      // The same each time, so that retyping does not store it twice; keyed, so that it cannot be guessed.
      const name = hash(`telegram ask ${ask.owner} ${ask.name} ${ask.text}`);
      await messages.put(rowOf(name), JSON.stringify(ask), { keptMs: KEPT_MS, person: personOf(ask.owner) });
      return name;
    },
    find: async (name) => {
      const row = await messages.get(rowOf(name)).catch(() => undefined);
      return row === undefined ? undefined : askSchema.parse(JSON.parse(row));
    },
    claim: async (message, owner) => {
      if (await messages.insert(claimOf(message), personOf(owner), { keptMs: KEPT_MS })) return true;
      return (await messages.get(claimOf(message))) === personOf(owner);
    },
    posted: (message, owner) => messages.put(claimOf(message), personOf(owner), { keptMs: KEPT_MS }),
    forget: (owner) => messages.forget(personOf(owner)),
  };
}

/** What {@link createInline} works with. */
interface InlineOptions {
  readonly asks: KeptAsks;
  readonly textCommand: string;
  readonly suggest: Suggest;
  readonly sayIn: SayIn;
  readonly clock: Clock;
}

/** Answers inline queries and guest messages with what is known; never with a check. */
export function createInline({ asks, textCommand, suggest, sayIn, clock }: InlineOptions) {
  const suggestInTime = async (text: string, { id, language_code }: User): Promise<readonly Suggestion[]> => {
    if (text === '') return [];
    const early = new AbortController();
    const tooLate = clock.sleep(ANSWER_WITHIN_MS, early.signal).catch(() => undefined);
    const locale = language_code ?? UNKNOWN_LOCALE;
    // The result is posted where others can read it.
    const typist = { requester: userPrincipal(id), scopes: [], locale, visibility: 'shared' } as const;
    const suggestions = await Promise.race([suggest(text, typist), tooLate]);
    early.abort();
    return suggestions ?? [];
  };
  const resultFor = async (one: Suggestion, say: Say, { id: owner }: User) => {
    const ask = { owner, name: textCommand, text: one.value };
    return resultOf(one, say, await asks.keep(ask).catch(() => undefined));
  };
  return {
    answerQuery: async (ctx: Context, { query, from }: InlineQuery): Promise<void> => {
      const text = query.trim();
      const say = sayIn(whoIs(from).locale);
      const suggestions = await suggestInTime(text, from);
      const results = await Promise.all(suggestions.map((one) => resultFor(one, say, from)));
      // Telegram refuses two results with the same id.
      const unique = [...new Map(results.map((one) => [one.id, one])).values()];
      await ctx.answerInlineQuery(unique, {
        // Results change, and differ by person.
        cache_time: 0,
        is_personal: true,
        button: {
          text: say('telegram.inlineOpenChat'),
          start_parameter: PLAIN_NUMBER.test(text) ? text : 'inline',
        },
      });
    },
    answerGuest: async (ctx: Context, text: string, from: User): Promise<void> => {
      const say = sayIn(whoIs(from).locale);
      const suggestions = await suggestInTime(text, from);
      const [first] = suggestions;
      if (first === undefined) return;
      const shown = suggestions.length === 1 ? first : together(suggestions, say);
      const { inline_message_id } = await ctx.answerGuestQuery(await resultFor(shown, say, from));
      await asks.posted(inline_message_id, from.id);
    },
  };
}

/** Several suggestions as one, since a guest message has one answer. */
function together(suggestions: readonly Suggestion[], say: Say): Suggestion {
  const lines = suggestions.map(({ label }) => label);
  const title = say('telegram.inlineNotChecked');
  return {
    value: suggestions.map(({ value }) => value).join('\n'),
    label: lines.join(' · '),
    reply: replyOf({ tone: 'neutral', title, sections: [{ fields: [], lines }] }),
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
    type: 'article',
    id: createHash('sha256').update(`${value}\n${label}`).digest('base64url'),
    title,
    description: cutUnits(said.join(' · ') || visibleLine(shown.title), DESCRIPTION_UNITS),
    input_message_content: { message_text: rendered.html, ...formOf(rendered) },
    reply_markup: { inline_keyboard: ask === undefined ? [] : [[button]] },
  };
}
