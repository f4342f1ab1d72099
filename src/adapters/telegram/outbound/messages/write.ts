import type { Api } from 'grammy';
import type { ForceReply, InlineQueryResultArticle } from 'grammy/types';
import type { Say } from '../../../../format/words/say.ts';
import { visibleLine } from '../../../shown-reply.ts';
import type { EphemeralSupport } from '../../ephemeral.ts';
import { TelegramFault } from '../../errors.ts';
import { type ChatTarget, type EphemeralTarget, shownAt, shownNowhere, type Target } from '../../target.ts';
import type { CallOptions, Calls } from '../api.ts';
import { cutUnits, escapeHtml } from '../lines.ts';
import type { Destination } from '../queue.ts';
import type { RenderedReply } from '../render.ts';
import type { OutgoingAnswer, SendAnswer } from './joining.ts';

/** Bot API, ForceReply: the placeholder has 1-64 characters. */
const MAX_PLACEHOLDER_UNITS = 64;
const NO_PREVIEW = { is_disabled: true } as const;

/** What {@link putOnce} works with. */
export interface WritingNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly ephemeral: EphemeralSupport;
  readonly sayIn: (locale: string) => Say;
  /** Gives up soon: for calls that only tell how far a reply is. */
  readonly hastyApi: Api;
  readonly sendAnswer: SendAnswer;
}

/** How a state is written. */
export interface Writing {
  /** The reply is complete with it. */
  readonly last: boolean;
  /** Aborted when the state is not worth waiting any more; never for the last one. */
  readonly signal?: AbortSignal | undefined;
}

/** One attempt to write a state at a target. */
export interface Attempt extends Writing {
  readonly target: Target;
  readonly rendered: RenderedReply;
}

/** Sends a message, or edits the existing one. Resolves with where it stands; throws `TelegramFault`. */
export async function putOnce(
  needs: WritingNeeds,
  { target, rendered, last, signal }: Attempt,
): Promise<Target> {
  const { calls } = needs;
  const api = last ? needs.api : needs.hastyApi;
  const options: CallOptions = {
    to: { ...countedIn(target), rank: last ? 'answer' : 'progress' },
    signal,
  };
  const { html } = rendered;
  if (target.where === 'inline') {
    const other = contentOf(rendered);
    await calls.repeatable(() => api.editMessageTextInline(target.message, html, other), options);
    return shownAt(target);
  }
  if (target.where === 'guest') {
    const { query, ...asker } = target;
    const answer = guestAnswer(rendered);
    const sent = await calls.repeatable(() => api.answerGuestQuery(query, answer), { signal });
    return { ...asker, where: 'inline', message: sent.inline_message_id };
  }
  if (target.where === 'ephemeral') return putEphemeral({ ...needs, api }, { target, rendered }, options);
  const { chat, message } = target;
  if (message !== undefined && target.joined !== true) {
    const other = contentOf(rendered);
    await calls.repeatable(() => api.editMessageText(chat, message, html, other), options);
    return shownAt(target);
  }
  const { inDoubt: _, joined: __, ...certain } = target;
  // One that asks back is meant for one person.
  if (!last || !target.group || rendered.asksBack !== undefined)
    return { ...certain, message: await calls.single(() => sendMessage(api, { target, rendered }), options) };
  const sent = await needs.sendAnswer({ target, rendered }, { ...countedIn(target), rank: 'answer' });
  return { ...certain, message: sent.message, ...(sent.joined && { joined: true }) };
}

export async function sendMessage(api: Api, { target, rendered }: OutgoingAnswer): Promise<number> {
  const sent = await api.sendMessage(target.chat, rendered.html, {
    ...contentOf(rendered),
    ...(target.group && rendered.asksBack !== undefined && { reply_markup: forcedReply(rendered.asksBack) }),
    ...addressOf(target),
  });
  return sent.message_id;
}

