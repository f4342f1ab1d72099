import type { Principal } from '../../src/core/adapter.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { Imei } from '../../src/imei/imei.ts';

/** A list that is being checked for a person. */
export interface RunningList {
  readonly requester: Principal;
  readonly imeis: ReadonlySet<Imei>;
  /** How far it is. */
  readonly progress: () => Reply;
}

/** The lists under way in this process, so that nobody starts the same list again unknowingly. */
export class RunningLists {
  readonly #lists = new Set<RunningList>();

  /** Keeps the list until the returned function is called. */
  begin(list: RunningList): () => void {
    this.#lists.add(list);
    return () => {
      this.#lists.delete(list);
    };
  }

  /** The list of this person that has all of these IMEIs. */
  find(requester: Principal, imeis: readonly Imei[]): RunningList | undefined {
    for (const list of this.#lists) {
      const isSame = list.requester === requester && imeis.every((imei) => list.imeis.has(imei));
      if (isSame) return list;
    }
    return undefined;
  }
}
