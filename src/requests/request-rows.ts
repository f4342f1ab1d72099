import type { AskingEvent, ReplyTarget } from '../core/adapter/request-event.ts';
import type { Lifetime } from '../core/lifetime/lifetime.ts';
import type { Principal } from '../core/principal.ts';
import type { Action } from '../core/reply/reply.ts';
import type { Clock } from '../core/time/clock.ts';
import type { RequestRow, RequestTable } from '../store/schema/request-table.ts';
import type { StoreHealth } from '../store/store-health.ts';
import { replacedTokenOf } from './buttons/live-presses.ts';
import type { Continuation, LiveRequest } from './live-request.ts';
import type { LiveRequests } from './live-requests.ts';
import { readSealedJson } from './sealed-json.ts';

interface RequestRowsOptions {
  readonly requests: LiveRequests;
  readonly table: RequestTable;
  readonly health: Pick<StoreHealth, 'untilWritten' | 'writeOrQueue'>;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/** The body of an open request's row. */
interface StoredBody extends AskingEvent {
  readonly continuation?: Continuation;
}

/** A state of a reply as a platform shows it. */
interface ShownState {
  readonly target: ReplyTarget;
  readonly actions: readonly Action[];
  /** The message that has its buttons; undefined if the platform does not name messages. */
  readonly message: string | undefined;
}

/** The rows of the open requests. Only this class writes them. */
export class RequestRows {
  readonly #options: RequestRowsOptions;
  /** The requests that the last run handed over, until this run has written them. */
  readonly #unwrittenHandover = new Set<LiveRequest>();
  #isLoadBegun = false;
  /**
   * The ids of requests that are closed while the load reads some rows, which would bring them
   * back; undefined while it reads none.
   */
  #closedMeanwhile: Set<string> | undefined;

  constructor(options: RequestRowsOptions) {
    this.#options = options;
  }

  /** Whether the load of open requests has begun. It may be over. */
  get isLoadBegun(): boolean {
    return this.#isLoadBegun;
  }

