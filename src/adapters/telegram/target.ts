import type { Message, User } from 'grammy/types';
import { z } from 'zod';
import type { ReplyTarget } from '../../core/adapter.ts';
import type { Visibility } from '../../core/reply.ts';
import type { Principal } from '../../core/requester.ts';

/** The first part of this adapter's principals. */
export const PLATFORM = 'telegram';
/** BCP 47 for an unknown language; answered in the default one. */
export const UNKNOWN_LOCALE = 'und';

const asker = {
  /** Marks the target as this adapter's. */
  kind: z.literal(PLATFORM),
  /** Whose private chat gets private replies; undefined for an anonymous admin of a group. */
  user: z.int().exactOptional(),
  /** BCP 47 */
  locale: z.string(),
  /** The message is a pressed reply, or the answer to a question that was edited: it shows that until this one replaces it. */
  pressed: z.literal(true).exactOptional(),
};

const chatTarget = z.object({
  ...asker,
  where: z.literal('chat'),
  chat: z.int(),
  /** More than one person reads the chat. */
  group: z.boolean(),
  /** The topic of a forum. */
  thread: z.int().exactOptional(),
  /** The message that is replied to. */
  replyTo: z.int().exactOptional(),
  /** The message that is answered, if a person wrote it; undefined for the answer to a press. */
  question: z.int().exactOptional(),
  /** The album whose words the question is, in a group; undefined for any other message. */
  album: z.string().exactOptional(),
  /** When it was edited, in Telegram's seconds; undefined if it was not. */
  editedAt: z.int().exactOptional(),
  /** The parameter of `/start` that asks the same in the private chat; undefined if there is none. */
  start: z.string().exactOptional(),
  /** The message that shows the reply; undefined until there is one. */
  message: z.int().exactOptional(),
  /** The message shows other answers as well: it is never edited. */
  joined: z.literal(true).exactOptional(),
  /** A message was sent, but the response with its id was lost; it may or may not exist. */
  inDoubt: z.literal(true).exactOptional(),
});

/** In a group, shown to the asker alone. */
const ephemeralTarget = z.object({
  ...asker,
  user: z.int(),
  where: z.literal('ephemeral'),
  chat: z.int(),
  /** The topic of a forum. */
  thread: z.int().exactOptional(),
  /** What the person did, behind which Telegram lets the bot answer so for 15 seconds: a press, or an ephemeral message. */
  behind: z.union([z.object({ query: z.string() }), z.object({ message: z.int() })]).exactOptional(),
  /** The parameter of `/start` that asks the same in the private chat; undefined if there is none. */
  start: z.string().exactOptional(),
  /** The ephemeral message that shows the reply; undefined until there is one. */
  message: z.int().exactOptional(),
});

const inlineTarget = z.object({ ...asker, where: z.literal('inline'), message: z.string() });

/** A guest query without an answer yet; its answer becomes an inline message. */
const guestTarget = z.object({ ...asker, where: z.literal('guest'), query: z.string() });

const anyTarget = z.discriminatedUnion('where', [chatTarget, ephemeralTarget, inlineTarget, guestTarget]);

/** Where a reply is or will be shown; the content of this adapter's targets. */
export type Target = z.infer<typeof anyTarget>;
/** A target in a chat. */
export type ChatTarget = z.infer<typeof chatTarget>;

/** A target in a group that only the asker sees. */
export type EphemeralTarget = z.infer<typeof ephemeralTarget>;

/** Validates a target; undefined if it is another adapter's. */
export function readTarget(target: ReplyTarget): Target | undefined {
  return anyTarget.safeParse(target).data;
}

/**
 * A target that does not replace a pressed reply: below it, or undefined, since nothing can be sent below an inline message.
 */
export function besidePressed(target: Target): Target | undefined {
  if (target.pressed === undefined) return target;
  if (target.where === 'ephemeral') return shownNowhere(target);
  if (target.where !== 'chat' || target.message === undefined) return undefined;
  const { message, pressed: _, ...rest } = target;
  return { ...rest, replyTo: message };
}

/** The message now shows this reply, whatever it showed before. */
export function shownAt(target: Target): Target {
  const { pressed: _, ...rest } = target;
  return rest;
}

/** The same target before any message shows the reply. */
export function shownNowhere({ message: _, pressed: __, ...target }: EphemeralTarget): EphemeralTarget {
  return target;
}

/** Where the asker alone sees a reply in a group; undefined if others see it already, or nobody else is there. */
export function toAskerAt(target: Target): EphemeralTarget | undefined {
  if (target.where === 'ephemeral') return target;
  if (target.where !== 'chat' || !target.group || target.message !== undefined) return undefined;
  const { kind, locale, user, chat, thread, start } = target;
  if (user === undefined) return undefined;
  return {
    ...{ kind, locale, user, chat, where: 'ephemeral' },
    ...(thread !== undefined && { thread }),
    ...(start !== undefined && { start }),
  };
}

/** The place in the group that everybody sees, for what may be said there. */
export function inOpenGroup({ kind, locale, user, chat, thread, start }: EphemeralTarget): ChatTarget {
  return {
    ...{ kind, locale, user, chat, where: 'chat', group: true },
    ...(thread !== undefined && { thread }),
    ...(start !== undefined && { start }),
  };
}

const USER = new RegExp(`^${PLATFORM}:user:(\\d+)$`);

/** The id of a person; undefined for a chat that speaks for itself, and for whoever is on another platform. */
export function userOf(principal: Principal): number | undefined {
  const user = Number(USER.exec(principal)?.[1]);
  return Number.isSafeInteger(user) ? user : undefined;
}

/** The unique name of the message a target refers to; undefined if there is none yet. */
export function messageAt(at: Target | undefined): string | undefined {
  if (at?.where === 'inline') return inlineNamed(at.message);
  if (at?.where === 'ephemeral' && at.message !== undefined)
    return ephemeralNamed(at.chat, at.user, at.message);
  return at?.where === 'chat' && at.message !== undefined ? chatMessageNamed(at.chat, at.message) : undefined;
}

/** The unique name of an inline message. */
export function inlineNamed(message: string): string {
  return `inline:${message}`;
}

/** The unique name of a message in a chat. */
export function chatMessageNamed(chat: number, message: number): string {
  return `${chat}:${message}`;
}

/** The unique name of an ephemeral message: Telegram counts them for each person. */
export function ephemeralNamed(chat: number, user: number, message: number): string {
  return `${chat}:${user}:${message}`;
}

/** Only in topics: elsewhere the thread of a message refers to what it replies to and cannot be written to. */
export function threadOf({ is_topic_message, message_thread_id }: Message): { readonly thread?: number } {
  return is_topic_message === true && message_thread_id !== undefined ? { thread: message_thread_id } : {};
}

/** Who reads what is shown at a target. */
export function visibilityAt(target: Target): Visibility {
  if (target.where === 'ephemeral') return 'private';
  return target.where === 'chat' && !target.group ? 'private' : 'shared';
}

/** The asker's part of a target. */
export function whoIs({ id, language_code }: User) {
  return { kind: PLATFORM, user: id, locale: language_code ?? UNKNOWN_LOCALE } as const;
}

/** The id of the request in an update. */
export function requestId(updateId: number): string {
  return `${PLATFORM}:update:${updateId}`;
}

/** The principal of a user. */
export function userPrincipal(id: number): Principal {
  return `${PLATFORM}:user:${id}`;
}

/** The principal of a chat. */
export function chatPrincipal(id: number): Principal {
  return `${PLATFORM}:chat:${id}`;
}
