import { z } from 'zod';
import type { ReplyTarget } from '../../core/adapter.ts';

export const PLATFORM = 'telegram';
/** BCP 47 for a language nobody knows: it is answered in the bot's own. */
export const UNKNOWN_LOCALE = 'und';

const asker = {
  /** What makes the target this adapter's. */
  kind: z.literal(PLATFORM),
  /** Whose private chat takes what nobody else may see; nobody's for an anonymous admin of a group. */
  user: z.int().exactOptional(),
  /** BCP 47 */
  locale: z.string(),
  /** The message is a reply that was pressed: it holds another answer, until this one takes its place. */
  pressed: z.literal(true).exactOptional(),
};

const chatTarget = z.object({
  ...asker,
  where: z.literal('chat'),
  chat: z.int(),
  /** More than one person reads there. */
  group: z.boolean(),
  /** The topic of a forum. */
  thread: z.int().exactOptional(),
  /** The message that is answered. */
  replyTo: z.int().exactOptional(),
  /** The message the reply stands in, once there is one. */
  message: z.int().exactOptional(),
  /** A message was sent, but Telegram's answer with its id was lost: it may stand there or not. */
  inDoubt: z.literal(true).exactOptional(),
});

const inlineTarget = z.object({ ...asker, where: z.literal('inline'), message: z.string() });

/** A guest query that has not been answered yet; its answer stands in an inline message. */
const guestTarget = z.object({ ...asker, where: z.literal('guest'), query: z.string() });

const anyTarget = z.discriminatedUnion('where', [chatTarget, inlineTarget, guestTarget]);

/** Where a reply stands, or will: what this adapter's targets hold. */
export type Target = z.infer<typeof anyTarget>;
export type ChatTarget = z.infer<typeof chatTarget>;

/** The place a target names, or nothing when it is not this adapter's. */
export function readTarget(target: ReplyTarget): Target | undefined {
  return anyTarget.safeParse(target).data;
}

/**
 * A place for what must not take the place of a reply that was pressed: below it, or nowhere, since nothing can be
 * sent below an inline message.
 */
export function besidePressed(place: Target): Target | undefined {
  if (place.pressed === undefined) return place;
  if (place.where !== 'chat' || place.message === undefined) return undefined;
  const { message, pressed: _, ...rest } = place;
  return { ...rest, replyTo: message };
}

/** Names the message in which a place stands, unlike any other message of this bot. */
export function messageAt(at: Target | undefined): string | undefined {
  if (at?.where === 'inline') return inlineNamed(at.message);
  return at?.where === 'chat' && at.message !== undefined ? chatMessageNamed(at.chat, at.message) : undefined;
}

export function inlineNamed(message: string): string {
  return `inline:${message}`;
}

export function chatMessageNamed(chat: number, message: number): string {
  return `${chat}:${message}`;
}
