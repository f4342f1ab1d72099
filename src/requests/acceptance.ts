import { LRUCache } from 'lru-cache';
import type { AskingEvent, Receipt } from '../core/adapter/request-event.ts';
import { RunEnding } from '../core/lifetime/lifetime.ts';
import type { Clock } from '../core/time/clock.ts';
import type { Log } from '../ops/log/log.ts';
import type { RequestTable } from '../store/schema/request-table.ts';
import { StoreFailed } from '../store/store-errors.ts';
import { samePress } from './buttons/live-presses.ts';
import type { LiveRequest } from './live-request.ts';
import type { LiveRequests } from './live-requests.ts';
import type { RequestRows } from './request-rows.ts';

/** The most ids to remember. Those of events that never come again would pile up. */
const REMEMBERED = 5_000;

/** The result for a request that an adapter delivers. */
export interface Accepted {
  readonly receipt: Receipt;
  /** The request that the caller answers; undefined if it shows nothing for this delivery. */
  readonly request?: LiveRequest;
}

interface AcceptanceOptions {
  readonly requests: LiveRequests;
  readonly rows: Pick<RequestRows, 'insert' | 'insertLater' | 'isLoadBegun'>;
  readonly table: Pick<RequestTable, 'stateOf'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Accepts each event once: however often a platform delivers it, while earlier requests are loaded,
 * and while the store fails. A second press of the same button counts as a repeated delivery.
 *
 * Below each condition: the state of the row, the receipt, and who answers.
 *
 *     the request is live
 *       row written                no-reply               the earlier delivery
 *       row being written          no-reply or redeliver  the earlier delivery
 *       row not written            redeliver              the earlier delivery
 *     it is not, but this process has given the receipt `redeliver` for this event
 *       row closed                 no-reply               nobody: it was answered
 *     neither is true
 *       row inserted now           confirm                this delivery
 *       row closed                 no-reply               nobody: it was answered
 *       insert failed              redeliver              this delivery, with a row or without
 *       row cannot be read         redeliver              this delivery
 *       row open, load begun       confirm                this delivery
 *       row open, load not begun   no-reply               the load
 */
export class Acceptance {
  readonly #options: AcceptanceOptions;
  /** The receipt of each request whose row is not written yet. */
  readonly #receipts = new Map<LiveRequest, Promise<Receipt>>();
  /**
   * The ids of events with the receipt `redeliver`. Their platform delivers them again, even if
   * they are answered by then.
   */
  readonly #toBeRedelivered = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(options: AcceptanceOptions) {
    this.#options = options;
  }

  /** Whether the event with this id was accepted before; false if the store cannot be read. */
  async wasAccepted(id: string): Promise<boolean> {
    return (
      this.#options.requests.get(id) !== undefined || (await this.#storedState(id)) !== undefined
    );
  }

  /**
   * Stores a request. While the store fails, the request is kept in memory and stored later.
   * @throws internal errors only
   */
  async accept(event: AskingEvent): Promise<Accepted> {
    const { requests, clock } = this.#options;
    const earlier = requests.get(event.id) ?? samePress(event, requests);
    if (earlier !== undefined) return { receipt: await this.#receiptOfRepeat(event, earlier) };
    // Its row is closed: it was answered. No need to ask the store, which may fail again.
    if (this.#toBeRedelivered.delete(event.id)) return { receipt: 'no-reply' };
    return this.#acceptNew(requests.add({ event, acceptedAt: clock.now(), phase: 'ready' }));
  }

  /** The receipt of an event whose request, or first press of the same button, is in memory. */
  async #receiptOfRepeat({ id }: AskingEvent, earlier: LiveRequest): Promise<Receipt> {
    if ((await this.#receipts.get(earlier)) !== 'redeliver') {
      this.#toBeRedelivered.delete(id);
      return 'no-reply';
    }
    // A second press of the button has an id of its own, but no row to find it by.
    this.#toBeRedelivered.set(id, true);
    return 'redeliver';
  }

  /**
   * The last six lines of the table, in their order.
   * @throws internal errors only, and then drops the request
   */
  async #acceptNew(request: LiveRequest): Promise<Accepted> {
    const insertion = await this.#tryInsert(request);
    if (insertion === 'inserted') return this.#confirm(request);
    const row = await this.#storedState(request.id);
    if (row === 'closed') return this.#leave(request);
    // After a failed insert, an open row may be ours: its commit may have succeeded. If the row
    // cannot be read, the load may have skipped it. In both cases perhaps nobody else answers.
    if (insertion === 'failed' || row === undefined) return this.#redeliver(request);
    // The load skips this row, since the request is live.
    if (this.#options.rows.isLoadBegun) return this.#confirm(request);
    return this.#leave(request);
  }

  /** `exists`: the request has a row already. `failed`: the store fails. */
  async #tryInsert(request: LiveRequest): Promise<'inserted' | 'exists' | 'failed'> {
    const inserted = this.#options.rows.insert(request);
    const receipt = inserted.then(
      () => 'confirm' as const,
      () => 'redeliver' as const,
    );
    this.#receipts.set(request, receipt);
    try {
      return (await inserted) ? 'inserted' : 'exists';
    } catch (error) {
      if (error instanceof StoreFailed) return 'failed';
      this.#drop(request);
      throw error;
    }
  }

  #confirm(request: LiveRequest): Accepted {
    this.#receipts.delete(request);
    return { request, receipt: 'confirm' };
  }

  /** It is answered, and its platform keeps the event, since the store may lack it. */
  #redeliver(request: LiveRequest): Accepted {
    void this.#insertLater(request);
    this.#toBeRedelivered.set(request.id, true);
    return { request, receipt: 'redeliver' };
  }

  /** Another delivery or the load answers the event, or it was answered before. */
  #leave(request: LiveRequest): Accepted {
    this.#drop(request);
    return { receipt: 'no-reply' };
  }

  async #insertLater(request: LiveRequest): Promise<void> {
    try {
      await this.#options.rows.insertLater(request);
      this.#receipts.delete(request);
    } catch (error) {
      if (error instanceof RunEnding) return;
      this.#options.log.error(
        { err: error, request: request.id },
        'A request could not be stored; it is lost if this process ends before it is answered',
      );
    }
  }

  #drop(request: LiveRequest): void {
    this.#receipts.delete(request);
    this.#options.requests.drop(request);
  }

  async #storedState(id: string): Promise<'open' | 'closed' | undefined> {
    try {
      return await this.#options.table.stateOf(id);
    } catch (error) {
      // The caller goes on without the store.
      if (!(error instanceof StoreFailed)) {
        this.#options.log.error(
          { err: error, request: id },
          'The row of a request could not be read; the request counts as new',
        );
      }
      return undefined;
    }
  }
}
