import type { Clock } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import { HISTORY_KEPT_MS, type HistoryTable } from '../store/schema/history.ts';
import type { History } from './history.ts';

/** Most checks of a person; the oldest goes. */
const MOST = 50;

/** What {@link createHistory} works with. */
export interface HistoryNeeds {
  readonly table: HistoryTable;
  readonly clock: Clock;
  /** Called if checks could not be written. */
  readonly onError: (error: unknown) => void;
}

export function createHistory({ table, clock, onError }: HistoryNeeds): History {
  /** The last write; transactions keep their order. */
  let written: Promise<void> = Promise.resolve();
  const oldest = (): number => clock.now() - HISTORY_KEPT_MS;
  return {
    recent: async (requester) => {
      // Nobody waits for a check to be added, and a person who asks for the list wants it included.
      await written;
      const checks = await table.recent(requester, oldest());
      // Only this file writes these rows, from values of type `Imei`.
      return checks.map((check) => ({ ...check, imei: check.imei as Imei }));
    },
    add: (requester, checks) => {
      written = table.add(requester, checks, { now: clock.now(), most: MOST }).catch(onError);
      return written;
    },
    forget: async (requester) => {
      const after = oldest();
      return (await table.forget(requester)).filter((at) => at > after).length;
    },
  };
}
