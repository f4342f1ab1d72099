import { LRUCache } from 'lru-cache';
import type { InvocationContext } from '../../src/core/command/command.ts';
import type { Principal } from '../../src/core/principal.ts';
import { examplesFor } from '../help.ts';
import { type BotServices, readOr } from '../services.ts';

/** The most people to remember. One who drops out and has no checks gets the lesson again. */
const REMEMBERED = 10_000;

/** Teaches each person once what to send; after a restart, once more. */
export class Lessons {
  readonly #services: BotServices;
  readonly #taught = new LRUCache<Principal, true>({ max: REMEMBERED });

  constructor(services: BotServices) {
    this.#services = services;
  }

  /** Resolves with the examples to show, one line each; with none if the person knows them. */
  async examplesOnce(invocation: InvocationContext): Promise<readonly string[]> {
    const { requester } = invocation;
    if (this.#taught.has(requester)) return [];
    this.#taught.set(requester, true);
    // A person who has checked something knows what to send.
    if (await this.#hasChecked(requester)) return [];
    return examplesFor(this.#services, invocation);
  }

  /** False while the store fails: an error would be worse than showing the examples again. */
  async #hasChecked(person: Principal): Promise<boolean> {
    const { history } = this.#services;
    return (await readOr(this.#services, [], () => history.recent(person))).length > 0;
  }
}
