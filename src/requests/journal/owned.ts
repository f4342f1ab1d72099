import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { Sign } from '../../store/cluster/attendance.ts';
import type { Members } from '../../store/cluster/members.ts';
import type { RowOptions, Rows } from '../../store/contract.ts';

/** A process says again that it is listed after so long, well before its row expires. */
const LIST_AGAIN_MS = HOUR_MS;

/**
 * Which requests each process owns, so that those of a process that is gone are found without reading those of all others.
 * It follows the owners: what it names may have been answered or taken since.
 */
export interface Owned {
  /** This process is about to own a request. */
  add(id: string): Promise<void>;
  /** A process owns a request no longer. */
  remove(id: string, owner: string): Promise<void>;
  /** The other processes that have owned something, each with another word when it has listed itself again. */
  others(): Promise<readonly Sign[]>;
  /** The ids of what a process may own. */
  idsOf(owner: string): Promise<readonly string[]>;
  /** Takes a process off the list that is gone and owns nothing. */
  dismiss(owner: string): Promise<void>;
}

export interface OwnedNeeds {
  /** The requests, in the group of their process. */
  readonly owned: Pick<Rows, 'put' | 'entriesOf'>;
  /** The processes. */
  readonly processes: Pick<Rows, 'put' | 'delete' | 'entries'>;
  readonly members: Pick<Members, 'id' | 'hasCountedAsGone'>;
  readonly clock: Clock;
  /** Until when a row is needed. */
  readonly lease: () => Required<RowOptions>;
}

export function createOwned({ owned, processes, members, clock, lease }: OwnedNeeds): Owned {
  const by = members.id;
  let listedAt = Number.NEGATIVE_INFINITY;
  let listings = 0;
  const list = async (): Promise<void> => {
    // Others take off the list whom they take for gone.
    if (clock.elapsed() - listedAt < LIST_AGAIN_MS && !members.hasCountedAsGone()) return;
    const now = clock.elapsed();
    listings += 1;
    await processes.put(by, String(listings), lease());
    listedAt = now;
  };
  return {
    add: async (id) => {
      await Promise.all([list(), owned.put(`${by}/${id}`, '', lease())]);
    },
    // Over at once rather than deleted: so it goes with other writes, in one statement.
    remove: (id, owner) => owned.put(`${owner}/${id}`, '', { expiresAt: clock.now() }),
    others: async () => (await processes.entries()).filter(([name]) => name !== by),
    idsOf: async (owner) => (await owned.entriesOf(owner)).map(([id]) => id.slice(owner.length + 1)),
    dismiss: async (owner) => {
      await processes.delete(owner);
    },
  };
}
