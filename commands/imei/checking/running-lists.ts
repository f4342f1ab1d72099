import type { InvocationContext } from '../../../src/core/command.ts';
import type { Principal } from '../../../src/core/principal.ts';
import type { Reply } from '../../../src/core/reply.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { CheckOutcome } from '../../../src/lists/outcome.ts';
import type { Waiting } from '../../../src/lists/waiting.ts';
import { RepeatedRequests } from './repeated-requests.ts';

/** A request, whose it is, and who reads its reply. */
type ListRequest = Pick<InvocationContext, 'requestId' | 'requester' | 'visibility'>;

/** A list that is being checked for a person, or a file that is being read. */
export interface RunningList {
  readonly invocation: ListRequest;
  /** Undefined while a file is being read. */
  readonly checks?: RunningChecks;
  /** Makes the reply that shows the progress. */
  readonly progress: () => Reply;
}

/** The checks of a running list. */
export interface RunningChecks {
  /** How each check ends, or has ended. */
  readonly outcomes: ReadonlyMap<Imei, Promise<CheckOutcome>>;
  waiting(): Waiting;
}

/**
 * What is under way in this process, so that people can ask for its progress, and do not start the
 * same list twice by accident. If a person has several such lists, the newest is meant: it may
 * repeat a check that has failed in an older one.
 */
export class RunningLists {
  readonly repeated = new RepeatedRequests();
  /** The oldest first. */
  readonly #lists = new Set<RunningList>();

  /** Keeps the list until the returned function is called. */
  begin(list: RunningList): () => void {
    this.#lists.add(list);
    if (list.checks !== undefined) this.repeated.markKnown(list.invocation.requestId);
    return () => {
      this.#lists.delete(list);
    };
  }

  /** The newest list of this person that has all of the IMEIs, if the reply may show it. */
  find(request: ListRequest, imeis: readonly Imei[]): RunningList | undefined {
    return this.#withAll(request.requester, imeis).findLast((list) => mayShow(list, request));
  }

  /** The newest list or file of this person that the reply may show. */
  latest(request: ListRequest): RunningList | undefined {
    return this.#listsOf(request.requester).findLast((list) => mayShow(list, request));
  }

  /** How this person’s check of the IMEI ends; undefined if none is under way. */
  outcomeOf(requester: Principal, imei: Imei): Promise<CheckOutcome> | undefined {
    return this.#withAll(requester, [imei]).at(-1)?.checks?.outcomes.get(imei);
  }

  /** The ids of this person’s other requests that check these IMEIs and no others. */
  othersWith({ requestId, requester }: ListRequest, imeis: readonly Imei[]): readonly string[] {
    return this.#withAll(requester, imeis)
      .filter(({ checks }) => checks?.outcomes.size === imeis.length)
      .map(({ invocation }) => invocation.requestId)
      .filter((id) => id !== requestId);
  }

  #withAll(requester: Principal, imeis: readonly Imei[]): readonly RunningList[] {
    return this.#listsOf(requester).filter(({ checks }) =>
      imeis.every((imei) => checks?.outcomes.has(imei)),
    );
  }

  #listsOf(requester: Principal): readonly RunningList[] {
    return [...this.#lists].filter(({ invocation }) => invocation.requester === requester);
  }
}

/** A list from a private chat is not shown where others can read. */
function mayShow({ invocation }: RunningList, { visibility }: ListRequest): boolean {
  return visibility === 'private' || invocation.visibility === 'shared';
}
