import type { Show } from '../../../../core/adapter.ts';
import { type Clock, momentOf } from '../../../../core/clock.ts';
import type { Say } from '../../../../format/words/say.ts';
import { isOneOf } from '../../errors.ts';
import { type DiscordTarget, type InteractionTarget, isLive } from '../../target.ts';
import type { DiscordApi } from '../api.ts';
import type { FallbackDelivery } from '../fallback-delivery.ts';
import type { MessagePayload } from '../render.ts';
import { putOrLeaveFiles } from '../without-files.ts';

/** Pauses between checks whether the newer command shows its own answer; the last one repeats. */
const LOOK_AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** What {@link openFollowUp} works with. */
export interface FollowUpNeeds {
  readonly api: DiscordApi;
  /** Used if the newer token expires first. */
  readonly fallback: FallbackDelivery;
  readonly clock: Clock;
  /** Returns the catalogue for the person who asked. */
  readonly sayAt: (at: DiscordTarget) => Say;
  /** Makes the commands clickable that a Markdown text names. */
  readonly mention?: ((markdown: string) => string) | undefined;
  /** Aborted when the adapter stops. */
  readonly stopped: AbortSignal;
}

/**
 * Shows the last state of an old reply as a follow-up of the same person's newer command. Discord allows an app that is not
 * on the server five follow-ups per command.
 */
export function openFollowUp(needs: FollowUpNeeds, old: DiscordTarget, next: InteractionTarget): Show {
  const { api, fallback, mention } = needs;
  const say = needs.sayAt(old);
  return async (reply, { last }) => {
    if (!last) return old;
    if (!(await showsItsOwn(needs, next))) {
      await fallback.deliver(old, reply, { late: true });
      return old;
    }
    const shared = old.shared && next.shared && !reply.private;
    const context = { owner: old.user, say, mention, heading: say('discord.late') };
    const send = (message: MessagePayload): Promise<string> => api.followUp(next, message, !shared);
    return { ...next, shared, message: await putOrLeaveFiles(reply, context, send) };
  };
}

/**
 * Resolves with true once the newer command shows its own answer, with false if its token expires before: while it shows
 * that the bot is thinking, Discord would put the next message in its place.
 */
async function showsItsOwn(
  { api, clock, stopped }: FollowUpNeeds,
  next: InteractionTarget,
): Promise<boolean> {
  if (next.opens === 'here') return true;
  for (let looks = 0; isLive(next, momentOf(clock)); looks += 1) {
    if (!(await isLoading(api, next))) return true;
    await clock.sleep(LOOK_AGAIN_MS[Math.min(looks, LOOK_AGAIN_MS.length - 1)] ?? 0, stopped);
  }
  return false;
}

async function isLoading(api: DiscordApi, next: InteractionTarget): Promise<boolean> {
  try {
    return await api.isLoading(next);
  } catch (error) {
    // A dismissed or deleted message blocks nothing.
    if (isOneOf(error, ['message-gone'])) return false;
    throw error;
  }
}
