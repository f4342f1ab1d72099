import { LRUCache } from 'lru-cache';
import { type Clock, HOUR_MS } from '../../core/time/clock.ts';

/** The most chats to remember; one that drops out may be greeted again. */
const REMEMBERED = 2_000;

/** The greetings of chats, in which the bot says what it does: at most one an hour in each. */
export class Greetings {
  readonly #clock: Clock;
  readonly #greetedAt = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a chat may be greeted now. If so, it may not be greeted again for an hour. */
  beginGreeting(chat: string): boolean {
    const now = this.#clock.elapsed();
    const latest = this.#greetedAt.get(chat);
    if (latest !== undefined && now - latest < HOUR_MS) return false;
    this.#greetedAt.set(chat, now);
    return true;
  }
}
