import { LRUCache } from 'lru-cache';
import type { InvocationContext } from '../../src/core/command.ts';
import type { Principal } from '../../src/core/principal.ts';
import { examplesFor } from '../help.ts';
import { type BotServices, readOr } from '../services.ts';

/** People who are remembered; a forgotten one gets the lesson again. */
const REMEMBERED = 10_000;

/** Who has read what an IMEI is and what to send: each person reads it once. */
export class Lessons {
  readonly #services: BotServices;
  readonly #taught = new LRUCache<Principal, true>({ max: REMEMBERED });

  constructor(services: BotServices) {
    this.#services = services;
  }

  /** Resolves with the examples that a person gets now, one line each: the next time with none. */
  async teachOnce(invocation: InvocationContext): Promise<readonly string[]> {
    const { requester } = invocation;
    if (this.#taught.has(requester)) return [];
    this.#taught.set(requester, true);
    // A person who has checked something knows how.
    if (await this.#hasChecked(requester)) return [];
    return examplesFor(this.#services, invocation);
  }

  /** False while the store fails: better the examples once more than an error in their place. */
  async #hasChecked(person: Principal): Promise<boolean> {
    const { history } = this.#services;
    return (await readOr(this.#services, [], () => history.recent(person))).length > 0;
  }
}
