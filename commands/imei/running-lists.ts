import type { Principal } from '../../src/core/principal.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { Imei } from '../../src/imei/imei.ts';

/** A list that is being checked for a person, or a file that is being read. */
export interface RunningList {
  readonly requestId: string;
  readonly requester: Principal;
  /** Empty for a file. */
  readonly imeis: ReadonlySet<Imei>;
  /** How far it is. */
  readonly progress: () => Reply;
}

/**
 * What is under way in this process, so that people can ask how far it is, and nobody starts the
 * same list again unknowingly.
 */
export class RunningLists {
  readonly #lists = new Set<RunningList>();

  /** Keeps the list until the returned function is called. */
  begin(list: RunningList): () => void {
    this.#lists.add(list);
    return () => {
      this.#lists.delete(list);
    };
  }

  /** The oldest list of this person that has all of these IMEIs. */
  find(requester: Principal, imeis: readonly Imei[]): RunningList | undefined {
    return this.#having(requester, imeis).at(0);
  }

  /** What began last for this person, of what is under way. */
  latest(requester: Principal): RunningList | undefined {
    return [...this.#lists].findLast((list) => list.requester === requester);
  }

  /** All lists of this person that have these IMEIs and no others. */
  same(requester: Principal, imeis: readonly Imei[]): readonly RunningList[] {
    return this.#having(requester, imeis).filter((list) => list.imeis.size === imeis.length);
  }

  #having(requester: Principal, imeis: readonly Imei[]): readonly RunningList[] {
    return [...this.#lists].filter(
      (list) => list.requester === requester && imeis.every((imei) => list.imeis.has(imei)),
    );
  }
}
