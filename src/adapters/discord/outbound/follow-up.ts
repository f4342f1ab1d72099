import type { Show } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import { isOneOf } from '../errors.ts';
import { type DiscordTarget, isLive } from '../target.ts';
import type { DiscordWords } from '../words.ts';
import type { DiscordApi } from './api.ts';
import type { FallbackDelivery } from './fallback-delivery.ts';
import { renderReply } from './render.ts';

/** Pauses between looks at whether the newer command shows its own answer by now; the last one repeats. */
const LOOK_AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

export interface FollowUpNeeds {
  readonly api: DiscordApi;
  readonly late: FallbackDelivery;
  readonly clock: Clock;
  /** The words for the person who asked there. */
  readonly wordsAt: (at: DiscordTarget) => DiscordWords;
  readonly stopped: AbortSignal;
}

/**
 * The way to show an old reply beside the answer to a newer command of the same person: its last state, as a message
 * of its own. Discord lets an app that is not on the server send five of those per command.
 */
export function openFollowUp(needs: FollowUpNeeds, old: DiscordTarget, next: DiscordTarget): Show {
  const { api, late } = needs;
  const words = needs.wordsAt(old);
  return async (reply, { last }) => {
    if (!last) return old;
    if (!(await showsItsOwn(needs, next))) {
      await late.deliver(old, reply);
      return old;
    }
    const shared = old.shared && next.shared && !reply.private;
    const message = renderReply(reply, { owner: old.user, words, heading: words.late });
    return { ...next, shared, message: await api.followUp(next, message, !shared) };
  };
}

/**
 * Resolves with true once the newer command shows something of its own, with false when its way closes before: as
 * long as it says that the bot is thinking, Discord would put the next message in its place.
 */
async function showsItsOwn({ api, clock, stopped }: FollowUpNeeds, next: DiscordTarget): Promise<boolean> {
  if (next.opens === 'here') return true;
  for (let looks = 0; isLive(next, clock.now()); looks += 1) {
    if (!(await isLoading(api, next))) return true;
    await clock.sleep(LOOK_AGAIN_MS[Math.min(looks, LOOK_AGAIN_MS.length - 1)] ?? 0, stopped);
  }
  return false;
}

async function isLoading(api: DiscordApi, next: DiscordTarget): Promise<boolean> {
  try {
    return await api.isLoading(next);
  } catch (error) {
    // What was dismissed or deleted stands in nobody's way.
    if (isOneOf(error, ['message-gone'])) return false;
    throw error;
  }
}