  /**
   * Loads the requests that earlier processes left open, as pending ones, and raises the suspicion
   * of each. Waits for the store.
   * @param suspicionLimit only a suspicion below it is raised
   * @param handover the requests that the last run of this process handed over: the store may lack
   *   them, or may not have noted that they were answered. They are written first.
   */
  async load(suspicionLimit: number, handover: readonly LiveRequest[]): Promise<void> {
    const { table } = this.#options;
    if (handover.length > 0) await this.#writeHandover(handover);
    // Without a handover this is the first write, before the rows of requests that are accepted
    // meanwhile: these are not suspicious.
    await this.#untilWritten(() => table.raiseSuspicions(suspicionLimit));
    this.#isLoadBegun = true;
    let last: RequestRow | undefined;
    do {
      const closed = new Set<string>();
      this.#closedMeanwhile = closed;
      const rows = await this.#untilWritten(() => table.listOpen(last));
      const open = rows.filter(({ id }) => !closed.has(id));
      await Promise.all(open.map((row) => this.#addLoaded(row)));
      last = rows.at(-1);
    } while (last !== undefined);
    this.#closedMeanwhile = undefined;
  }

  /**
   * The requests that the store may lack: all live ones, and those of the last run that are not
   * written yet.
   */
  handover(): readonly LiveRequest[] {
    const { requests } = this.#options;
    const others = [...this.#unwrittenHandover].filter(({ id }) => requests.get(id) === undefined);
    return [...others, ...requests];
  }

  /**
   * Adds the row of a request. Resolves with false if it has one already, open or closed.
   * @throws StoreFailed
   */
  insert(request: LiveRequest): Promise<boolean> {
    const { id, requester, acceptedAt } = request;
    return this.#options.table.insert(requester, { id, body: bodyOf(request), at: acceptedAt });
  }

  /** Waits for the store, and adds the row of a request if it is still open then. */
  async insertLater(request: LiveRequest): Promise<void> {
    await this.#untilWritten(async () => {
      if (request.isOpen) await this.insert(request);
    });
  }

  /**
   * Notes that a state before the last one is shown. Resolves when the place and the buttons are
   * written or queued, if they have changed.
   */
  async recordShown(request: LiveRequest, { target, actions, message }: ShownState): Promise<void> {
    const before = shownIn(request);
    request.move(target);
    request.buttons.recordShown(actions, message);
    if (shownIn(request) === before) return;
    await this.#writeOrQueueBody('where a reply is shown', request);
  }

  /**
   * Stops these requests. Resolves when that is written or queued, with whether one of them was
   * open.
   */
  async stop(requests: readonly LiveRequest[]): Promise<boolean> {
    const stopped = requests.filter((request) => request.stop());
    if (stopped.length === 0) return false;
    for (const request of stopped) request.stopNoted = this.#writeOrQueueBody('a stop', request);
    await Promise.all(stopped.map((request) => request.stopNoted));
    return true;
  }

  /** Writes the suspicion of a request. Waits for the store. */
  writeSuspicion({ id, suspicion }: LiveRequest): Promise<void> {
    return this.#untilWritten(() => this.#options.table.setSuspicion(id, suspicion));
  }

  /**
   * Sets the suspicion of each open request back to 0, unless it is above this limit.
   * @throws StoreFailed
   */
  clearSuspicions(suspicionLimit: number): Promise<void> {
    return this.#options.table.clearSuspicions(suspicionLimit);
  }

  /**
   * Closes a settled request, and stores its buttons. Waits for the store,
   * also while the run drains: without this write the next process would answer it again.
   */
  async close(request: LiveRequest): Promise<void> {
    const { health, lifetime } = this.#options;
    await health.untilWritten(() => this.#writeClosed(request), lifetime.over);
    this.#closedMeanwhile?.add(request.id);
    this.#options.requests.drop(request);
  }

  /**
   * Closes the requests of a person that came before this one, and deletes the person's buttons.
   * Resolves with the number of requests.
   * @throws StoreFailed
   */
  async forget(requester: Principal, beforeId: string): Promise<number> {
    const { requests, table, clock } = this.#options;
    // Chosen before the store writes, since requests that come meanwhile are not meant.
    const theirs = requests.listOfPerson(requester);
    const index = theirs.findIndex(({ id }) => id === beforeId);
    const earlier = index < 0 ? theirs : theirs.slice(0, index);
    const later = theirs.slice(earlier.length);
    const kept = new Set([beforeId, ...later.map(({ id }) => id)]);
    const forgotten = new Set(await table.forget(requester, kept, clock.now()));
    for (const request of earlier) {
      if (request.isOpen) forgotten.add(request.id);
      request.forget();
      if (request.phase === 'closed') requests.drop(request);
    }
    // Last: some may have been answered, and closed with their buttons, while the store wrote.
    await table.forgetButtons(requester);
    return forgotten.size;
  }

  /**
   * Adds a request as pending, unless its body cannot be read or it is in memory already. If its
   * event is the edit of a question, stops what the question asked before; if a later edit was
   * noted, stops this request.
   */
  async #addLoaded({ id, body, suspicion, at: acceptedAt }: RequestRow): Promise<void> {
    const { requests } = this.#options;
    const stored = readSealedJson<StoredBody>(body);
    if (stored === undefined || requests.get(id) !== undefined) return;
    const { continuation, ...event } = stored;
    const stopped = requests.recordEdit(event);
    const request = requests.add({ event, acceptedAt, phase: 'pending', suspicion, continuation });
    await this.stop(requests.isEditedSince(request) ? [...stopped, request] : stopped);
  }

  /** Writes these requests. An error that is not the store’s affects only its own request. */
  async #writeHandover(handover: readonly LiveRequest[]): Promise<void> {
    const { lifetime } = this.#options;
    for (const request of handover) this.#unwrittenHandover.add(request);
    const written = handover.map((request) =>
      lifetime.background('what the last run handed over', async () => {
        await this.#untilWritten(() => this.#writeHandedOver(request));
        this.#unwrittenHandover.delete(request);
      }),
    );
    await Promise.all(written);
    lifetime.draining.throwIfAborted();
  }

  async #writeHandedOver(request: LiveRequest): Promise<void> {
    if (!request.isOpen) {
      await this.#writeClosed(request);
      return;
    }
    if (await this.insert(request)) return;
    // Its person may have stopped it in another process, which has served since.
    const body = await this.#options.table.bodyOf(request.id);
    const stored = readSealedJson<StoredBody>(body);
    if (stored?.continuation?.isStopped === true) request.stop();
    // The row may still have an earlier place of its reply.
    await this.#writeBody(request);
  }

  #writeClosed(request: LiveRequest): Promise<void> {
    const { requests, table, clock } = this.#options;
    const { id, requester, buttons, isForgotten } = request;
    const stored = isForgotten ? undefined : buttons.toStore(request.event);
    const replaced = replacedTokenOf(request, requests);
    return table.close({
      id,
      at: clock.now(),
      buttons:
        stored === undefined
          ? undefined
          : { token: buttons.requestToken, person: requester, body: stored },
      // The press of a colleague only gets a notice, and must not delete the person’s buttons.
      replaced: replaced === undefined ? undefined : { token: replaced, person: requester },
      also: request.onClose,
    });
  }

  #writeOrQueueBody(name: string, request: LiveRequest): Promise<void> {
    return this.#options.health.writeOrQueue(name, () => this.#writeBody(request));
  }

  #writeBody(request: LiveRequest): Promise<void> {
    return this.#options.table.updateBody(request.id, bodyOf(request));
  }

  #untilWritten<T>(work: () => Promise<T>): Promise<T> {
    const { health, lifetime } = this.#options;
    return health.untilWritten(work, lifetime.draining);
  }
}

/** The part of the shown state that the row keeps: two states can be compared by it. */
function shownIn({ event, buttons }: LiveRequest): string {
  return JSON.stringify([event.target, buttons.shown]);
}

function bodyOf({ event, continuation }: LiveRequest): string {
  const body: StoredBody = { ...event, continuation };
  return JSON.stringify(body);
}
