import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import type { Imei } from '../imei/imei.ts';
import type { Seal } from '../store/seal.ts';
import type { Rows } from '../store/store.ts';

const MOST = 20;
export const HISTORY_KEPT_MS = 30 * 86_400_000;

/** A check somebody made lately. */
export interface RecentCheck {
  readonly imei: Imei;
  /** Brand and model, where there was an answer with one. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

// Written by this file alone, from an Imei.
const imei = z.custom<Imei>((text) => typeof text === 'string');
const listSchema = z.array(z.object({ imei, name: z.string().optional(), at: z.number() }));

/** The last checks of each person, for `/recent` and for suggestions; forgotten after 30 days. */
export interface History {
  /** Newest first, each IMEI once. */
  recent(requester: Principal): Promise<readonly RecentCheck[]>;
  /** Never rejects: an answer is worth more than its place in the list. */
  add(requester: Principal, checks: readonly RecentCheck[]): Promise<void>;
  /** Resolves with how many there were. */
  forget(requester: Principal): Promise<number>;
}

export interface HistoryNeeds {
  /** Sealed: what stands in it is personal. */
  readonly rows: Rows;
  readonly seal: Seal;
  readonly clock: Clock;
  /** Told when a list could not be written. */
  readonly onError: (error: unknown) => void;
}

export function createHistory({ rows, seal, clock, onError }: HistoryNeeds): History {
  /** Changes of one list follow each other, so that none overwrites another. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const idOf = (requester: Principal): string => seal.hash(`history ${requester}`);
  const read = async (requester: Principal): Promise<readonly RecentCheck[]> => {
    const text = await rows.get(idOf(requester));
    if (text === undefined) return [];
    const oldest = clock.now() - HISTORY_KEPT_MS;
    return listSchema.parse(JSON.parse(text)).filter(({ at }) => at > oldest);
  };
  return {
    recent: (requester) => inTurn(() => read(requester)),
    add: (requester, checks) =>
      inTurn(async () => {
        const newest = new Map(
          [...checks, ...(await read(requester))].reverse().map((check) => [check.imei, check]),
        );
        const list = [...newest.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
        await rows.put(idOf(requester), JSON.stringify(list), { expiresAt: clock.now() + HISTORY_KEPT_MS });
      }).catch(onError),
    forget: (requester) =>
      inTurn(async () => {
        const { length } = await read(requester);
        await rows.delete(idOf(requester));
        return length;
      }),
  };
}

/** Keeps nothing, for `HISTORY=off`. */
export const NO_HISTORY: History = {
  recent: async () => [],
  add: async () => undefined,
  forget: async () => 0,
};
