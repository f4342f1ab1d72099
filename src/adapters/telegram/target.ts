import { type Api, InputFile } from 'grammy';
import type { CallbackQuery, Message, User } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Principal, ReplyTarget } from '../../core/adapter.ts';
import type { ReplyFile, Visibility } from '../../core/reply.ts';
import type { Log } from '../../ops/log/log.ts';
import { questionSchema } from '../questions.ts';
import { visibleLine } from '../shown-reply.ts';
import { faultOf, TelegramFault } from './bot.ts';
import { AS_HTML, type RenderedReply } from './render.ts';

/** The platform of this adapter's principals. */
export const PLATFORM = 'telegram';
/** BCP 47 for an unknown language; answered in the default one. */
export const UNKNOWN_LOCALE = 'und';

/** Messages whose content is remembered, so that no edit is sent that changes nothing. */
const REMEMBERED = 1_000;
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

const inChat = {
  /** Marks a target of this adapter. */
  kind: z.literal(PLATFORM),
  /** Whose private chat gets private replies; undefined for an anonymous admin of a group. */
  user: z.int().exactOptional(),
  /** BCP 47 */
  locale: z.string(),
  /** The message shows another reply until this one replaces it: it was pressed, or answered the question before an edit. */
  pressed: z.literal(true).exactOptional(),
  chat: z.int(),
  /** The topic of a forum. */
  thread: z.int().exactOptional(),
  /** The command to repeat in the private chat if the answer may not be shown in the group. */
  privateCommand: z.object({ name: z.string(), text: z.string() }).exactOptional(),
  /** The message that shows the reply; undefined until there is one. */
  message: z.int().exactOptional(),
};

const chatTarget = z.object({
  ...inChat,
  where: z.literal('chat'),
  /** The message that is replied to. */
  replyTo: z.int().exactOptional(),
  /** The question, so that an edit of it changes the answer. */
  question: questionSchema.exactOptional(),
});

/** A press or an ephemeral message. For 15 seconds after it Telegram lets the bot reply to the person alone. */
const trigger = z.object({ query: z.string().exactOptional(), message: z.int().exactOptional() });

/** In a group, shown to the asker alone. */
const ephemeralTarget = z.object({
  ...inChat,
  user: z.int(),
  where: z.literal('ephemeral'),
  trigger: trigger.exactOptional(),
});

const anyTarget = z.discriminatedUnion('where', [chatTarget, ephemeralTarget]);

/** Where a reply is or will be shown. */
export type Target = z.infer<typeof anyTarget>;

/** Validates a target; undefined if it is another adapter's. */
export function readTarget(target: ReplyTarget): Target | undefined {
  return anyTarget.safeParse(target).data;
}

/** Whether more than one person reads the chat. Groups have negative ids. */
export function isGroup(target: Target): boolean {
  return target.where !== 'chat' || target.chat < 0;
}

/** The private chat with the asker; undefined if Telegram does not name them. */
export function inPrivate({ kind, user, locale }: Target): Target | undefined {
  return user === undefined ? undefined : { kind, where: 'chat', chat: user, user, locale };
}

/** Who reads what is shown at a target. */
export function visibilityAt(target: Target): Visibility {
  return target.where !== 'ephemeral' && isGroup(target) ? 'shared' : 'private';
}

/** The message now shows this reply, whatever it showed before. */
function shownAt(target: Target): Target {
  const { pressed: _, ...rest } = target;
  return rest;
}

/** A target that does not replace another reply, but is below it. */
export function belowPressed(target: Target): Target {
  if (target.pressed === undefined) return target;
  const { message, pressed: _, ...rest } = target;
  return rest.where === 'chat' && message !== undefined ? { ...rest, replyTo: message } : rest;
}

const USER = new RegExp(`^${PLATFORM}:user:(\\d+)$`);

/** The id of a person; undefined for a chat, and for a person on another platform. */
export function userOf(principal: Principal): number | undefined {
  const user = Number(USER.exec(principal)?.[1]);
  return Number.isSafeInteger(user) ? user : undefined;
}

export function principalOf(kind: 'user' | 'chat', id: number): Principal {
  return `${PLATFORM}:${kind}:${id}`;
}

/** The unique name of the message a target refers to; undefined if there is none yet. */
export function messageAt(at: Target | undefined): string | undefined {
  if (at?.message === undefined) return undefined;
  // Telegram counts ephemeral messages for each person.
  return at.where === 'ephemeral'
    ? `${at.chat}:${at.user}:${at.message}`
    : `${at.chat}:${at.message}`;
}

/** The topic, if there is one: elsewhere the thread of a message refers to what it replies to and cannot be written to. */
export function threadOf({ is_topic_message, message_thread_id }: Message): {
  readonly thread?: number;
} {
  return is_topic_message === true && message_thread_id !== undefined
    ? { thread: message_thread_id }
    : {};
}

/** The asker's part of a target. */
export function askerOf({ id, language_code }: User) {
  return { kind: PLATFORM, user: id, locale: language_code ?? UNKNOWN_LOCALE } as const;
}

