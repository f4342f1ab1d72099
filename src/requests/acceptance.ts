import { LRUCache } from 'lru-cache';
import type { AskingEvent, Receipt } from '../core/adapter/request.ts';
import type { Clock } from '../core/clock.ts';
import { RunEnding } from '../core/lifetime.ts';
import type { Log } from '../ops/log/log.ts';
import { StoreFailed } from '../store/errors.ts';
import type { RequestTable } from '../store/schema/request.ts';
import { samePress } from './open-presses.ts';
import type { OpenRequest } from './open-request.ts';
import type { OpenRequests } from './open-requests.ts';
import type { RequestRows } from './request-rows.ts';

/** Most ids that are remembered: those of a platform that delivers nothing again would stay. */
const KEPT_IDS = 10_000;

/** What becomes of a request that is handed in. */
export interface Accepted {
  readonly receipt: Receipt;
  /** Undefined for an event that was accepted before. */
  readonly request?: OpenRequest;
}

interface AcceptanceOptions {
  readonly requests: OpenRequests;
  readonly rows: Pick<RequestRows, 'insert' | 'insertLater' | 'isLoadBegun'>;
  readonly table: Pick<RequestTable, 'stateOf'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What came of the try to insert the row of a request that was not known. `written`: it is there.
 * `unwritten`: the store fails. `not-ours`: it was answered, or the load finds it.
 */
type Insertion = 'written' | 'unwritten' | 'not-ours';

/**
 * Accepts each event once, by its row: however often a platform delivers it, while earlier requests
 * are loaded, and while the store fails. An event is known here by its id, or as a second press of
 * the same button. _Kept_: a platform was asked to keep it.
 *
 *     in memory       in the store          receipt             who answers it
 *     open            its row               no-reply            the earlier delivery
 *                     soon: being written   no-reply or keep    the earlier delivery
 *                     fails                 keep                the earlier delivery
 *     kept, answered  its row               no-reply            nobody: it was answered
 *     nothing         now its row           confirm             this delivery      (written)
 *                     open, load begun      confirm             this delivery      (written)
 *                     open, load not begun  no-reply            the load           (not-ours)
 *                     closed                no-reply            nobody             (not-ours)
 *                     fails, reads closed   no-reply            nobody             (not-ours)
 *                     fails                 keep                this delivery      (unwritten)
 */
export class Acceptance {
  readonly #options: AcceptanceOptions;
  /** The receipt of an open request whose row is not written yet. */
  readonly #receipts = new Map<OpenRequest, Promise<Receipt>>();
  /**
   * The ids of what a platform was asked to keep. It delivers them again even if they are answered
   * by then.
   */
  readonly #keptByPlatform = new LRUCache<string, true>({ max: KEPT_IDS });

  constructor(options: AcceptanceOptions) {
    this.#options = options;
  }

  /** Whether a request was accepted before; false if the store cannot be read. */
  async isKnown(id: string): Promise<boolean> {
    return (
      this.#options.requests.get(id) !== undefined || (await this.#storedState(id)) !== undefined
    );
  }

  /**
   * Stores a request. While the store fails it is kept in memory, and stored later.
   * @throws internal errors only
   */
  async accept(event: AskingEvent): Promise<Accepted> {
    const { requests, clock } = this.#options;
    const known = requests.get(event.id) ?? samePress(event, requests);
    if (known !== undefined) return { receipt: await this.#receiptOfRepeat(event, known) };
    // Answered and written: the store need not be asked, which may fail again.
    if (this.#keptByPlatform.delete(event.id)) return { receipt: 'no-reply' };
    const request = requests.add({ event, acceptedAt: clock.now(), phase: 'accepted' });
    switch (await this.#insert(request)) {
      case 'written':
        this.#receipts.delete(request);
        return { request, receipt: 'confirm' };
      case 'unwritten':
        void this.#insertLater(request);
        this.#keptByPlatform.set(request.id, true);
        return { request, receipt: 'keep' };
      case 'not-ours':
        this.#drop(request);
        return { receipt: 'no-reply' };
    }
  }

  /** The receipt of an event whose request, or the first press of the same button, is open. */
  async #receiptOfRepeat({ id }: AskingEvent, known: OpenRequest): Promise<Receipt> {
    if ((await this.#receipts.get(known)) !== 'keep') {
      this.#keptByPlatform.delete(id);
      return 'no-reply';
    }
    // A second press has another id than the first, and no row.
    this.#keptByPlatform.set(id, true);
    return 'keep';
  }

  /** @throws internal errors only, and then drops the request */
  async #insert(request: OpenRequest): Promise<Insertion> {
    const { rows } = this.#options;
    const inserted = rows.insert(request);
    const receipt = inserted.then(
      () => 'confirm' as const,
      () => 'keep' as const,
    );
    this.#receipts.set(request, receipt);
    try {
      if (await inserted) return 'written';
    } catch (error) {
      if (error instanceof StoreFailed) {
        // An open row may be this one, written although the store failed to say so.
        return (await this.#storedState(request.id)) === 'closed' ? 'not-ours' : 'unwritten';
      }
      this.#drop(request);
      throw error;
    }
    // Once the load has begun it skips this row, since the request is in memory.
    const isSkipped = rows.isLoadBegun && (await this.#storedState(request.id)) === 'open';
    return isSkipped ? 'written' : 'not-ours';
  }

  async #insertLater(request: OpenRequest): Promise<void> {
    try {
      await this.#options.rows.insertLater(request);
      this.#receipts.delete(request);
    } catch (error) {
      if (error instanceof RunEnding) return;
      this.#options.log.error({ err: error, request: request.id }, 'A request could not be stored');
    }
  }

  #drop(request: OpenRequest): void {
    this.#receipts.delete(request);
    this.#options.requests.drop(request);
  }

  async #storedState(id: string): Promise<'open' | 'closed' | undefined> {
    try {
      return await this.#options.table.stateOf(id);
    } catch (error) {
      // The caller goes on without the store.
      if (!(error instanceof StoreFailed)) {
        this.#options.log.error({ err: error, request: id }, 'A stored request could not be read');
      }
      return undefined;
    }
  }
}
