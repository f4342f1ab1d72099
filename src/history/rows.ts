import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import { isCardNumber } from '../imei/number/cards.ts';
import type { Imei } from '../imei/number/imei.ts';
import { hasReportingBody } from '../imei/number/reporting-body.ts';
import type { Rows } from '../store/contract.ts';
import type { Seal } from '../store/seal/seal.ts';
import { HISTORY_KEPT_MS, type History, type RecentCheck } from './history.ts';

const MOST = 20;

// Written by this file alone, from an Imei.
const imei = z.custom<Imei>((text) => typeof text === 'string');

const listSchema = z.array(z.object({ imei, name: z.string().optional(), at: z.number() }));

export interface HistoryNeeds {
  /** Sealed: what stands in it is personal. */
  readonly rows: Rows;
  readonly seal: Seal;
  readonly clock: Clock;
  /** Told when a list could not be written. */
  readonly onError: (error: unknown) => void;
}

export function createHistory({ rows, seal, clock, onError }: HistoryNeeds): History {
  /** Changes of one person's list follow each other, so that none overwrites another. */
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
  const nameOf = (requester: Principal): string => `history ${requester}`;
  const idOf = (requester: Principal): string => seal.hash(nameOf(requester));
  const deleteFormer = async (requester: Principal): Promise<void> => {
    const former = seal.formerHash(nameOf(requester));
    if (former !== undefined) await rows.delete(former);
  };
  const readFormer = async (requester: Principal): Promise<string | undefined> => {
    const former = seal.formerHash(nameOf(requester));
    return former === undefined ? undefined : rows.get(former);
  };
  const read = async (requester: Principal): Promise<readonly RecentCheck[]> => {
    const text = (await rows.get(idOf(requester))) ?? (await readFormer(requester));
    if (text === undefined) return [];
    const oldest = clock.now() - HISTORY_KEPT_MS;
    // Earlier versions took a card number for an IMEI.
    return listSchema.parse(JSON.parse(text)).filter((check) => check.at > oldest && !isNoImei(check.imei));
  };
  /** Checks that wait for the one change which adds them all, and that change. */
  const waiting = new Map<Principal, { readonly checks: RecentCheck[]; readonly added: Promise<void> }>();
  const addAll = async (requester: Principal, checks: readonly RecentCheck[]): Promise<void> => {
    // From then on, what comes is for the next change.
    const earlier = await read(requester).finally(() => {
      if (waiting.get(requester)?.checks === checks) waiting.delete(requester);
    });
    const newest = new Map([...earlier.toReversed(), ...checks].map((check) => [check.imei, check]));
    const list = [...newest.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
    await rows.put(idOf(requester), JSON.stringify(list), { expiresAt: clock.now() + HISTORY_KEPT_MS });
    await deleteFormer(requester);
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
      // What comes after this is not to be forgotten with what was before.
      waiting.delete(requester);
      return inTurn(requester, async () => {
        const { length } = await read(requester);
        await rows.delete(idOf(requester));
        await deleteFormer(requester);
        return length;
      });
    },
  };
}

function isNoImei(digits: string): boolean {
  return isCardNumber(digits) && !hasReportingBody(digits);
}
