import { z } from 'zod';
import type { ReplyTarget } from '../../core/adapter.ts';

export const PLATFORM = 'discord';
/** BCP 47 for a language nobody knows: it is answered in the bot's own. */
export const UNKNOWN_LOCALE = 'und';

/** An interaction's token is good for 15 minutes. Source: Discord's documentation, "Receiving and Responding". */
const TOKEN_LIFE_MS = 15 * 60_000;
/** An edit that leaves later than this before the end may arrive after it. */
const LAST_MOMENT_MS = 5_000;

const targetSchema = z.object({
  kind: z.literal(PLATFORM),
  application: z.string(),
  /** Of the interaction; whoever has it can write in the bot's name, so it is never logged. */
  token: z.string(),
  /** When the interaction came, in milliseconds since 1970. */
  since: z.number(),
  channel: z.string(),
  /** The channel is the person's own with the bot. */
  direct: z.boolean(),
  user: z.string(),
  /** BCP 47, of the person; unknown in what was written down before languages were. */
  locale: z.string().exactOptional(),
  /** Others can read the reply. */
  shared: z.boolean(),
  /** `here`: the reply takes the place of the message whose button was pressed. */
  opens: z.enum(['here', 'new']),
  /** The follow-up message the reply stands in; without it, the interaction's own. */
  message: z.string().exactOptional(),
});

/** Where a reply of this adapter stands, and the ways to its asker when that is closed. */
export type DiscordTarget = z.infer<typeof targetSchema>;

/** The address as it comes from the journal, or nothing when it is of another platform. */
export function readTarget(target: ReplyTarget): DiscordTarget | undefined {
  return targetSchema.safeParse(target).data;
}

/** Whether the interaction's token can still be used. */
export function isLive({ since }: DiscordTarget, now: number): boolean {
  return now < since + TOKEN_LIFE_MS - LAST_MOMENT_MS;
}
