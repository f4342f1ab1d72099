import { LRUCache } from 'lru-cache';
import { allowUnheard, type Deferred, deferred } from '../../core/promises.ts';

/** The most requests to remember. A follow-up to one that drops out does not wait. */
const REMEMBERED = 2_000;

/**
 * Knows for which requests something is shown. A follow-up waits for that, since it must not appear
 * above the reply that it follows.
 *
 * A platform may deliver an event twice. Both deliveries open the request, and only one of them
 * shows its reply, perhaps before the other one is opened. So the second `open` changes nothing.
 * A request that is reopened could not be shown before, so it begins again.
 */
export class FirstShown {
  readonly #requests = new LRUCache<string, Deferred<void>>({ max: REMEMBERED });

  open(request: string): void {
    if (!this.#requests.has(request)) this.#begin(request);
  }

  reopen(request: string): void {
    this.#begin(request);
  }

  /** Notes that a state of the reply is shown, or that none will be, since it is outdated. */
  resolve(request: string): void {
    this.#requests.get(request)?.resolve();
  }

  /** Notes that not even the last state of the reply could be shown. */
  reject(request: string, error: unknown): void {
    this.#requests.get(request)?.reject(error);
  }

  /**
   * Resolves once something of the reply is shown, immediately if the request is unknown.
   * @throws the error of the last state if nothing could be shown
   */
  async untilShown(request: string): Promise<void> {
    await this.#requests.get(request)?.promise;
  }

  #begin(request: string): void {
    const shown = deferred<void>();
    allowUnheard(shown.promise);
    this.#requests.set(request, shown);
  }
}
