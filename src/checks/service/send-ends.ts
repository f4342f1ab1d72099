import type { Query } from '../../core/query.ts';
import type { Moment } from '../../core/time/clock.ts';
import type { AnswerBody, FailedSend, MadeSend, SendTable } from '../../store/schema/send-table.ts';
import type { SpendingBook } from '../spending.ts';
import type { Spending } from '../usage.ts';

/**
 * How a call ended, as its row has to say. It is data, so that the next run of this process can
 * write what the store does not take before this run ends.
 */
export type SendEnd =
  /** It has not left: its row is removed. */
  | { readonly kind: 'unsent'; readonly row: MadeSend }
  | {
      readonly kind: 'answered';
      readonly row: MadeSend;
      readonly answered: Moment;
      /** Undefined for a call for the status. */
      readonly body?: AnswerBody;
      readonly counts: readonly SpendingCount[];
    }
  | {
      readonly kind: 'failed';
      readonly row: MadeSend;
      readonly failure: FailedSend;
      readonly counts: readonly SpendingCount[];
    };

/** What an end adds to what was spent. */
export interface SpendingCount {
  readonly what: keyof Spending;
  /** Below 0 if it was counted before, and turned out to be something else. */
  readonly times: number;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

interface SendBooks {
  readonly sendTable: Pick<SendTable, 'remove' | 'setAnswered' | 'setFailed'>;
  readonly spending: Pick<SpendingBook, 'count'>;
}

/**
 * Writes how a call ended. An end may be written twice, since a commit that seemed to fail is
 * repeated: it is counted only if its row has changed.
 * @throws StoreFailed
 */
export async function writeSendEnd(query: Query, end: SendEnd, books: SendBooks): Promise<void> {
  const { sendTable, spending } = books;
  if (end.kind === 'unsent') {
    await sendTable.remove(query, end.row);
    return;
  }
  const hasChanged =
    end.kind === 'answered'
      ? await sendTable.setAnswered(query, end.row.id, end.answered, end.body)
      : await sendTable.setFailed(query, end.row, end.failure);
  if (!hasChanged) return;
  for (const { what, times, at } of end.counts) await spending.count(query, what, times, at);
}
