import { LRUCache } from 'lru-cache';
import type { AccountOf } from '../checks/accounts.ts';
import type { Receipt, ReplyTarget, Request } from '../core/adapter/request.ts';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/json.ts';
import { type Lifetime, RunEnding } from '../core/lifetime.ts';
import type { Principal } from '../core/principal.ts';
import type { Log } from '../ops/log/log.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { RequestRow, RequestTable } from '../store/schema/request.ts';
import type { Hasher } from '../store/seal/seal.ts';
import { hashRequestToken } from './live-buttons.ts';
import { replacedBy, samePress } from './open-presses.ts';
import { type Continuation, OpenRequest, type Origin } from './open-request.ts';
import { QuestionEdits } from './question-edits.ts';

/** Most ids that are remembered: some platforms deliver nothing again, and never ask for them. */
const KEPT_IDS = 10_000;

/** What becomes of a request that is handed in. */
export interface Acceptance {
  readonly receipt: Receipt;
  /** Undefined for an event that was accepted before. */
  readonly request?: OpenRequest;
}

/** The body of an open request's row. */
interface StoredBody extends Request {
  readonly continuation?: Continuation;
}

interface OpenRequestsOptions {
  readonly table: RequestTable;
  readonly seal: Hasher;
  readonly health: Pick<StoreHealth, 'noteFailure' | 'untilWritten' | 'writeOrQueue'>;
  readonly accountOf: AccountOf;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
  readonly log: Log;
}

/** The open requests of this process, and their rows. Only this class writes these rows. */
export class OpenRequests implements Iterable<OpenRequest> {
  readonly #all = new Map<string, OpenRequest>();
  readonly #options: OpenRequestsOptions;
  readonly #edits = new QuestionEdits();
  /**
   * The ids of what a platform was told to keep, and delivers again even if it is answered by then.
   */
  readonly #keptByPlatform = new LRUCache<string, true>({ max: KEPT_IDS });
  /** What the last run handed over, until it is written here. */
  #unwrittenHandover: readonly OpenRequest[] = [];
  /** Whether what earlier processes left open is being loaded, or was. */
  #isLoadBegun = false;

  constructor(options: OpenRequestsOptions) {
    this.#options = options;
  }

  /** In the order in which they came. */
  [Symbol.iterator](): IterableIterator<OpenRequest> {
    return this.#all.values();
  }

