import { type Api, InputFile } from 'grammy';
import { LRUCache } from 'lru-cache';
import type { ReplyFile } from '../../core/reply.ts';
import type { Log } from '../../ops/log/log.ts';
import { visibleLine } from '../shown-reply.ts';
import { faultOf, TelegramFault } from './bot.ts';
import { AS_HTML, cutUnits, type RenderedReply } from './render.ts';
import { inPrivate, isGroup, messageAt, shownAt, type Target } from './target.ts';

/** Messages whose content is remembered, so that no edit is sent that changes nothing. */
const REMEMBERED = 1_000;
/** Bot API: a caption has at most 1024 characters after entities parsing. */
const MAX_CAPTION_UNITS = 1_024;
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

/** Sends a message, or edits the existing one. Resolves with where it is; throws a fault. */
export type PutMessage = (api: Api, target: Target, rendered: RenderedReply) => Promise<Target>;

/** Creates what writes messages. An answer that is refused is sent where it can stand. */
export function createPutMessage(): PutMessage {
  const contents = new LRUCache<string, string>({ max: REMEMBERED });
  const putOnce: PutMessage = async (api, target, rendered) => {
    const content = rendered.html + JSON.stringify(rendered.keyboard);
    const at = messageAt(target);
    if (at !== undefined && contents.get(at) === content) return shownAt(target);
    const shown = at === undefined ? await send(api, target, rendered) : await edit(api, target, rendered);
    contents.set(messageAt(shown) ?? '', content);
    return shown;
  };
  const put: PutMessage = async (api, target, rendered) => {
    try {
      return await putOnce(api, target, rendered);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'not-modified') return shownAt(target);
      const next = insteadOf(target, fault);
      if (next === undefined) throw fault;
      return put(api, next, rendered);
    }
  };
  return put;
}

/** Where a refused answer goes: in place of a deleted message, where the group has moved, out of its topic, or in the private chat. */
function insteadOf(target: Target, { kind, movedTo }: TelegramFault): Target | undefined {
  if (target.where !== 'chat') return undefined;
  const { message, pressed: _, ...unsent } = target;
  if (kind === 'gone') return message === undefined ? undefined : unsent;
  const { thread, replyTo: __, ...outside } = unsent;
  if (movedTo !== undefined) return { ...outside, chat: movedTo };
  if (kind !== 'unreachable' || !isGroup(target)) return undefined;
  return thread === undefined ? inPrivate(target) : outside;
}

async function edit(api: Api, target: Target, { html, keyboard }: RenderedReply): Promise<Target> {
  const content = { ...AS_HTML, reply_markup: { inline_keyboard: keyboard } };
  if (target.message === undefined) throw new Error('there is no message to edit');
  else if (target.where === 'chat') await api.editMessageText(target.chat, target.message, html, content);
  else await api.editEphemeralMessageText(target.chat, target.user, target.message, html, content);
  return shownAt(target);
}

async function send(
  api: Api,
  target: Target,
  { html, keyboard, forceReply }: RenderedReply,
): Promise<Target> {
  // Opens the field for a reply to the bot, which privacy mode lets through; `selective`: only for the asker.
  const forced = { force_reply: true, selective: true, input_field_placeholder: forceReply || '…' } as const;
  const isQuestion = isGroup(target) && forceReply !== undefined;
  const reply_markup = isQuestion ? forced : { inline_keyboard: keyboard };
  const other = { ...AS_HTML, reply_markup, ...addressOf(target) };
  const { message_id, ephemeral_message_id } = await api.sendMessage(target.chat, html, other);
  if (target.where === 'chat') return { ...target, message: message_id };
  if (ephemeral_message_id !== undefined) return { ...target, message: ephemeral_message_id };
  await api.deleteMessage(target.chat, message_id).catch(() => undefined);
  throw new TelegramFault('Telegram showed everyone what one person may see', 'refused');
}

/** Where in a chat a message goes: its topic, what it replies to, and who alone sees it. */
function addressOf(target: Target) {
  const topic = target.thread === undefined ? {} : { message_thread_id: target.thread };
  if (target.where === 'chat') {
    if (target.replyTo === undefined) return topic;
    const reply = { message_id: target.replyTo, allow_sending_without_reply: true };
    return { ...topic, reply_parameters: reply };
  }
  const { query, message } = target.trigger ?? {};
  return {
    ...topic,
    ephemeral_message_parameters: {
      receiver_user_id: target.user,
      ...(query !== undefined && { callback_query_id: query }),
    },
    reply_parameters: message === undefined ? {} : { ephemeral_message_id: message },
  };
}

/** Sends a file of a reply below it. Resolves with whether it is there. */
export async function sendFile(api: Api, target: Target, file: ReplyFile, log: Log): Promise<boolean> {
  const below = target.where === 'chat' && target.message ? { ...target, replyTo: target.message } : target;
  const caption = cutUnits(visibleLine(file.altText ?? ''), MAX_CAPTION_UNITS);
  const other = { ...(caption !== '' && { caption }), ...addressOf(below) };
  const input = new InputFile(file.data, file.name);
  try {
    if (PHOTO_TYPES.has(file.contentType)) await api.sendPhoto(target.chat, input, other);
    else await api.sendDocument(target.chat, input, other);
    return true;
  } catch (error) {
    const fault = faultOf(error);
    log.warn({ said: fault.message }, 'A file could not be sent to Telegram; the reply says so');
    return false;
  }
}
