import type { InvocationContext } from '../../src/core/command.ts';
import type { Principal } from '../../src/core/principal.ts';
import type { Reply, Visibility } from '../../src/core/reply.ts';
import type { Imei } from '../../src/imei/imei.ts';

/** Who asks what is under way, and who reads the reply. */
type Asker = Pick<InvocationContext, 'requester' | 'visibility'>;

/** A list that is being checked for a person, or a file that is being read. */
export interface RunningList {
  readonly requestId: string;
  readonly requester: Principal;
  /** Who may read its progress. */
  readonly visibility: Visibility;
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

  /** The oldest list of the asker that has all of these IMEIs, and may be shown there. */
  find(asker: Asker, imeis: readonly Imei[]): RunningList | undefined {
    return this.#having(asker.requester, imeis).find((list) => mayShow(list, asker));
  }

  /** What began last for the asker, of what is under way and may be shown there. */
  latest(asker: Asker): RunningList | undefined {
    return [...this.#lists].findLast(
      (list) => list.requester === asker.requester && mayShow(list, asker),
    );
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

/** What was asked in private is not shown where others can read. */
function mayShow(list: RunningList, { visibility }: Asker): boolean {
  return visibility === 'private' || list.visibility === 'shared';
}
