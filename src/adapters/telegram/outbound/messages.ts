import type { Api } from 'grammy';
import type { InlineQueryResultArticle } from 'grammy/types';
import type { Say } from '../../../format/words/say.ts';
import { faultOf, type TelegramFault } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import type { ChatTarget, Target } from '../target.ts';
import type { Calls } from './api.ts';
import type { RenderedReply } from './render.ts';
import { cutUnits, escapeHtml } from './sanitize.ts';

/** Most alternative forms of a call tried after refusals. */
const MOST_REMEDIES = 4;
const NO_PREVIEW = { is_disabled: true } as const;

/** What {@link createMessages} works with. */
export interface MessagesNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly incidents: Incidents;
  readonly sayIn: (locale: string) => Say;
  /** undefined until connected. */
  readonly username: () => string | undefined;
}

/** Writes texts into messages and handles Telegram's refusals. Methods throw `TelegramFault`. */
export interface Messages {
  /** Sends a message, or edits the existing one. Resolves with the new target. */
  put(place: Target, rendered: RenderedReply, last: boolean): Promise<Target>;
  /** Sends to the asker's private chat; resolves with undefined if it is closed to the bot. */
  inPrivate(place: Target, rendered: RenderedReply, last: boolean): Promise<ChatTarget | undefined>;
  /** Says in the group that the answer waits until the private chat is opened. */
  askToOpenChat(place: Target): Promise<Target>;
  /** Concludes a message in a group whose answer went to the private chat. */
  concludeGroup(place: Target): Promise<void>;
}

/** Creates the writer of messages. */
export function createMessages(needs: MessagesNeeds): Messages {
  const { sayIn, username, incidents } = needs;
  const put: Messages['put'] = async (place, rendered, last) => {
    // One possible placeholder is enough; only the answer itself is sent in addition.
    if (place.where === 'chat' && place.inDoubt && place.message === undefined && !last) return place;
    const incident = unreachable(place);
    try {
      const stands = await putSomehow(needs, { place, rendered }, last);
      incidents.over(incident);
      return stands;
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'unreachable') incidents.tell(incident, UNREACHABLE, { said: fault.message });
      throw fault;
    }
  };
  return {
    put,
    inPrivate: async ({ user, kind, locale }, rendered, last) => {
      if (user === undefined) return undefined;
      const place: ChatTarget = { kind, where: 'chat', chat: user, group: false, user, locale };
      try {
        const stands = await putSomehow(needs, { place, rendered }, last);
        return stands.where === 'chat' ? stands : undefined;
      } catch (error) {
        const fault = faultOf(error);
        // Most group members have never opened the private chat, so this is no incident.
        if (fault.kind === 'unreachable' || fault.kind === 'refused') return undefined;
        throw fault;
      }
    },
    askToOpenChat: (place) => {
      const say = sayIn(place.locale);
      return put(place, sentence(say('telegram.openPrivateChat'), openChatButton(say, username())), true);
    },
    concludeGroup: async (place) => {
      const isPlaceholder = place.where === 'guest' || (place.message !== undefined && !place.pressed);
      // The answer is in the private chat; failing to say so loses nothing.
      if (isPlaceholder)
        await putSomehow(
          needs,
          { place, rendered: sentence(sayIn(place.locale)('telegram.answeredInPrivate')) },
          true,
        ).catch(() => undefined);
    },
  };
}

const UNREACHABLE =
  'A chat cannot be written to: the person has blocked the bot or never started it, or the bot was removed from the group or may not write there. Its answers are kept and tried again for a while; a group has to let the bot send messages again';

function unreachable(place: Target): string {
  return `unreachable:${place.where === 'chat' ? place.chat : place.where}`;
}

interface Attempt {
  readonly place: Target;
  readonly rendered: RenderedReply;
}

/** Tries other forms of the call if Telegram says what is wrong with the first. */
async function putSomehow(needs: MessagesNeeds, first: Attempt, last: boolean): Promise<Target> {
  let attempt = first;
  for (let remedies = 0; ; remedies += 1) {
    try {
      return await putOnce(needs, attempt);
    } catch (error) {
      const fault = faultOf(error);
      const { place } = attempt;
      if (fault.kind === 'not-modified') return taken(place);
      if (fault.kind === 'lost' && isNew(place)) return inDoubt(needs, place, last);
      const remedy = remedyFor(fault, attempt, needs.incidents);
      if (remedy === undefined || remedies === MOST_REMEDIES) throw fault;
      attempt = remedy;
    }
  }
}

function isNew(place: Target): place is ChatTarget {
  return place.where === 'chat' && place.message === undefined;
}

