import type { Api } from 'grammy';
import type { InlineQueryResultArticle } from 'grammy/types';
import { shownAt, type Target } from '../../target.ts';
import type { CallOptions } from '../api.ts';
import { cutUnits } from '../escape.ts';
import type { Destination } from '../queue/chat-queues.ts';
import type { RenderedReply } from '../render.ts';
import { addressOf, contentOf, forcedReply, formOf } from './content.ts';
import { type EphemeralNeeds, putEphemeral } from './ephemeral.ts';
import type { OutgoingAnswer } from './joined.ts';
import type { SendAnswer } from './joining.ts';

/** What {@link putOnce} works with. */
export interface WritingNeeds extends EphemeralNeeds {
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
  /** Called right before Telegram is, after all waiting: it may abort the signal. */
  readonly confirm?: (() => Promise<void>) | undefined;
}

/** One attempt to write a state at a target. */
export interface Attempt extends Writing {
  readonly target: Target;
  readonly rendered: RenderedReply;
}

/** Sends a message, or edits the existing one. Resolves with where it stands; throws `TelegramFault`. */
export async function putOnce(
  needs: WritingNeeds,
  { target, rendered, last, signal, confirm }: Attempt,
): Promise<Target> {
  const { calls } = needs;
  const api = last ? needs.api : needs.hastyApi;
  const options: CallOptions = {
    to: { ...countedIn(target), rank: last ? 'answer' : 'progress' },
    ...{ signal, confirm },
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
    const sent = await calls.repeatable(() => api.answerGuestQuery(query, answer), { signal, confirm });
    return { ...asker, where: 'inline', message: sent.inline_message_id };
  }
  if (target.where === 'ephemeral') return putEphemeral({ ...needs, api }, { target, rendered }, options);
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
