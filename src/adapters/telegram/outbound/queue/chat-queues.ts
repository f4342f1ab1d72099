import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../core/clock.ts';
import { type ChatBudget, createBudgetInAll, createChatBudget, type Rank } from './budget.ts';

/** Chats whose budgets are remembered; one that is idle for a minute has all of it again. */
const REMEMBERED = 10_000;
const RANKS: readonly Rank[] = ['answer', 'progress'];

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
 * order in which they got their turn, but do not wait for each other. Each process counts its own calls: if several send to
 * one chat, Telegram's 429 closes it in each of them, and nothing is lost.
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
  let cancelTimer = (): void => undefined;

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
    cancelTimer();
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
  return RANKS.every((rank) => waiting[rank].length === 0);
}
