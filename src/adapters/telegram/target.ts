import type { CallbackQuery, Message, User } from 'grammy/types';
import { z } from 'zod';
import type { Principal, ReplyTarget } from '../../core/adapter.ts';
import type { Visibility } from '../../core/reply.ts';
import { questionSchema } from '../questions.ts';

/** The first part of this adapter's principals. */
export const PLATFORM = 'telegram';
/** BCP 47 for an unknown language; answered in the default one. */
export const UNKNOWN_LOCALE = 'und';

const inChat = {
  /** Marks the target as this adapter's. */
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
  /** What the person asks again in the private chat, if the answer may not be shown in the group. */
  privateCommand: z.object({ name: z.string(), text: z.string() }).exactOptional(),
  /** The message that shows the reply; undefined until there is one. */
  message: z.int().exactOptional(),
};

const chatTarget = z.object({
  ...inChat,
  where: z.literal('chat'),
  /** The message that is replied to. */
  replyTo: z.int().exactOptional(),
  /** What is answered, so that an edit of it changes the answer. */
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

/** Where a reply is or will be shown; the content of this adapter's targets. */
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
export function shownAt(target: Target): Target {
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
  return at.where === 'ephemeral' ? `${at.chat}:${at.user}:${at.message}` : `${at.chat}:${at.message}`;
}

/** The topic, if there is one: elsewhere the thread of a message refers to what it replies to and cannot be written to. */
export function threadOf({ is_topic_message, message_thread_id }: Message): { readonly thread?: number } {
  return is_topic_message === true && message_thread_id !== undefined ? { thread: message_thread_id } : {};
}

/** The asker's part of a target. */
export function whoIs({ id, language_code }: User) {
  return { kind: PLATFORM, user: id, locale: language_code ?? UNKNOWN_LOCALE } as const;
}

/** The pressed message with the person who pressed; undefined for an inline message, in which the bot has no such buttons. */
export function pressedAt({ from, message }: CallbackQuery): Pressed | undefined {
  if (message === undefined) return undefined;
  // Of a message that is too old, Telegram only reports its chat.
  const thread = message.date === 0 ? {} : threadOf(message);
  const at = { ...whoIs(from), chat: message.chat.id, ...thread };
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
