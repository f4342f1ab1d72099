import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReplyTarget } from '../../core/adapter.ts';
import { elapsedSince, type Now } from '../../core/clock.ts';

/** The first part of this adapter's principals. */
export const PLATFORM = 'discord';
/** BCP 47 for an unknown language; answered in the default one. */
export const UNKNOWN_LOCALE = 'und';

/** An interaction's token is valid for 15 minutes. Source: Discord's documentation, "Receiving and Responding". */
const TOKEN_LIFE_MS = 15 * 60_000;
/** An edit sent later than this before the expiry may arrive after it. */
const LAST_MOMENT_MS = 5_000;

const asker = {
  kind: z.literal(PLATFORM),
  channel: z.string(),
  /** The channel is the person's direct message channel. */
  direct: z.boolean(),
  user: z.string(),
  /** Others can read the reply. */
  shared: z.boolean(),
  /** The message that shows the reply; undefined for the interaction's own, and until there is one. */
  message: z.string().exactOptional(),
};

const interactionTarget = z.object({
  ...asker,
  application: z.string(),
  /** The interaction's token: it allows writing in the bot's name, so it is never logged. */
  token: z.string(),
  /** When the interaction arrived, in milliseconds since 1970. */
  since: z.number(),
  /** How long the machine had been up then, in milliseconds. */
  sinceUptime: z.number(),
  /** BCP 47 */
  locale: z.string(),
  /** `here`: the reply replaces the message whose button was pressed. */
  opens: z.enum(['here', 'new']),
});

const messageTarget = z.object({
  ...asker,
  /** The message of a person that is answered. */
  question: z.string(),
  /** When it was edited, in milliseconds since 1970; undefined if it was not. */
  editedAt: z.number().exactOptional(),
  /** BCP 47 */
  locale: z.string(),
});

const anyTarget = z.union([interactionTarget, messageTarget]);

/** Where the reply to an interaction is shown, with what the fallback delivery needs. */
export type InteractionTarget = z.infer<typeof interactionTarget>;
/** Where the reply to a message is shown: in its channel. */
export type MessageTarget = z.infer<typeof messageTarget>;
/** The content of this adapter's targets. */
export type DiscordTarget = z.infer<typeof anyTarget>;

/** Validates an address from the journal; undefined if it is another platform's. */
export function readTarget(target: ReplyTarget): DiscordTarget | undefined {
  return anyTarget.safeParse(target).data;
}

/** Whether what is answered is a message, not an interaction. */
export function answersMessage(at: DiscordTarget): at is MessageTarget {
  return 'question' in at;
}

/** What is answered, by a name that nothing else has; an interaction's is its token, so it is never logged. */
export function askedIn(at: DiscordTarget): string {
  return answersMessage(at) ? `${at.question}:${at.editedAt ?? ''}` : at.token;
}

/**
 * The nonce of an answer that goes this way: the same for each attempt, so that a repeated call after a lost response does not
 * send a second message.
 */
export function nonceOf(at: DiscordTarget, way: string): string {
  return createHash('sha256')
    .update(`${way} ${askedIn(at)}`)
    .digest('base64url')
    .slice(0, 25);
}

/**
 * The least age of an interaction, in milliseconds: a clock set forward makes no token expire, and Discord says of one that has
 * expired that it has.
 */
export function ageOf({ since, sinceUptime }: InteractionTarget, now: Now): number {
  return elapsedSince({ at: since, uptime: sinceUptime }, now);
}

/** Whether it is an interaction's, and its token may still be valid. */
export function isLive(at: DiscordTarget | undefined, now: Now): at is InteractionTarget {
  return at !== undefined && !answersMessage(at) && ageOf(at, now) < TOKEN_LIFE_MS - LAST_MOMENT_MS;
}
