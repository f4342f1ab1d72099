import type { AccountOf } from '../checks/accounts.ts';
import type { AskingEvent, Question, RequestEvent } from '../core/adapter/request-event.ts';
import type { Principal } from '../core/principal.ts';
import type { Hasher } from '../store/seal/seal.ts';
import { hashRequestToken } from './buttons/live-buttons.ts';
import { LiveRequest, type RequestStart } from './live-request.ts';
import { QuestionEdits } from './question-edits.ts';

interface LiveRequestsOptions {
  readonly seal: Hasher;
  readonly accountOf: AccountOf;
}

/**
 * The requests of this process, in memory from their acceptance until their rows are closed. So
 * some are settled: `size` counts them as well, `countOpen` does not.
 */
export class LiveRequests implements Iterable<LiveRequest> {
  readonly #all = new Map<string, LiveRequest>();
  readonly #options: LiveRequestsOptions;
  readonly #edits = new QuestionEdits();

  constructor(options: LiveRequestsOptions) {
    this.#options = options;
  }

  /** Yields the requests in the order in which this process has accepted or loaded them. */
  [Symbol.iterator](): IterableIterator<LiveRequest> {
    return this.#all.values();
  }

  /** The number of requests in memory, with settled ones whose rows are not closed yet. */
  get size(): number {
    return this.#all.size;
  }

  /** Counts those that are open: of everybody, or of the account of one person. */
  countOpen(requester?: Principal): number {
    const { accountOf } = this.#options;
    const account = requester && accountOf(requester);
    let count = 0;
    for (const request of this) {
      const isMeant = account === undefined || accountOf(request.requester) === account;
      if (isMeant && request.isOpen) count += 1;
    }
    return count;
  }

  /**
   * The requests of a person, the oldest first: those that earlier processes accepted, by their
   * times, then those of this process, in the order of their arrival. The times of the two groups
   * are not compared, since the clock may have been set back in between.
   */
  listOfPerson(requester: Principal): readonly LiveRequest[] {
    const theirs = [...this].filter((request) => request.requester === requester);
    const loaded = theirs.filter(({ isLoaded }) => isLoaded);
    const accepted = theirs.filter(({ isLoaded }) => !isLoaded);
    return [...loaded.sort((first, second) => first.acceptedAt - second.acceptedAt), ...accepted];
  }

  get(id: string): LiveRequest | undefined {
    return this.#all.get(id);
  }

  /** The request whose buttons have tokens that begin with this one. */
  findByToken(requestToken: string): LiveRequest | undefined {
    for (const request of this) {
      if (request.buttons.requestToken === requestToken) return request;
    }
    return undefined;
  }

  /** Adds a request, and stops it if its question was edited since. */
  add(start: Omit<RequestStart, 'requestToken'>): LiveRequest {
    const { id, requester } = start.event;
    const requestToken = hashRequestToken(this.#options.seal, id, requester);
    const request = new LiveRequest({ ...start, requestToken });
    this.#all.set(id, request);
    if (this.isEditedSince(request)) request.stop();
    return request;
  }

  /**
   * Remembers the edit of a question. Returns the open requests that the same person asked with
   * earlier versions of it.
   */
  recordEdit(event: RequestEvent): readonly LiveRequest[] {
    if (!this.#edits.rememberEdit(event)) return [];
    const { requester, question } = event;
    return [...this].filter((request) => {
      const isTheirs = request.requester === requester;
      return isTheirs && request.event.question?.id === question?.id && this.isEditedSince(request);
    });
  }

  /**
   * A press below the reply to a question belongs to that question, as it is now: its next edit
   * stops what the press began. A “yes” that was typed is a question itself.
   */
  withQuestion(press: AskingEvent, question: Question | undefined): AskingEvent {
    if (question === undefined || press.question !== undefined) return press;
    return this.#edits.withNewestVersion(press, question);
  }

  /** Whether the question of this request was edited after it was asked. */
  isEditedSince({ event: { requester, question } }: LiveRequest): boolean {
    return question !== undefined && this.#edits.isEditedSince(requester, question);
  }

  /** Whether an edit of this question replaces its reply, and so the buttons of that reply. */
  isReplyReplaced(requester: Principal, question: Question | undefined): boolean {
    return question !== undefined && this.#edits.isReplyReplaced(requester, question);
  }

  /** Removes a request whose row is closed, or that never had a row of its own. */
  drop(request: LiveRequest): void {
    request.markClosed();
    this.#all.delete(request.id);
  }
}
