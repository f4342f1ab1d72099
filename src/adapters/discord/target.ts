import { z } from 'zod';
import type { ReplyTarget } from '../../core/adapter.ts';

/** The first part of this adapter's principals. */
export const PLATFORM = 'discord';
/** BCP 47 for an unknown language; answered in the default one. */
export const UNKNOWN_LOCALE = 'und';

/** An interaction's token is valid for 15 minutes. Source: Discord's documentation, "Receiving and Responding". */
const TOKEN_LIFE_MS = 15 * 60_000;
/** An edit sent later than this before the expiry may arrive after it. */
const LAST_MOMENT_MS = 5_000;

const targetSchema = z.object({
  kind: z.literal(PLATFORM),
  application: z.string(),
  /** The interaction's token: it allows writing in the bot's name, so it is never logged. */
  token: z.string(),
  /** When the interaction arrived, in milliseconds since 1970. */
  since: z.number(),
  channel: z.string(),
  /** The channel is the person's direct message channel. */
  direct: z.boolean(),
  user: z.string(),
  /** BCP 47; undefined in rows written before languages were stored. */
  locale: z.string().exactOptional(),
  /** Others can read the reply. */
  shared: z.boolean(),
  /** `here`: the reply replaces the message whose button was pressed. */
  opens: z.enum(['here', 'new']),
  /** The follow-up message that shows the reply; undefined for the interaction's own. */
  message: z.string().exactOptional(),
});

/** Where a reply of this adapter is shown, with what the fallback delivery needs. */
export type DiscordTarget = z.infer<typeof targetSchema>;

/** Validates an address from the journal; undefined if it is another platform's. */
export function readTarget(target: ReplyTarget): DiscordTarget | undefined {
  return targetSchema.safeParse(target).data;
}

/** Whether the interaction's token is still valid. */
export function isLive({ since }: DiscordTarget, now: number): boolean {
  return now < since + TOKEN_LIFE_MS - LAST_MOMENT_MS;
}
