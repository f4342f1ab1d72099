import type { Api } from 'grammy';
import type { ForceReply, InlineQueryResultArticle } from 'grammy/types';
import type { ChatTarget, Target } from '../target.ts';
import type { CallOptions, Calls } from './api.ts';
import type { OutgoingAnswer } from './joined.ts';
import type { SendAnswer } from './joining.ts';
import type { Destination } from './queue/chat-queues.ts';
import type { RenderedReply } from './render.ts';
import { cutUnits, safeLine } from './sanitize.ts';

/** Bot API, ForceReply: the placeholder has 1-64 characters. */
const MAX_PLACEHOLDER_UNITS = 64;
const NO_PREVIEW = { is_disabled: true } as const;

/** What {@link putOnce} works with. */
export interface WritingNeeds {
  readonly api: Api;
  /** Gives up soon: for calls that only tell how far a reply is. */
  readonly hastyApi: Api;
  readonly calls: Calls;
  readonly sendAnswer: SendAnswer;
}

/** How a state is written. */
export interface Writing {
  /** The reply is complete with it. */
  readonly last: boolean;
  /** Aborted when the state is not worth waiting any more; never for the last one. */
  readonly signal?: AbortSignal;
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
    ...(signal !== undefined && { signal }),
  };
  const { html } = rendered;
  const other = contentOf(rendered);
  if (target.where === 'inline') {
    await calls.repeatable(() => api.editMessageTextInline(target.message, html, other), options);
    return shownAt(target);
  }
  if (target.where === 'guest') {
    const { query, ...asker } = target;
    const answer = guestAnswer(rendered);
    const sent = await calls.repeatable(() => api.answerGuestQuery(query, answer));
    return { ...asker, where: 'inline', message: sent.inline_message_id };
  }
  const { chat, message } = target;
  if (message !== undefined && target.joined !== true) {
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

/**
 * Opens the field for a reply to the bot, which privacy mode lets through; `selective`: only for the person who is answered.
 */
function forcedReply(placeholder: string): ForceReply {
  const field = cutUnits(safeLine(placeholder), MAX_PLACEHOLDER_UNITS);
  return { force_reply: true, selective: true, ...(field !== '' && { input_field_placeholder: field }) };
}

function contentOf(rendered: RenderedReply) {
  return { ...formOf(rendered), reply_markup: { inline_keyboard: rendered.keyboard } };
}

/** The chat in whose limits what is written at a target counts. */
export function countedIn(target: Target): Omit<Destination, 'rank'> {
  switch (target.where) {
    case 'chat':
      return { chat: target.chat, group: target.group };
    case 'inline':
      return { chat: target.message, group: true };
    case 'guest':
      return { chat: target.query, group: true };
  }
}

/** The message now shows this reply, whatever it showed before. */
export function shownAt(target: Target): Target {
  const { pressed: _, ...rest } = target;
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
