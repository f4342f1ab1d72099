import { LRUCache } from 'lru-cache';
import { type Clock, HOUR_MS } from '../../core/clock.ts';

/** Chats that are remembered; one that is forgotten may be greeted again. */
const REMEMBERED = 10_000;

/** In which chats the bot has said lately what it does: at most once an hour. */
export class Greetings {
  readonly #clock: Clock;
  readonly #greetedAt = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a chat may be greeted now. If so, that counts as done, and it may not for an hour. */
  beginGreeting(chat: string): boolean {
    const now = this.#clock.elapsed();
    const latest = this.#greetedAt.get(chat);
    if (latest !== undefined && now - latest < HOUR_MS) return false;
    this.#greetedAt.set(chat, now);
    return true;
  }
}
