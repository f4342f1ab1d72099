import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';

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
/** Chats whose budgets are remembered; one that is idle for a minute has all of it again. */
const REMEMBERED = 10_000;
const RANKS: readonly Rank[] = ['answer', 'progress'];

/** `answer`: what somebody waits for. `progress`: only tells how far it is; made when enough is left for answers. */
export type Rank = 'answer' | 'progress';

/** How many calls may be made, and when. Times are those of `Clock.elapsed()`. */
export interface CallBudget {
  /** From when on a call of this rank may be made. */
  freeAt(rank: Rank): number;
  /** Counts a call that is made now. */
  take(): void;
}

/** The budget of a chat, which Telegram can close. */
export interface ChatBudget extends CallBudget {
  /** Allows no call for so long, and then one at a time. */
  close(ms: number): void;
}

/** Creates the budget of one chat. Edits and files count like messages. */
function createChatBudget(clock: Clock, { group }: { readonly group: boolean }): ChatBudget {
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
function createBudgetInAll(clock: Clock): CallBudget {
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
function createWindow(clock: Clock, { most, kept, windowMs }: WindowSize): CallBudget {
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

/** What a call is for: the chat it counts in, and how urgent it is. */
export interface Destination {
  /** A chat's id, or the id of an inline message, which is a chat of its own. */
  readonly chat: number | string;
  /** The chat has the lower limit of groups. */
  readonly group: boolean;
  readonly rank: Rank;
}

/**
 * Lets the calls for each chat go at the rate Telegram allows, answers before progress, chats in turns. Calls go in the
 * order in which they got their turn, but do not wait for each other. Telegram's 429 closes a chat, and nothing is lost.
 */
export interface ChatQueues {
  /** Resolves when this call may be made; rejects with the signal's reason if it is aborted before. */
  turn(to: Destination, signal?: AbortSignal): Promise<void>;
  /** Lets nothing go to this chat for so long. */
  close(to: Destination, ms: number): void;
  /** Whether the chat has so much left that a call nobody waits for does not matter. */
  hasPlenty(to: Omit<Destination, 'rank'>): boolean;
}

interface Line {
  readonly budget: ChatBudget;
  readonly waiting: Readonly<Record<Rank, (() => void)[]>>;
}

/** Creates the queues of this process. */
export function createChatQueues(clock: Clock): ChatQueues {
  const budgets = new LRUCache<Destination['chat'], ChatBudget>({ max: REMEMBERED });
  const inAll = createBudgetInAll(clock);
  /** The chats with somebody waiting, the one that went last at the end. */
  const lines = new Map<Destination['chat'], Line>();
  let cancelTimer: (() => void) | undefined;

  const budgetOf = ({ chat, group }: Omit<Destination, 'rank'>): ChatBudget => {
    const known = budgets.get(chat);
    if (known !== undefined) return known;
    const made = createChatBudget(clock, { group });
    budgets.set(chat, made);
    return made;
  };
  /** Lets the first of this line go if it may; otherwise returns when it may. */
  const serveOne = (chat: Destination['chat'], { budget, waiting }: Line, rank: Rank): number => {
    const [first] = waiting[rank];
    if (first === undefined) return Number.POSITIVE_INFINITY;
    const at = Math.max(budget.freeAt(rank), inAll.freeAt(rank));
    if (at > clock.elapsed()) return at;
    waiting[rank].shift();
    budget.take();
    inAll.take();
    lines.delete(chat);
    // Behind the others, where this round comes to it again.
    if (!isEmpty({ waiting })) lines.set(chat, { budget, waiting });
    first();
    return Number.POSITIVE_INFINITY;
  };
  const serve = (): void => {
    let next = Number.POSITIVE_INFINITY;
    for (const rank of RANKS)
      for (const [chat, line] of lines) next = Math.min(next, serveOne(chat, line, rank));
    cancelTimer?.();
    if (next === Number.POSITIVE_INFINITY) return;
    cancelTimer = clock.later(Math.max(0, next - clock.elapsed()), serve);
  };
  const lineOf = (to: Destination): Line => {
    const line = lines.get(to.chat) ?? { budget: budgetOf(to), waiting: { answer: [], progress: [] } };
    lines.set(to.chat, line);
    return line;
  };
  return {
    turn: (to, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const own = lineOf(to).waiting[to.rank];
        const go = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        function leave(): void {
          own.splice(own.indexOf(go), 1);
          const line = lines.get(to.chat);
          if (line !== undefined && isEmpty(line)) lines.delete(to.chat);
          reject(signal?.reason);
        }
        signal?.addEventListener('abort', leave, { once: true });
        own.push(go);
        serve();
      }),
    close: (to, ms) => budgetOf(to).close(ms),
    hasPlenty: (to) => Math.max(budgetOf(to).freeAt('progress'), inAll.freeAt('progress')) <= clock.elapsed(),
  };
}

function isEmpty({ waiting }: Pick<Line, 'waiting'>): boolean {
  return waiting.answer.length === 0 && waiting.progress.length === 0;
}
