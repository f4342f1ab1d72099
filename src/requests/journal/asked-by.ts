import type { Clock } from '../../core/clock.ts';
import type { Principal } from '../../core/requester.ts';
import type { Rows } from '../../store/contract.ts';

/** Who asked, and for which request. */
export interface Asked {
  readonly id: string;
  readonly requester: Principal;
}

/** The open requests of each person, so that theirs are found without reading those of others. */
export interface AskedBy {
  /** Never rejects. */
  add(asked: Asked): Promise<void>;
  /** The request is completed. Never rejects. */
  remove(asked: Asked): Promise<void>;
  /** The ids of a person's requests; some of them may be completed. */
  idsOf(requester: Principal): Promise<readonly string[]>;
}

export interface AskedByNeeds {
  readonly rows: Pick<Rows, 'put' | 'entriesOf'>;
  /** Keyed hash: nobody can tell from the rows who asked. */
  readonly hash: (name: string) => string;
  readonly clock: Clock;
  /** How long a request may be open and worked on. */
  readonly keptMs: number;
  readonly onError: (error: unknown) => void;
}

export function createAskedBy({ rows, hash, clock, keptMs, onError }: AskedByNeeds): AskedBy {
  const groupOf = (requester: Principal): string => hash(`asked by ${requester}`);
  const put = ({ id, requester }: Asked, expiresAt: number): Promise<void> =>
    rows.put(`${groupOf(requester)}/${id}`, '', { expiresAt }).catch(onError);
  return {
    add: (asked) => put(asked, clock.now() + keptMs),
    // Over at once rather than deleted: so it goes with the row of the request, in one statement.
    remove: (asked) => put(asked, clock.now()),
    idsOf: async (requester) => {
      const group = groupOf(requester);
      return (await rows.entriesOf(group)).map(([id]) => id.slice(group.length + 1));
    },
  };
}