/** The chat in whose limits what is written at a target counts. */
export function countedIn(target: Target): Omit<Destination, 'rank'> {
  switch (target.where) {
    case 'chat':
      return { chat: target.chat, group: target.group };
    case 'ephemeral':
      return { chat: target.chat, group: true };
    case 'inline':
      return { chat: target.message, group: true };
    case 'guest':
      return { chat: target.query, group: true };
  }
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

/** What a message says, and its buttons. */
export function contentOf(rendered: Pick<RenderedReply, 'html' | 'plain' | 'keyboard'>) {
  return { ...formOf(rendered), reply_markup: { inline_keyboard: rendered.keyboard } };
}

/** Whether the text is sent as HTML; unformatted text is sent without a parse mode. */
export function formOf({ html, plain }: Pick<RenderedReply, 'html' | 'plain'>) {
  return { link_preview_options: NO_PREVIEW, ...(html !== plain && { parse_mode: 'HTML' as const }) };
}

/** Where in a chat a message goes: its topic, what it replies to, and who alone sees it. */
export function addressOf(target: ChatTarget | EphemeralTarget) {
  const { thread } = target;
  const topic = thread === undefined ? {} : { message_thread_id: thread };
  if (target.where === 'ephemeral') return { ...topic, ...ephemerally(target) };
  const { replyTo } = target;
  return {
    ...topic,
    ...(replyTo !== undefined && {
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    }),
  };
}

function ephemerally({ user, behind }: EphemeralTarget) {
  const query = behind !== undefined && 'query' in behind ? { callback_query_id: behind.query } : {};
  return {
    ephemeral_message_parameters: { receiver_user_id: user, ...query },
    ...(behind !== undefined &&
      'message' in behind && { reply_parameters: { ephemeral_message_id: behind.message } }),
  };
}

/**
 * Opens the field for a reply to the bot, which privacy mode lets through; `selective`: only for the person who is answered.
 */
function forcedReply(placeholder: string): ForceReply {
  const field = cutUnits(visibleLine(placeholder), MAX_PLACEHOLDER_UNITS);
  return { force_reply: true, selective: true, ...(field !== '' && { input_field_placeholder: field }) };
}

/**
 * Sends an ephemeral message, or edits the existing one. Until the server has proved that it knows them, only a harmless
 * sentence is sent, and what the asker alone may see follows by the method that edits them, which no other server has.
 */
async function putEphemeral(
  { api, calls, ephemeral, sayIn }: Omit<WritingNeeds, 'hastyApi' | 'sendAnswer'>,
  { target, rendered }: { readonly target: EphemeralTarget; readonly rendered: RenderedReply },
  options: CallOptions,
): Promise<Target> {
  const { chat, user } = target;
  const edit = async (message: number): Promise<void> => {
    const other = contentOf(rendered);
    await calls.repeatable(
      () => api.editEphemeralMessageText(chat, user, message, rendered.html, other),
      options,
    );
  };
  const send = async (content: Omit<RenderedReply, 'files'>): Promise<number> => {
    const field = content.asksBack === undefined ? {} : { reply_markup: forcedReply(content.asksBack) };
    const other = { ...contentOf(content), ...field, ...addressOf(target) };
    // Sent twice, it is seen by one person, and disappears.
    const sent = await calls.repeatable(() => api.sendMessage(chat, content.html, other), options);
    if (sent.ephemeral_message_id !== undefined) return sent.ephemeral_message_id;
    ephemeral.shownToAll();
    await calls.repeatable(() => api.deleteMessage(chat, sent.message_id)).catch(() => undefined);
    throw new TelegramFault('The server has shown an ephemeral message to everybody', { kind: 'no-method' });
  };
  if (target.message !== undefined) {
    await edit(target.message);
    return shownAt(target);
  }
  if (ephemeral.isProven()) return { ...shownNowhere(target), message: await send(rendered) };
  const harmless = sayIn(target.locale)('telegram.oneMoment');
  const message = await send({ html: escapeHtml(harmless), plain: harmless, keyboard: [] });
  ephemeral.prove();
  await edit(message);
  return { ...shownNowhere(target), message };
}
