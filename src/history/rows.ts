import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import type { Imei } from '../imei/imei.ts';
import type { Rows } from '../store/contract.ts';
import type { Naming } from '../store/seal/sealed-rows.ts';
import { HISTORY_KEPT_MS, type History, type RecentCheck } from './history.ts';

/** Most checks of a person; the oldest goes. */
const MOST = 50;

// Only this file writes these rows, from values of type `Imei`.
const imei = z.custom<Imei>((text) => typeof text === 'string');

const listSchema = z.array(z.object({ imei, name: z.string().optional(), at: z.number() }));

/** What {@link createHistory} works with. */
export interface HistoryNeeds {
  /** Sealed rows, since the content is personal. */
  readonly rows: Rows;
  /** Hashes the person's id into the name of the row. */
  readonly seal: Naming;
  /** Dates the checks and their expiry. */
  readonly clock: Clock;
  /** Called if a list could not be written. */
  readonly onError: (error: unknown) => void;
}

/** Creates the history that is stored in rows, one row per person. */
export function createHistory({ rows, seal, clock, onError }: HistoryNeeds): History {
  /** The last change of each person's list; changes run one after another, so that none overwrites another. */
  const last = new Map<Principal, Promise<unknown>>();
  const inTurn = <T>(requester: Principal, work: () => Promise<T>): Promise<T> => {
    const done = (last.get(requester) ?? Promise.resolve()).then(work);
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (last.get(requester) === settled) last.delete(requester);
      });
    last.set(requester, settled);
    return done;
  };
  const idOf = (requester: Principal): string => seal.hash(`history ${requester}`);
  const read = async (requester: Principal): Promise<readonly RecentCheck[]> => {
    const text = await rows.get(idOf(requester));
    if (text === undefined) return [];
    const oldest = clock.now() - HISTORY_KEPT_MS;
    return listSchema.parse(JSON.parse(text)).filter(({ at }) => at > oldest);
  };
  /** Checks that wait to be added together, and the change that adds them. */
  const waiting = new Map<Principal, { readonly checks: RecentCheck[]; readonly added: Promise<void> }>();
  const addAll = async (requester: Principal, checks: readonly RecentCheck[]): Promise<void> => {
    // From here on, new checks belong to the next change.
    const earlier = await read(requester).finally(() => {
      if (waiting.get(requester)?.checks === checks) waiting.delete(requester);
    });
    const now = clock.now();
    const before = notAhead(earlier, now, checks);
    const newest = new Map([...before.toReversed(), ...checks].map((check) => [check.imei, check]));
    const list = [...newest.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
    await rows.put(idOf(requester), JSON.stringify(list), { expiresAt: now + HISTORY_KEPT_MS });
  };
  return {
    recent: (requester) => inTurn(requester, () => read(requester)),
    add: (requester, checks) => {
      const joined = waiting.get(requester);
      if (joined !== undefined) {
        joined.checks.push(...checks);
        return joined.added;
      }
      const joining = [...checks];
      const added = inTurn(requester, () => addAll(requester, joining)).catch(onError);
      waiting.set(requester, { checks: joining, added });
      return added;
    },
    forget: (requester) => {
      // Checks that come after this call are not to be forgotten with those before it.
      waiting.delete(requester);
      return inTurn(requester, async () => {
        const { length } = await read(requester);
        await rows.delete(idOf(requester));
        return length;
      });
    },
  };
}

/** What a clock that was ahead has dated would stand above these checks, and in the end in their place. */
function notAhead(
  earlier: readonly RecentCheck[],
  now: number,
  checks: readonly RecentCheck[],
): readonly RecentCheck[] {
  const first = Math.min(now, ...checks.map(({ at }) => at));
  return earlier.map((check, index) => (check.at > now ? { ...check, at: first - 1 - index } : check));
}
