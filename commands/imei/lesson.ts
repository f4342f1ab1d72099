import { LRUCache } from 'lru-cache';
import type { Principal } from '../../src/core/principal.ts';
import type { BotServices } from '../services.ts';

/** People who are remembered; a forgotten one gets the lesson again. */
const REMEMBERED = 10_000;

/** Who has read what an IMEI is and what to send: each person reads it once. */
export class Lessons {
  readonly #history: BotServices['history'];
  readonly #taught = new LRUCache<Principal, true>({ max: REMEMBERED });

  constructor(history: BotServices['history']) {
    this.#history = history;
  }

  /** Resolves with whether a person gets the lesson now: the next time they do not. */
  async teachOnce(person: Principal): Promise<boolean> {
    if (this.#taught.has(person)) return false;
    this.#taught.set(person, true);
    // A person who has checked something knows how.
    return (await this.#history.recent(person)).length === 0;
  }
}
