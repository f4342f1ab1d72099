import type { InvocationContext } from '../../../src/core/command.ts';
import type { Principal } from '../../../src/core/principal.ts';
import { deferred } from '../../../src/core/promises.ts';
import type { Reply } from '../../../src/core/reply.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { CheckOutcome } from '../../../src/lists/outcome.ts';
import type { Waiting } from '../../../src/lists/waiting.ts';

/** A request of a person, and who reads its reply. */
type Asker = Pick<InvocationContext, 'requestId' | 'requester' | 'visibility'>;

/** A list that is being checked for a person, or a file that is being read. */
export interface RunningList {
  readonly invocation: Asker;
  /** Undefined for a file. */
  readonly checks?: RunningChecks;
  /** How far it is, for those who may read it. */
  readonly progress: () => Reply;
}

/** The checks of a list that are under way, and those that have ended. */
export interface RunningChecks {
  /** How each of them ends. */
  readonly outcomes: ReadonlyMap<Imei, Promise<CheckOutcome>>;
  waiting(): Waiting;
}

interface RepeatedRequest {
  readonly requester: Principal;
  readonly known: Promise<void>;
  readonly resolve: () => void;
}

/**
 * What is under way in this process, so that people can ask how far it is, and nobody starts the
 * same list again unknowingly.
 */
export class RunningLists {
  readonly #lists = new Set<RunningList>();
  /** The requests that are repeated, until it is known what they check. */
  readonly #repeated = new Map<string, RepeatedRequest>();

  /**
   * Expects checks of this request, which was begun before, until the returned function is called.
   */
  expect({ requestId, requester }: Pick<Asker, 'requestId' | 'requester'>): () => void {
    const { promise: known, resolve } = deferred<void>();
    this.#repeated.set(requestId, { requester, known, resolve });
    return () => {
      this.#repeated.delete(requestId);
      resolve();
    };
  }

  /**
   * Resolves when it is known what this person’s other repeated requests check: after a start they
   * begin together, and a long list is planned before it is found here.
   */
  async untilKnown({ requestId, requester }: Pick<Asker, 'requestId' | 'requester'>) {
    // Two must not wait for each other.
    this.#repeated.get(requestId)?.resolve();
    const theirs = [...this.#repeated.values()].filter((one) => one.requester === requester);
    await Promise.all(theirs.map(({ known }) => known));
  }

  /** Keeps the list until the returned function is called. */
  begin(list: RunningList): () => void {
    this.#lists.add(list);
    if (list.checks !== undefined) this.#repeated.get(list.invocation.requestId)?.resolve();
    return () => {
      this.#lists.delete(list);
    };
  }

  /** The oldest list of the asker that has all of these IMEIs, and may be shown there. */
  find(asker: Asker, imeis: readonly Imei[]): RunningList | undefined {
    return this.#having(asker.requester, imeis).find((list) => mayShow(list, asker));
  }

  /** What began last for the asker, of what is under way and may be shown there. */
  latest(asker: Asker): RunningList | undefined {
    return this.#of(asker.requester).findLast((list) => mayShow(list, asker));
  }

  /** How the check of this IMEI ends that is under way for this person. */
  outcomeOf(requester: Principal, imei: Imei): Promise<CheckOutcome> | undefined {
    return this.#having(requester, [imei]).at(-1)?.checks?.outcomes.get(imei);
  }

  /** The asker’s other requests that check these IMEIs and no others. */
  othersWith({ requestId, requester }: Asker, imeis: readonly Imei[]): readonly string[] {
    return this.#having(requester, imeis)
      .filter(({ checks }) => checks?.outcomes.size === imeis.length)
      .map(({ invocation }) => invocation.requestId)
      .filter((id) => id !== requestId);
  }

  #having(requester: Principal, imeis: readonly Imei[]): readonly RunningList[] {
    return this.#of(requester).filter(({ checks }) =>
      imeis.every((imei) => checks?.outcomes.has(imei)),
    );
  }

  #of(requester: Principal): readonly RunningList[] {
    return [...this.#lists].filter(({ invocation }) => invocation.requester === requester);
  }
}

/** What was asked in private is not shown where others can read. */
function mayShow({ invocation }: RunningList, { visibility }: Asker): boolean {
  return visibility === 'private' || invocation.visibility === 'shared';
}
