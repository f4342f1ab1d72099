import { LRUCache } from 'lru-cache';
import { allowUnheard, type Deferred, deferred } from '../../core/promises.ts';

/** The most requests to remember. A follow-up to one that drops out does not wait any longer. */
const REMEMBERED = 2_000;

/**
 * Knows for which requests something is shown. A follow-up waits for that, since it must not appear
 * above the reply that it follows.
 *
 * An event may arrive twice, and each time `open` is called. Only one of the two shows the reply,
 * perhaps before the second call, so that call changes nothing. A request that is reopened could
 * not be shown before, so it begins again: whoever waited for it has got the error.
 */
export class ShownRequests {
  readonly #requests = new LRUCache<string, Deferred<void>>({
    max: REMEMBERED,
    dispose: (shown) => shown.resolve(),
  });

  open(requestId: string): void {
    if (!this.#requests.has(requestId)) this.#begin(requestId);
  }

  reopen(requestId: string): void {
    this.#begin(requestId);
  }

  /** Notes that a state of the reply is shown, or that none will be, since it is outdated. */
  resolve(requestId: string): void {
    this.#requests.get(requestId)?.resolve();
  }

  /** Notes that not even the last state of the reply could be shown. */
  reject(requestId: string, error: unknown): void {
    this.#requests.get(requestId)?.reject(error);
  }

  /**
   * Resolves once something of the reply is shown, immediately if the request is unknown.
   * @throws the error of the last state if nothing could be shown
   */
  async untilShown(requestId: string): Promise<void> {
    await this.#requests.get(requestId)?.promise;
  }

  #begin(requestId: string): void {
    const shown = deferred<void>();
    allowUnheard(shown.promise);
    this.#requests.set(requestId, shown);
  }
}
