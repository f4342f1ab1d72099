import type { Principal } from '../../src/core/adapter.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { Imei } from '../../src/imei/imei.ts';

/** A list that is being checked for a person. */
export interface RunningList {
  readonly requestId: string;
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

  /** The lists of this person that have all of these IMEIs, the oldest first. */
  find(requester: Principal, imeis: readonly Imei[]): readonly RunningList[] {
    return [...this.#lists].filter(
      (list) => list.requester === requester && imeis.every((imei) => list.imeis.has(imei)),
    );
  }
}
