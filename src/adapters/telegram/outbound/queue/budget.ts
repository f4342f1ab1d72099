import type { Clock } from '../../../../core/clock.ts';

/** `answer`: what somebody waits for. `progress`: only tells how far it is; made when enough is left for answers. */
export type Rank = 'answer' | 'progress';

/** How many calls may be made, and when. Times are those of `Clock.elapsed()`. */
export interface Budget {
  /** From when on a call of this rank may be made. */
  freeAt(rank: Rank): number;
  /** Counts a call that is made now. */
  take(): void;
}

/** The budget of a chat, which Telegram can close. */
export interface ChatBudget extends Budget {
  /** Allows no call for so long, and then one at a time. */
  close(ms: number): void;
}

/**
 * Telegram, Bots FAQ, "My bot is hitting limits": "When sending messages inside a particular chat, avoid sending more than
 * one message per second."
 */
const PACE_MS = 1_000;
/** "We may allow short bursts that go over this limit": how short is not told, so the bot allows itself little. */
const BURST = 4;
/** "Your bot will not be able to send more than 20 messages per minute to the same group." */
const GROUP_CALLS = 20;
const GROUP_WINDOW_MS = 60_000;
/** "The API will not allow more than 30 messages per second or so" to many users. */
const CALLS_IN_ALL = 30;
const WINDOW_IN_ALL_MS = 1_000;

/** What is sent evenly arrives closer together when the network delays it first. */
const JITTER_MS = 100;
const GROUP_JITTER_MS = 1_000;

/** The share of a budget that is left to answers. */
const KEPT_OF_BURST = 2;
const KEPT_OF_GROUP = 8;
const KEPT_IN_ALL = 10;

/** Creates the budget of one chat. Edits and files count like messages. */
export function createChatBudget(clock: Clock, { group }: { readonly group: boolean }): ChatBudget {
  const pace = createPace(clock);
  if (!group) return pace;
  const window = createWindow(clock, {
    ...{ most: GROUP_CALLS, kept: KEPT_OF_GROUP },
    windowMs: GROUP_WINDOW_MS + GROUP_JITTER_MS,
  });
  return {
    freeAt: (rank) => Math.max(pace.freeAt(rank), window.freeAt(rank)),
    take: () => {
      pace.take();
      window.take();
    },
    close: pace.close,
  };
}

/** Creates the budget of all chats together. */
export function createBudgetInAll(clock: Clock): Budget {
  const windowMs = WINDOW_IN_ALL_MS + JITTER_MS;
  return createWindow(clock, { most: CALLS_IN_ALL, kept: KEPT_IN_ALL, windowMs });
}

/** One call a second on average, some of them at once. */
function createPace(clock: Clock): ChatBudget {
  /** All calls so far are used up by then, at one a second. */
  let usedUntil = Number.NEGATIVE_INFINITY;
  return {
    freeAt: (rank) => usedUntil - (BURST - 1 - (rank === 'progress' ? KEPT_OF_BURST : 0)) * PACE_MS,
    take: () => {
      usedUntil = Math.max(usedUntil, clock.elapsed()) + PACE_MS;
    },
    close: (ms) => {
      usedUntil = Math.max(usedUntil, clock.elapsed() + ms + (BURST - 1) * PACE_MS);
    },
  };
}

interface WindowSize {
  readonly most: number;
  /** How many of them are kept for answers. */
  readonly kept: number;
  readonly windowMs: number;
}

/** At most so many calls in any window. */
function createWindow(clock: Clock, { most, kept, windowMs }: WindowSize): Budget {
  const taken: number[] = [];
  return {
    freeAt: (rank) => {
      const at = taken[taken.length - (rank === 'progress' ? most - kept : most)];
      return at === undefined ? Number.NEGATIVE_INFINITY : at + windowMs;
    },
    take: () => {
      taken.push(clock.elapsed());
      if (taken.length > most) taken.shift();
    },
  };
}