/** The pressed message with the person who pressed; undefined for an inline message, in which the bot has no such buttons. */
export function pressedAt({ from, message }: CallbackQuery): Pressed | undefined {
  if (message === undefined) return undefined;
  // Of a message that is too old, Telegram only reports its chat.
  const thread = message.date === 0 ? {} : threadOf(message);
  const at = { ...askerOf(from), chat: message.chat.id, ...thread };
  const alone = 'ephemeral_message_id' in message ? message.ephemeral_message_id : undefined;
  if (alone !== undefined) return { ...at, where: 'ephemeral', message: alone };
  return { ...at, where: 'chat', message: message.message_id };
}
type Pressed = Target & { readonly user: number };

/** The pressed reply, or a new one below it, for everyone in the group or for the asker alone. */
export function targetOfPress(pressed: Pressed, mode: string, query: string): Target {
  const trigger = { query };
  if (pressed.where === 'ephemeral') {
    const { message: _, ...at } = pressed;
    if (mode === 's') return { ...at, where: 'chat' };
    return mode === 'h' ? { ...pressed, trigger, pressed: true } : { ...at, trigger };
  }
  const { message: replyTo = 0, ...at } = pressed;
  if (mode === 'w' && isGroup(pressed)) return { ...at, where: 'ephemeral', trigger };
  return mode === 'h' ? { ...pressed, pressed: true } : { ...at, replyTo };
}

/** Sends a message, or edits the existing one. Resolves with where it is; throws a fault. */
export type SendOrEdit = (api: Api, target: Target, rendered: RenderedReply) => Promise<Target>;

/** A message that Telegram refuses is sent elsewhere if possible. */
export function createSendOrEdit(): SendOrEdit {
  const contents = new LRUCache<string, string>({ max: REMEMBERED });
  const sendOrEdit: SendOrEdit = async (api, target, rendered) => {
    const content = rendered.html + JSON.stringify(rendered.keyboard);
    const at = messageAt(target);
    if (at !== undefined && contents.get(at) === content) return shownAt(target);
    try {
      const shown =
        at === undefined ? await send(api, target, rendered) : await edit(api, target, rendered);
      contents.set(messageAt(shown) ?? '', content);
      return shown;
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'not-modified') return shownAt(target);
      const next = insteadOf(target, fault);
      if (next === undefined) throw fault;
      return sendOrEdit(api, next, rendered);
    }
  };
  return sendOrEdit;
}

/** Where a refused answer is sent instead: as a new message, or from a group to the private chat. */
function insteadOf(target: Target, { kind }: TelegramFault): Target | undefined {
  if (target.where !== 'chat') return undefined;
  const { message, pressed: _, ...unsent } = target;
  if (kind === 'gone') return message === undefined ? undefined : unsent;
  return kind === 'unreachable' && isGroup(target) ? inPrivate(target) : undefined;
}

async function edit(api: Api, target: Target, { html, keyboard }: RenderedReply): Promise<Target> {
  const content = { ...AS_HTML, reply_markup: { inline_keyboard: keyboard } };
  const { chat, message = 0 } = target;
  if (target.where === 'chat') await api.editMessageText(chat, message, html, content);
  else await api.editEphemeralMessageText(chat, target.user, message, html, content);
  return shownAt(target);
}

async function send(api: Api, target: Target, rendered: RenderedReply): Promise<Target> {
  const { html, keyboard, forceReply } = rendered;
  // Opens the field for a reply to the bot, which privacy mode lets through; `selective`: only for the asker.
  const forced = {
    force_reply: true,
    selective: true,
    input_field_placeholder: forceReply ?? '',
  } as const;
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
    return {
      ...topic,
      reply_parameters: { message_id: target.replyTo, allow_sending_without_reply: true },
    };
  }
  const { query, message } = target.trigger ?? {};
  return {
    ...topic,
    ephemeral_message_parameters: {
      receiver_user_id: target.user,
      ...(query && { callback_query_id: query }),
    },
    reply_parameters: message === undefined ? {} : { ephemeral_message_id: message },
  };
}

/** Sends a file of a reply below it. Resolves with whether it is there. */
export async function sendFile(
  api: Api,
  target: Target,
  file: ReplyFile,
  log: Log,
): Promise<boolean> {
  const below =
    target.where === 'chat' && target.message ? { ...target, replyTo: target.message } : target;
  const caption = visibleLine(file.altText ?? '');
  const other = { ...(caption !== '' && { caption }), ...addressOf(below) };
  const input = new InputFile(file.data, file.name);
  try {
    if (PHOTO_TYPES.has(file.contentType)) await api.sendPhoto(target.chat, input, other);
    else await api.sendDocument(target.chat, input, other);
    return true;
  } catch (error) {
    log.warn(
      { said: faultOf(error).message },
      'A file could not be sent to Telegram; the reply says so',
    );
    return false;
  }
}
