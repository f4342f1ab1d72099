import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Principal } from '../../core/requester.ts';
import type { Rows } from '../../store/contract.ts';
import type { Naming } from '../../store/seal/sealed-rows.ts';

/** More than are open at once in one process. */
const MOST_OPEN = 10_000;

/** Who asked, and for which request. */
export interface AskedRequest {
  readonly id: string;
  readonly requester: Principal;
}

/** The open requests of each person, so that theirs are found without reading those of others. */
export interface AskedBy {
  /** Rejects when it cannot be written. */
  add(asked: AskedRequest): Promise<void>;
  /** The request is completed. Never rejects. */
  remove(asked: AskedRequest): Promise<void>;
  /** The ids of a person's requests; some of them may be completed. */
  idsOf(requester: Principal): Promise<readonly string[]>;
}

/**
 * For a process that has its journal to itself: it accepts every request, or finds it left open at its start, so that its
 * memory has all of them.
 */
export function createAskedHere(): AskedBy {
  const requesters = new LRUCache<string, Principal>({ max: MOST_OPEN });
  return {
    add: async ({ id, requester }) => {
      requesters.set(id, requester);
    },
    remove: async ({ id }) => {
      requesters.delete(id);
    },
    idsOf: async (requester) =>
      [...requesters.entries()].flatMap(([id, asker]) => (asker === requester ? [id] : [])),
  };
}

/** What {@link createAskedBy} works with. */
export interface AskedByNeeds {
  readonly rows: Pick<Rows, 'put' | 'entriesOf'>;
  /** Names the rows: nobody can tell from them who asked. */
  readonly seal: Naming;
  readonly clock: Clock;
  /** How long a request may be open and worked on. */
  readonly keptMs: number;
  readonly onError: (error: unknown) => void;
}

/** For processes that share a journal, which find each other's requests by rows. */
export function createAskedBy(needs: AskedByNeeds): AskedBy {
  const { rows, seal, clock, keptMs, onError } = needs;
  const groupOf = (requester: Principal): string => seal.hash(`asked by ${requester}`);
  const put = ({ id, requester }: AskedRequest, expiresAt: number): Promise<void> =>
    rows.put(`${groupOf(requester)}/${id}`, '', { expiresAt });
  return {
    add: (asked) => put(asked, clock.now() + keptMs),
    // Over at once rather than deleted: so it goes with the row of the request, in one statement.
    remove: (asked) => put(asked, clock.now()).catch(onError),
    idsOf: async (requester) => {
      const found = await rows.entriesOf(groupOf(requester));
      return found.map(([id]) => id.slice(id.indexOf('/') + 1));
    },
  };
}
