import { type Clock, momentOf } from '../core/clock.ts';
import type { RawAnswer } from '../provider/device.ts';
import type { ServiceFailure } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { NewSend, SendTable } from '../store/schema/send.ts';
import type { Sql, Statement } from '../store/sql.ts';
import type { SpendingBook } from './spending.ts';

export type SendRecord = ReturnType<typeof createSendRecord>;

/** Writes how a send ended. */
export type WriteEnd = (t: Statement) => Promise<unknown>;

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
  const unwritten = new Set<WriteEnd>();
  const write = (work: WriteEnd): Promise<void> => {
    unwritten.add(work);
    return health.untilDone(async () => {
      try {
        await sql.tx(work);
        unwritten.delete(work);
      } catch (error) {
        // Any other error would come again.
        if (!(error instanceof StoreFailed)) unwritten.delete(work);
        throw error;
      }
    });
  };
  return {
    /** What the store does not have yet, in the order in which it happened. */
    unwritten: (): readonly WriteEnd[] => [...unwritten],
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