  /** What the store may lack of these requests and of those that the last run handed over. */
  handover(): readonly OpenRequest[] {
    const others = this.#unwrittenHandover.filter(({ id }) => !this.#all.has(id));
    return [...others, ...this.#all.values()];
  }

  /** How many need an answer: all, or those of the account of one person. */
  count(requester?: Principal): number {
    const account = requester === undefined ? undefined : this.#options.accountOf(requester);
    let count = 0;
    for (const request of this) {
      if (request.isUnanswered && (account === undefined || request.account === account))
        count += 1;
    }
    return count;
  }

  /** The one with this id. */
  get(id: string): OpenRequest | undefined {
    return this.#all.get(id);
  }

  /** The one with these buttons. */
  byToken(requestToken: string): OpenRequest | undefined {
    for (const request of this) {
      if (request.buttons.requestToken === requestToken) return request;
    }
    return undefined;
  }

  /** Whether a request was accepted before; false if the store cannot be read. */
  async isKnown(id: string): Promise<boolean> {
    return this.#all.has(id) || (await this.#storedState(id)) !== undefined;
  }

  /**
   * An edit of a question stops what the same message asked before, also if that comes later.
   * Resolves when that is written or queued.
   */
  async noteEdit(event: Request): Promise<void> {
    if (!this.#edits.note(event)) return;
    const outdated = [...this].filter((request) => this.#edits.isOutdated(request.event));
    await Promise.all(outdated.map((request) => this.stop(request)));
  }

  /**
   * The person of a request does not want it any more. Resolves with whether it still needed an
   * answer, when the stop is written or queued.
   */
  async stop(request: OpenRequest): Promise<boolean> {
    if (!request.stop()) return false;
    await this.#options.health.writeOrQueue('a stop', () => this.#writeBody(request));
    return true;
  }

  /**
   * Stores a request. While the store fails it is kept in memory, and stored later.
   * @throws internal errors only
   */
  async accept(event: Request): Promise<Acceptance> {
    const known = this.#all.get(event.id) ?? samePress(event, this);
    if (known !== undefined) {
      const receipt = await known.receipt;
      if (receipt === 'confirm') this.#keptByPlatform.delete(event.id);
      return { receipt };
    }
    // Answered and written: the store need not be asked, which may fail again.
    if (this.#keptByPlatform.delete(event.id)) return { receipt: 'confirm' };
    const request = this.#add({ event, acceptedAt: this.#options.clock.now(), phase: 'accepted' });
    try {
      if (await this.#insert(request)) return { request, receipt: 'confirm' };
    } catch (error) {
      if (!(error instanceof StoreFailed)) {
        this.drop(request);
        throw error;
      }
      this.#options.health.noteFailure(error);
      // An open row may be this one, written although the store failed to say so. A closed one is
      // not.
      if ((await this.#storedState(event.id)) !== 'closed') {
        this.#insertLater(request);
        this.#keptByPlatform.set(event.id, true);
        return { request, receipt: 'keep' };
      }
    }
    this.drop(request);
    return { receipt: 'confirm' };
  }

  /**
   * Loads what earlier processes left open, as pending requests. Waits for the store.
   * @param most counts a try for each that has fewer
   * @param handover of the last run of this process: the store may lack these requests, or that
   * they were answered
   */
  async load(most: number, handover: readonly OpenRequest[]): Promise<void> {
    const { table } = this.#options;
    if (handover.length > 0) {
      this.#unwrittenHandover = handover;
      await this.#untilWritten(() =>
        Promise.all(handover.map((request) => this.#writeHandedOver(request))),
      );
      this.#unwrittenHandover = [];
    }
    // If nothing was handed over, this begins at once: a request that is accepted meanwhile gets no
    // try.
    await this.#untilWritten(() => table.countTries(most));
    this.#isLoadBegun = true;
    let last: RequestRow | undefined;
    do {
      const rows = await this.#untilWritten(() => table.listOpen(last));
      for (const row of rows) this.#addLoaded(row);
      last = rows.at(-1);
    } while (last !== undefined);
  }

  /**
   * The reply is shown at another target now, or with other buttons. Resolves when that is written
   * or queued.
   */
  async noteShown(request: OpenRequest, target: ReplyTarget): Promise<void> {
    const { health } = this.#options;
    request.move(target);
    await health.writeOrQueue('where a reply is shown', () => this.#writeBody(request));
  }

  /** Waits for the store. */
  async setTries(request: OpenRequest, tries: number): Promise<void> {
    request.tries = tries;
    await this.#untilWritten(() => this.#options.table.setTries(request.id, tries));
  }

  /** Takes back the tries of all that have at most this many. Rejects if the store fails. */
  clearTries(most: number): Promise<void> {
    return this.#options.table.clearTries(most);
  }

  /**
   * Closes a request that needs no answer any more, and stores its buttons. Waits for the store.
   */
  async close(request: OpenRequest): Promise<void> {
    await this.#untilWritten(() => this.#writeClosed(request));
    this.drop(request);
  }

  /** Forgets a request whose row is closed, or was never its own. */
  drop(request: OpenRequest): void {
    request.markClosed();
    this.#all.delete(request.id);
  }

  /**
   * Closes the requests of a person that came before this one, and deletes the person's buttons.
   * Resolves with the number of requests. Rejects if the store fails.
   */
  async forget(requester: Principal, before: string): Promise<number> {
    const { table, clock } = this.#options;
    // Chosen before the store writes: what comes meanwhile is not meant.
    const theirs = [...this].filter((request) => request.requester === requester);
    const index = theirs.findIndex(({ id }) => id === before);
    const earlier = index < 0 ? theirs : theirs.slice(0, index);
    const later = theirs.slice(earlier.length);
    const kept = new Set([before, ...later.map(({ id }) => id)]);
    const forgotten = new Set(await table.forget(requester, kept, clock.now()));
    for (const request of earlier) {
      if (request.isUnanswered) forgotten.add(request.id);
      request.forget();
      if (request.phase === 'closed') this.#all.delete(request.id);
    }
    // Last: some may have been answered, and closed with their buttons, while the store wrote.
    await table.forgetButtons(requester);
    return forgotten.size;
  }

  #addLoaded({ id, body, tries, at }: RequestRow): void {
    // The row is sealed, so its form is known.
    const stored = body === undefined ? undefined : (parseJson(body) as StoredBody | undefined);
    if (stored === undefined || this.#all.has(id)) return;
    const { continuation, ...event } = stored;
    void this.noteEdit(event);
    this.#add({ event, acceptedAt: at, phase: 'pending', tries, continuation });
  }

  #add(origin: Omit<Origin, 'account' | 'requestToken'>): OpenRequest {
    const { seal, accountOf } = this.#options;
    const { id, requester } = origin.event;
    const requestToken = hashRequestToken(seal, id, requester);
    const request = new OpenRequest({ ...origin, account: accountOf(requester), requestToken });
    this.#all.set(id, request);
    if (this.#edits.isOutdated(origin.event)) request.stop();
    return request;
  }

  /** Resolves with whether the request is for this process to answer. */
  async #insert(request: OpenRequest): Promise<boolean> {
    const inserted = this.#writeOpen(request);
    request.receipt = inserted.then(
      () => 'confirm',
      () => 'keep',
    );
    if (await inserted) return true;
    // An earlier process left it open. If the load has begun, it skips a request that is open here,
    // so this delivery answers it; otherwise the load will.
    return this.#isLoadBegun && (await this.#storedState(request.id)) === 'open';
  }

  #insertLater(request: OpenRequest): void {
    const written = this.#untilWritten(async () => {
      if (request.isUnanswered) await this.#writeOpen(request);
    });
    written.then(
      () => {
        request.receipt = 'confirm';
      },
      (error: unknown) => this.#logUnlessEnding(error, request),
    );
  }

  async #storedState(id: string): Promise<'open' | 'closed' | undefined> {
    try {
      return await this.#options.table.stateOf(id);
    } catch (error) {
      // Whoever asks goes on without the store, whose failure is reported when it is written.
      if (!(error instanceof StoreFailed)) {
        this.#options.log.error({ err: error, request: id }, 'A stored request could not be read');
      }
      return undefined;
    }
  }

  #writeOpen(request: OpenRequest): Promise<boolean> {
    const { id, requester, acceptedAt } = request;
    return this.#options.table.insert(requester, { id, body: bodyOf(request), at: acceptedAt });
  }

  #writeBody(request: OpenRequest): Promise<void> {
    return this.#options.table.updateBody(request.id, bodyOf(request));
  }

  #writeClosed(request: OpenRequest): Promise<void> {
    const { table, clock } = this.#options;
    const { id, requester, buttons, isForgotten } = request;
    const body = isForgotten ? undefined : buttons.toStore(id, requester);
    const replaced = replacedBy(request, this);
    return table.close({
      id,
      at: clock.now(),
      buttons:
        body === undefined ? undefined : { token: buttons.requestToken, person: requester, body },
      // A colleague’s press is answered that the button is for someone else, and deletes nothing.
      replaced: replaced === undefined ? undefined : { token: replaced, person: requester },
      also: request.onClose,
    });
  }

  async #writeHandedOver(request: OpenRequest): Promise<void> {
    if (!request.isUnanswered) await this.#writeClosed(request);
    // Its row may still have an earlier place of its reply.
    else if (!(await this.#writeOpen(request))) await this.#writeBody(request);
  }

  #untilWritten<T>(work: () => Promise<T>): Promise<T> {
    const { health, lifetime } = this.#options;
    return health.untilWritten(work, lifetime.draining);
  }

  #logUnlessEnding(error: unknown, { id }: OpenRequest): void {
    if (error instanceof RunEnding) return;
    this.#options.log.error({ err: error, request: id }, 'A request could not be stored');
  }
}

function bodyOf({ event, continuation }: OpenRequest): string {
  const body: StoredBody = { ...event, continuation };
  return JSON.stringify(body);
}