function remedyFor(
  { kind, message, migratedTo }: TelegramFault,
  { place, rendered }: Attempt,
  incidents: Incidents,
): Attempt | undefined {
  if (kind === 'entities' && rendered.html !== rendered.plain) {
    incidents.tell(
      'entities',
      'Telegram did not understand the formatting of a reply; it was sent as plain text. Please report this as a fault of the bot',
      { said: message },
    );
    return { place, rendered: { ...rendered, html: rendered.plain } };
  }
  if (place.where !== 'chat') return undefined;
  const { message: stands, replyTo, thread, pressed: _, ...rest } = place;
  const answering = replyTo === undefined ? {} : { replyTo };
  if (kind === 'gone' && stands !== undefined)
    return { place: { ...rest, ...answering, ...(thread !== undefined && { thread }) }, rendered };
  if (kind === 'no-topic' && thread !== undefined) return { place: rest, rendered };
  if (kind === 'migrated' && migratedTo !== undefined && migratedTo !== place.chat) {
    incidents.tell(
      `migrated:${place.chat}`,
      'A group has become a supergroup and has a new id; answers follow it. Where the old id stands in ALLOWED or ADMINS, write the new one',
      { from: place.chat, to: migratedTo },
    );
    // Message and topic ids stay the same when a group migrates.
    return { place: { ...rest, chat: migratedTo }, rendered };
  }
  return undefined;
}

/**
 * Whether the message arrived is unknown. An intermediate state may be lost. Repeating the answer might show it twice, not
 * repeating might lose it; so the person is told and can see which it is.
 */
async function inDoubt(needs: MessagesNeeds, place: ChatTarget, last: boolean): Promise<Target> {
  const doubtful: Target = { ...place, inDoubt: true };
  if (!last) return doubtful;
  needs.incidents.tell(
    'in-doubt',
    'The connection to Telegram broke while an answer was sent. It is not sent again, since it may have arrived; the person was told to ask again if it has not',
  );
  // If this also fails, Telegram is most likely unreachable and has neither message; the request stays open.
  await putOnce(needs, { place, rendered: sentence(needs.sayIn(place.locale)('telegram.maybeNotArrived')) });
  return doubtful;
}

async function putOnce({ api, calls }: MessagesNeeds, { place, rendered }: Attempt): Promise<Target> {
  const { html, keyboard } = rendered;
  const other = { ...formOf(rendered), reply_markup: { inline_keyboard: keyboard } };
  if (place.where === 'inline') {
    await calls.repeatable(() => api.editMessageTextInline(place.message, html, other));
    return taken(place);
  }
  if (place.where === 'guest') {
    const { query, ...asker } = place;
    const answer = guestAnswer(rendered);
    const sent = await calls.repeatable(() => api.answerGuestQuery(query, answer));
    return { ...asker, where: 'inline', message: sent.inline_message_id };
  }
  const { chat, message } = place;
  if (message !== undefined) {
    await calls.repeatable(() => api.editMessageText(chat, message, html, other));
    return taken(place);
  }
  const sent = await calls.single(() => api.sendMessage(chat, html, { ...other, ...addressOf(place) }));
  const { inDoubt: _, ...certain } = place;
  return { ...certain, message: sent.message_id };
}

/** The message now shows this reply, whatever it showed before. */
function taken(place: Target): Target {
  const { pressed: _, ...rest } = place;
  return rest;
}

/** Where in a chat a message goes: its topic, and what it replies to. */
export function addressOf({ thread, replyTo }: ChatTarget) {
  return {
    ...(thread !== undefined && { message_thread_id: thread }),
    ...(replyTo !== undefined && {
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    }),
  };
}

/** Whether the text is sent as HTML; unformatted text is sent without a parse mode. */
export function formOf({ html, plain }: Pick<RenderedReply, 'html' | 'plain'>) {
  return { link_preview_options: NO_PREVIEW, ...(html !== plain && { parse_mode: 'HTML' as const }) };
}

function guestAnswer(rendered: RenderedReply): InlineQueryResultArticle {
  return {
    type: 'article',
    id: 'answer',
    title: cutUnits(rendered.plain, 60),
    input_message_content: { message_text: rendered.html, ...formOf(rendered) },
    reply_markup: { inline_keyboard: rendered.keyboard },
  };
}

function sentence(text: string, keyboard: RenderedReply['keyboard'] = []): RenderedReply {
  return { html: escapeHtml(text), plain: text, keyboard, files: [] };
}

function openChatButton(say: Say, username: string | undefined): RenderedReply['keyboard'] {
  if (username === undefined) return [];
  return [[{ text: say('telegram.openPrivateChatButton'), url: `https://t.me/${username}` }]];
}
