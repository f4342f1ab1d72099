import type { Query } from '../../core/query.ts';
import { type Clock, currentMoment } from '../../core/time/clock.ts';
import type { Metrics } from '../../ops/metrics/metrics.ts';
import type { ServiceResponse } from '../../provider/device.ts';
import type { ServiceFailure } from '../../provider/service-failure.ts';
import { StoreFailed } from '../../store/errors.ts';
import type { StoreHealth } from '../../store/health.ts';
import type { MadeSend, NewSend, SendTable } from '../../store/schema/send.ts';
import type { Sql } from '../../store/sql.ts';
import type { SpendingBook } from '../spending.ts';
import type { CallKind } from './failure-rules.ts';

/** Writes how a send ended. It may run twice, since a commit that seemed to fail is repeated. */
export type EndWriter = (query: Query) => Promise<unknown>;

/** The row of a call, and the account for which it was made. */
export interface InsertedRow extends MadeSend {
  readonly kind: 'inserted';
}

interface SendRowsOptions {
  readonly sendTable: SendTable;
  readonly spending: Pick<SpendingBook, 'count'>;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly sql: Sql;
  /** Identifies the boot of the machine. */
  readonly boot: string;
  /** Time for which a row is kept: longer than checks are sent for its request. */
  readonly keptMs: number;
  /** Extra time for which the row of an answer is kept while the cache lacks it. */
  readonly answerKeptMs: number;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/**
 * Writes the rows of `send`, and what was spent with them. Only this class writes how a send ended.
 * If the store fails, such a write is queued after at most one more probe of the store.
 */
export class SendRows {
  readonly #options: SendRowsOptions;
  /** The ends that the store does not have yet, in the order in which they happened. */
  readonly #unwritten = new Set<EndWriter>();

  constructor(options: SendRowsOptions) {
    this.#options = options;
  }

  /** Stores the row of a call, in the transaction that allows it. */
  async insert(
    query: Query,
    row: Pick<NewSend, 'imei' | 'request' | 'account'>,
  ): Promise<InsertedRow> {
    const { sendTable, boot, keptMs, clock } = this.#options;
    const sent = currentMoment(clock);
    const id = await sendTable.insert(query, { ...row, boot, sent, expires: sent.at + keptMs });
    return { kind: 'inserted', id, account: row.account };
  }

  /** Removes the row of a call that has not left: it was vetoed, or its row failed to commit. */
  removeUnsent(row: MadeSend): Promise<void> {
    return this.#write('a send that has not left', (query) =>
      this.#options.sendTable.remove(query, row),
    );
  }

  /**
   * Notes that a call was answered. Of a check it stores the body, and counts what was paid; a call
   * for the status is free. Resolves when that is written or queued.
   */
  recordAnswered(kind: CallKind, row: MadeSend, response: ServiceResponse): Promise<void> {
    if (kind === 'status') return this.#recordStatusAnswered(row);
    return this.#recordCheckAnswered(row, response);
  }

  /**
   * Notes that a call failed. Of a check it counts what may have been paid. Resolves when that is
   * written or queued.
   */
  recordFailed(kind: CallKind, row: MadeSend, failure: ServiceFailure): Promise<void> {
    if (kind === 'status') return this.#writeFailure(row, failure);
    return this.#recordCheckFailed(row, failure);
  }

  /**
   * Notes that the body of a check, which was counted as paid, turned out not to be an answer.
   * @param checkedAt when it was counted as paid
   */
  recordNoAnswer(row: MadeSend, failure: ServiceFailure, checkedAt: number): Promise<void> {
    const { spending } = this.#options;
    return this.#recordCheckFailed(row, failure, (query) =>
      spending.count(query, 'paid', -1, checkedAt),
    );
  }

  /** The ends that the store does not have yet, for the next run of this process. */
  unwritten(): readonly EndWriter[] {
    return [...this.#unwritten];
  }

  #recordStatusAnswered({ id }: MadeSend): Promise<void> {
    const { sendTable, clock } = this.#options;
    const end = currentMoment(clock);
    return this.#write('the end of a status call', (query) =>
      sendTable.setAnswered(query, id, end),
    );
  }

  #recordCheckAnswered({ id }: MadeSend, response: ServiceResponse): Promise<void> {
    const { sendTable, spending, keptMs, answerKeptMs, clock } = this.#options;
    const end = currentMoment(clock);
    const body = {
      raw: JSON.stringify(response),
      expires: end.at + answerKeptMs + keptMs,
    };
    return this.#write('an answer', async (query) => {
      if (await sendTable.setAnswered(query, id, end, body)) {
        await spending.count(query, 'paid', 1, end.at);
      }
    });
  }

  #recordCheckFailed(
    row: MadeSend,
    failure: ServiceFailure,
    uncountPaid?: EndWriter,
  ): Promise<void> {
    const { spending, metrics, clock } = this.#options;
    const failedAt = clock.now();
    const inDoubt = failure.mayBePaid ? 1 : 0;
    if (inDoubt > 0) metrics.inDoubt(inDoubt);
    return this.#writeFailure(row, failure, async (query) => {
      await uncountPaid?.(query);
      await spending.count(query, 'inDoubt', inDoubt, failedAt);
    });
  }

  /** @param countOnce runs only if the row has changed: a repeated write counts nothing twice */
  #writeFailure(row: MadeSend, failure: ServiceFailure, countOnce?: EndWriter): Promise<void> {
    const { sendTable, keptMs, clock } = this.#options;
    const failedAt = clock.now();
    const state = failure.mayBePaid ? 'doubt' : 'failed';
    return this.#write('a failure of the service', async (query) => {
      if (failure.kind === 'unsent') {
        await sendTable.remove(query, row);
        return;
      }
      const hasChanged = await sendTable.setFailed(query, row, {
        at: failedAt,
        state,
        code: failure.code,
        expires: failedAt + keptMs,
      });
      if (hasChanged) await countOnce?.(query);
    });
  }

  #write(name: string, work: EndWriter): Promise<void> {
    const { health, sql } = this.#options;
    this.#unwritten.add(work);
    return health.writeOrQueue(name, async () => {
      try {
        await sql.tx(work);
        this.#unwritten.delete(work);
      } catch (error) {
        // Any other error would come again in the next run.
        if (!(error instanceof StoreFailed)) this.#unwritten.delete(work);
        throw error;
      }
    });
  }
}
