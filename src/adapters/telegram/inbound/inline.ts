import { createHash } from 'node:crypto';
import type { Api } from 'grammy';
import type { InlineKeyboardButton, InlineQuery, InlineQueryResultArticle } from 'grammy/types';
import type { Suggest, Suggestion } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { visibleLine } from '../../shown-reply.ts';
import { checkData, startPayloadOf } from '../button-data.ts';
import type { Calls } from '../outbound/api.ts';
import { cutUnits } from '../outbound/lines.ts';
import { formOf } from '../outbound/messages/write.ts';
import { renderReply } from '../outbound/render.ts';
import { userPrincipal, whoIs } from '../target.ts';
import type { InlineChecks } from './inline-checks.ts';

/** Telegram accepts an answer for 10 s; only what is known by this time is offered. */
const ANSWER_WITHIN_MS = 8_000;
/** Bot API: at most 50 results. */
const MOST_RESULTS = 50;
const TITLE_UNITS = 100;
/** Clients show two lines of it below the title. */
const DESCRIPTION_UNITS = 120;

/** What {@link answerInline} works with. */
export interface InlineNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly clock: Clock;
  readonly suggest: Suggest;
  readonly inlineChecks: InlineChecks;
  readonly sayIn: (locale: string) => Say;
}

/** Answers text typed behind the bot's name from what is known, never with a check. */
export async function answerInline(needs: InlineNeeds, query: InlineQuery): Promise<void> {
  const { api, calls } = needs;
  const say = needs.sayIn(whoIs(query.from).locale);
  const text = query.query.trim();
  const suggestions = text === '' ? [] : await suggestInTime(needs, text, query);
  const results = await Promise.all(
    suggestions.slice(0, MOST_RESULTS).map(async (one) => {
      const check = await needs.inlineChecks.keep({ owner: query.from.id, text: one.value });
      return resultOf(one, say, check);
    }),
  );
  await calls.repeatable(() =>
    api.answerInlineQuery(query.id, uniqueResults(results), {
      // Results change, and differ by person.
      cache_time: 0,
      is_personal: true,
      button: { text: say('telegram.inlineOpenChat'), start_parameter: startPayloadOf(text) ?? 'inline' },
    }),
  );
}

async function suggestInTime(
  { suggest, clock }: InlineNeeds,
  text: string,
  { from }: InlineQuery,
): Promise<readonly Suggestion[]> {
  const early = new AbortController();
  // The result is posted where others can read it.
  const typist = {
    requester: userPrincipal(from.id),
    scopes: [],
    locale: whoIs(from).locale,
    visibility: 'shared',
  } as const;
  try {
    const tooLate = clock.sleep(ANSWER_WITHIN_MS, early.signal).then(() => []);
    tooLate.catch(() => undefined);
    return await Promise.race([suggest(text, typist), tooLate]);
  } finally {
    early.abort();
  }
}

/** @param check the name of what its button checks; undefined omits the button */
function resultOf(suggestion: Suggestion, say: Say, check: string | undefined): InlineQueryResultArticle {
  const { value, label, reply } = suggestion;
  const title = cutUnits(visibleLine(label), TITLE_UNITS) || '…';
  const shown: ShownReply =
    reply && !reply.private
      ? { ...reply, actions: [], files: [] }
      : {
          tone: 'neutral',
          title,
          summary: say('telegram.inlineNotChecked'),
          sections: [],
          actions: [],
          files: [],
          private: false,
        };
  const rendered = renderReply(shown, { say, files: false });
  return {
    type: 'article',
    id: createHash('sha256').update(`${value}\n${label}`).digest('base64url'),
    title,
    description: descriptionOf(shown),
    input_message_content: { message_text: rendered.html, ...formOf(rendered) },
    reply_markup: { inline_keyboard: checkButton(check, say) },
  };
}

/** What stands below the title in the list of results: where the answer comes from, or that there is none yet. */
function descriptionOf({ title, summary, note }: ShownReply): string {
  const said = [summary, note].map((text) => visibleLine(text ?? '')).filter(Boolean);
  return cutUnits(said.join(' · ') || visibleLine(title), DESCRIPTION_UNITS);
}

/** Starts the check where the result was posted, if its author presses it. */
function checkButton(check: string | undefined, say: Say): InlineKeyboardButton[][] {
  return check === undefined
    ? []
    : [[{ text: say('telegram.checkButton'), callback_data: checkData(check) }]];
}

/** Telegram refuses two results with the same id. */
function uniqueResults(results: readonly InlineQueryResultArticle[]): InlineQueryResultArticle[] {
  return [...new Map(results.map((result) => [result.id, result])).values()];
}
