import { type Clock, momentOf } from '../core/clock.ts';
import type { RawAnswer } from '../provider/device.ts';
import type { ServiceFailure } from '../provider/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { NewSend, SendTable } from '../store/schema/send.ts';
import type { Sql, Statement } from '../store/sql.ts';
import type { SpendingBook } from './spending.ts';

export type SendRecord = ReturnType<typeof createSendRecord>;

/**
 * The rows of what this process sends, and the counts that follow from them. If the store fails, all but `insert` is written
 * later, and nobody waits for it.
 * @param keptMs how long a row is kept: longer than any request is open
 */
export function createSendRecord(
  table: SendTable,
  spending: Pick<SpendingBook, 'count'>,
  health: Pick<StoreHealth, 'untilDone'>,
  { sql, clock, boot, keptMs }: { sql: Sql; clock: Clock; boot: string; keptMs: number },
) {
  const write = (work: (t: Statement) => Promise<unknown>) => health.untilDone(() => sql.tx(work));
  return {
    insert: (
      t: Statement,
      send: Pick<NewSend, 'imei' | 'request' | 'account'>,
    ): Promise<number> => {
      const sent = momentOf(clock);
      return table.insert(t, { ...send, boot, sent, expires: sent.at + keptMs });
    },
    remove: (id: number) => write((t) => table.remove(t, id)),
    answered: (id: number, raw: RawAnswer, isCheck: boolean) => {
      const end = momentOf(clock);
      return write(async (t) => {
        await table.setAnswer(t, id, end, isCheck ? JSON.stringify(raw) : null);
        if (isCheck) await spending.count(t, 'paid', 1);
      });
    },
    /** @param was a `paid check` has a body that was counted as paid */
    failed: (id: number, failure: ServiceFailure, was: 'check' | 'paid check' | 'status') => {
      const at = clock.now();
      const isDoubt = failure.paid === 'maybe';
      return write(async (t) => {
        if (failure.kind === 'unsent') return table.remove(t, id);
        await table.markFailed(t, id, at, {
          state: isDoubt ? 'doubt' : 'failed',
          code: failure.code,
        });
        if (was === 'paid check') await spending.count(t, 'paid', -1);
        if (was !== 'status' && isDoubt) await spending.count(t, 'inDoubt', 1);
      });
    },
  };
}
