import type { Api } from 'grammy';
import type { EphemeralMessageParameters, ForceReply, ReplyParameters } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { visibleLine } from '../shown-reply.ts';
import { faultOf, TelegramFault } from './errors.ts';
import { cutUnits } from './lines.ts';
import { contentOf, type RenderedReply } from './render.ts';
import { type ChatTarget, type EphemeralTarget, isGroup, messageAt, shownAt, type Target } from './target.ts';

/** Bot API, ForceReply: the placeholder has 1-64 characters. */
const MAX_PLACEHOLDER_UNITS = 64;
/** Messages whose content is remembered, so that no edit is sent that changes nothing. */
const REMEMBERED = 1_000;

/** Sends a message, or edits the existing one. Resolves with where it stands; throws `TelegramFault`. */
export type PutMessage = (api: Api, target: Target, rendered: RenderedReply) => Promise<Target>;

/** Creates what writes messages. An answer whose message was deleted is sent once more. */
export function createPutMessage(): PutMessage {
  const contents = new LRUCache<string, string>({ max: REMEMBERED });
  const putOnce: PutMessage = async (api, target, rendered) => {
    const content = JSON.stringify([rendered.html, rendered.keyboard]);
    const at = messageAt(target);
    if (at !== undefined && contents.get(at) === content) return shownAt(target);
    const stands = at === undefined ? await send(api, target, rendered) : await edit(api, target, rendered);
    contents.set(messageAt(stands) ?? '', content);
    return stands;
  };
  return async (api, target, rendered) => {
    try {
      return await putOnce(api, target, rendered);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'not-modified') return shownAt(target);
      if (fault.kind !== 'gone' || target.where !== 'chat') throw fault;
      const { message: _, pressed: __, ...unsent } = target;
      return putOnce(api, unsent, rendered).catch((again) => {
        throw faultOf(again);
      });
    }
  };
}

async function edit(api: Api, target: Target, rendered: RenderedReply): Promise<Target> {
  const { html } = rendered;
  const content = contentOf(rendered);
  if (target.where === 'inline') await api.editMessageTextInline(target.message, html, content);
  else if (target.message === undefined) throw new Error('there is no message to edit');
  else if (target.where === 'chat') await api.editMessageText(target.chat, target.message, html, content);
  else await api.editEphemeralMessageText(target.chat, target.user, target.message, html, content);
  return shownAt(target);
}

async function send(api: Api, target: Target, rendered: RenderedReply): Promise<Target> {
  if (target.where === 'inline') throw new Error('an inline message is only edited');
  const { html, asksBack } = rendered;
  const { chat } = target;
  const field = isGroup(target) && asksBack !== undefined ? { reply_markup: forcedReply(asksBack) } : {};
  const sent = await api.sendMessage(chat, html, { ...contentOf(rendered), ...field, ...addressOf(target) });
  if (target.where === 'chat') return { ...target, message: sent.message_id };
  if (sent.ephemeral_message_id !== undefined) return { ...target, message: sent.ephemeral_message_id };
  await api.deleteMessage(chat, sent.message_id);
  throw new TelegramFault('The server showed everybody what was for one person; it was deleted', 'refused');
}

interface Address {
  readonly message_thread_id?: number;
  readonly reply_parameters?: ReplyParameters;
  readonly ephemeral_message_parameters?: EphemeralMessageParameters;
}

/** Where in a chat a message goes: its topic, what it replies to, and who alone sees it. */
export function addressOf(target: ChatTarget | EphemeralTarget): Address {
  const topic = target.thread === undefined ? {} : { message_thread_id: target.thread };
  if (target.where === 'chat') {
    if (target.replyTo === undefined) return topic;
    const reply = { message_id: target.replyTo, allow_sending_without_reply: true };
    return { ...topic, reply_parameters: reply };
  }
  const { user, behind } = target;
  const query = behind?.query === undefined ? {} : { callback_query_id: behind.query };
  const message = behind?.message === undefined ? {} : { ephemeral_message_id: behind.message };
  const alone = { receiver_user_id: user, ...query };
  return { ...topic, ephemeral_message_parameters: alone, reply_parameters: message };
}

/** Opens the field for a reply to the bot, which privacy mode lets through; `selective`: only for the asker. */
function forcedReply(placeholder: string): ForceReply {
  const field = cutUnits(visibleLine(placeholder), MAX_PLACEHOLDER_UNITS);
  return { force_reply: true, selective: true, ...(field !== '' && { input_field_placeholder: field }) };
}
