import { createHash } from 'node:crypto';
import type { BaseInteraction, Message } from 'discord.js';
import { z } from 'zod';
import { isPrincipal, type Principal, type ReplyTarget } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { Button } from '../../core/reply.ts';
import { questionSchema } from '../questions.ts';

/** The platform of this adapter's principals. */
export const PLATFORM = 'discord';
/** BCP 47 for an unknown language; answered in the default one. */
export const UNKNOWN_LOCALE = 'und';
/** Discord accepts an interaction's token for 15 minutes. An edit sent in the last seconds may arrive too late. */
const TOKEN_LIFE_MS = 15 * 60_000 - 5_000;

const asker = {
  kind: z.literal(PLATFORM),
  channel: z.string(),
  /** The channel is the person's direct message channel with the bot. */
  direct: z.boolean(),
  user: z.string(),
  /** Others can read the reply. */
  shared: z.boolean(),
  /** BCP 47. */
  locale: z.string(),
  /** The message that shows the reply; undefined for the interaction's own, and until there is one. */
  message: z.string().exactOptional(),
};
const interactionTarget = z.object({
  ...asker,
  application: z.string(),
  /** The interaction's token. It allows writing in the bot's name, so it is never logged. */
  token: z.string(),
  /** When the interaction arrived, in milliseconds since 1970. */
  since: z.number(),
  /** `here`: the reply replaces the message whose button was pressed. */
  opens: z.enum(['here', 'new']),
});
/** The question's time of edit is in milliseconds since 1970. */
const messageTarget = z.object({ ...asker, question: questionSchema });
const anyTarget = z.union([interactionTarget, messageTarget]);

/** Where the reply to an interaction goes. */
export type InteractionTarget = z.infer<typeof interactionTarget>;
/** Where the reply to a message goes. */
export type MessageTarget = z.infer<typeof messageTarget>;
export type DiscordTarget = z.infer<typeof anyTarget>;

/** Validates a target from the store; undefined if it belongs to another platform. */
export function readTarget(target: ReplyTarget): DiscordTarget | undefined {
  return anyTarget.safeParse(target).data;
}

/** Whether the reply answers a message, not an interaction. */
export function answersMessage(at: DiscordTarget): at is MessageTarget {
  return 'question' in at;
}

/** A unique name of what is answered. An interaction's is its token, so it is never logged. */
export function keyOf(at: DiscordTarget): string {
  return answersMessage(at) ? `${at.question.id}:${at.question.editedAt}` : at.token;
}

/** The nonce for sending a reply in this way: the same for each attempt, so that a repeated call sends no second message. */
export function nonceFor(at: DiscordTarget, way: 'answer' | 'direct' | 'progress') {
  const hash = createHash('sha256')
    .update(`${way} ${keyOf(at)}`)
    .digest('base64url');
  return { nonce: hash.slice(0, 25), enforce_nonce: true } as const;
}

/** Whether it is the target of an interaction whose token is still valid. */
export function isLive(at: DiscordTarget | undefined, clock: Clock): at is InteractionTarget {
  return at !== undefined && !answersMessage(at) && clock.now() < at.since + TOKEN_LIFE_MS;
}

const CUSTOM_ID = /^([hns]):(\d{1,20}):([\w.-]{1,40})$/;

/** The id of a button, enough to acknowledge a press without any lookup. At most 63 characters; Discord allows 100. */
export function customIdOf({ opens, shares, token }: Button, owner: string): string {
  const mode = shares === true ? 's' : 'n';
  return `${opens === 'here' ? 'h' : mode}:${owner}:${token}`;
}

/** Parses the id of a pressed button; undefined if it is not one of this bot's. */
export function readCustomId(customId: string) {
  const [, mode, owner, token] = CUSTOM_ID.exec(customId) ?? [];
  if (owner === undefined || token === undefined) return undefined;
  return { isHere: mode === 'h', shares: mode === 's', owner, token };
}

/** Further principals that `ALLOWED` and `ADMINS` may name: the server, the channel with its parent, and the roles. */
export function scopesOf({
  guildId,
  channelId,
  channel,
  member,
}: BaseInteraction | Message): Principal[] {
  const parent = channel !== null && 'parentId' in channel ? channel.parentId : null;
  const roles = member?.roles ?? [];
  // The library does not build a member of a server that the bot is not on. Everyone has the role of the server itself.
  const roleIds = Array.isArray(roles)
    ? roles
    : [...roles.cache.keys()].filter((id) => id !== guildId);
  return Object.entries({ guild: [guildId], channel: [channelId, parent], role: roleIds })
    .flatMap(([kind, ids]) => ids.map((id) => `${PLATFORM}:${kind}:${id ?? ''}`))
    .filter(isPrincipal);
}
