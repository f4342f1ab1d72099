import type { Query } from '../../core/query.ts';
import { type Clock, currentMoment } from '../../core/time/clock.ts';
import type { Metrics } from '../../ops/metrics/metrics.ts';
import type { ServiceResponse } from '../../provider/device.ts';
import type { ServiceFailure } from '../../provider/service-failure.ts';
import type { FailedSend, MadeSend, NewSend, SendTable } from '../../store/schema/send-table.ts';
import type { Sql } from '../../store/sql.ts';
import { StoreFailed } from '../../store/store-errors.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { SpendingBook } from '../spending.ts';
import type { CallKind } from './failure-rules.ts';
import { type SendEnd, type SpendingCount, writeSendEnd } from './send-ends.ts';

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
  /**
   * The ends that the store does not have yet, in the order in which they happened. `StoreHealth`
   * repeats their writes in this run; as data they also reach the next run.
   */
  readonly #unwritten = new Set<SendEnd>();

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
    return this.#write('a send that has not left', { kind: 'unsent', row });
  }

  /**
   * Notes that a call was answered. Of a check it stores the body, and counts what was paid; a call
   * for the status is free. Resolves when that is written or queued.
   */
  recordAnswered(kind: CallKind, row: MadeSend, response: ServiceResponse): Promise<void> {
    const { keptMs, answerKeptMs, clock } = this.#options;
    const answered = currentMoment(clock);
    if (kind === 'status') {
      const end: SendEnd = { kind: 'answered', row, answered, counts: [] };
      return this.#write('the end of a status call', end);
    }
    return this.#write('an answer', {
      kind: 'answered',
      row,
      answered,
      body: { raw: JSON.stringify(response), expires: answered.at + answerKeptMs + keptMs },
      counts: [{ what: 'paid', times: 1, at: answered.at }],
    });
  }

  /**
   * Notes that a call failed. Of a check it counts what may have been paid. Resolves when that is
   * written or queued.
   */
  recordFailed(kind: CallKind, row: MadeSend, failure: ServiceFailure): Promise<void> {
    return this.#writeFailure(row, failure, kind === 'check' ? this.#countDoubt(failure) : []);
  }

  /**
   * Notes that the body of a check, which was counted as paid, turned out not to be an answer.
   * Resolves when that is written or queued.
   * @param checkedAt when it was counted as paid
   */
  recordNoAnswer(row: MadeSend, failure: ServiceFailure, checkedAt: number): Promise<void> {
    return this.#writeFailure(row, failure, [
      { what: 'paid', times: -1, at: checkedAt },
      ...this.#countDoubt(failure),
    ]);
  }

  /** The ends that the store does not have yet, for the next run of this process. */
  unwritten(): readonly SendEnd[] {
    return [...this.#unwritten];
  }

  #countDoubt({ mayBePaid }: ServiceFailure): readonly SpendingCount[] {
    const { metrics, clock } = this.#options;
    if (!mayBePaid) return [];
    metrics.inDoubt(1);
    return [{ what: 'inDoubt', times: 1, at: clock.now() }];
  }

  #writeFailure(
    row: MadeSend,
    { kind, code, mayBePaid }: ServiceFailure,
    counts: readonly SpendingCount[],
  ): Promise<void> {
    const { keptMs, clock } = this.#options;
    const at = clock.now();
    const state = mayBePaid ? 'doubt' : 'failed';
    const failure: FailedSend = { at, state, code, expires: at + keptMs };
    const end: SendEnd =
      kind === 'unsent' ? { kind: 'unsent', row } : { kind: 'failed', row, failure, counts };
    return this.#write('a failure of the service', end);
  }

  /** @param name the name of this work in the log, if it fails with a bug */
  #write(name: string, end: SendEnd): Promise<void> {
    const { health, sql } = this.#options;
    this.#unwritten.add(end);
    return health.writeOrQueue(name, async () => {
      try {
        await sql.tx((query) => writeSendEnd(query, end, this.#options));
        this.#unwritten.delete(end);
      } catch (error) {
        // Any other error would come again in the next run.
        if (!(error instanceof StoreFailed)) this.#unwritten.delete(end);
        throw error;
      }
    });
  }
}
