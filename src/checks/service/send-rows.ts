import { type Clock, currentMoment } from '../../core/clock.ts';
import type { Statement } from '../../core/statement.ts';
import type { Metrics } from '../../ops/metrics/metrics.ts';
import type { ServiceResponse } from '../../provider/device.ts';
import type { ServiceFailure } from '../../provider/errors.ts';
import { StoreFailed } from '../../store/errors.ts';
import type { StoreHealth } from '../../store/health.ts';
import type { NewSend, SendTable } from '../../store/schema/send.ts';
import type { Sql } from '../../store/sql.ts';
import type { SpendingBook } from '../spending.ts';

/** Writes how a send ended. It may run twice: a commit that seemed to fail may be written. */
export type WriteEnd = (t: Statement) => Promise<unknown>;

/** How a call ended. Each resolves when that is written or queued. */
export interface CallEnds {
  answered(id: number, response: ServiceResponse): Promise<void>;
  failed(id: number, failure: ServiceFailure): Promise<void>;
}

interface SendRowsOptions {
  readonly sendTable: SendTable;
  readonly spending: Pick<SpendingBook, 'count'>;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly sql: Sql;
  /** Identifies the boot of the machine. */
  readonly boot: string;
  /** How long a row is kept: longer than any request is open. */
  readonly keptMs: number;
  /** How much longer the row of an answer is kept while the cache lacks it. */
  readonly answerKeptMs: number;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/**
 * The rows of `send`, and what was spent with them. Only this class writes how a send ended. If the
 * store fails, that is written later: the caller waits for one trial of the store at most.
 */
export class SendRows {
  /** Of checks: bodies are stored, and what was paid or may have been is counted. */
  readonly check: CallEnds = {
    answered: (id, response) => this.#checkAnswered(id, response),
    failed: (id, failure) => this.#checkFailed(id, failure),
  };
  /** Of calls for the status, which are free. */
  readonly status: CallEnds = {
    answered: (id) => this.#statusAnswered(id),
    failed: (id, failure) => this.#failed(id, failure),
  };
  readonly #options: SendRowsOptions;
  /** What the store does not have yet, in the order in which it happened. */
  readonly #unwritten = new Set<WriteEnd>();

  constructor(options: SendRowsOptions) {
    this.#options = options;
  }

  /** Stores the row of a call, in the transaction that allows it. Resolves with its id. */
  insert(t: Statement, row: Pick<NewSend, 'imei' | 'request' | 'account'>): Promise<number> {
    const { sendTable, boot, keptMs, clock } = this.#options;
    const sent = currentMoment(clock);
    return sendTable.insert(t, { ...row, boot, sent, expires: sent.at + keptMs });
  }

  /** The call has not left: it was vetoed, or the store said that it does not have the row. */
  vetoed(id: number): Promise<void> {
    return this.#write('a send that has not left', (t) => this.#options.sendTable.remove(t, id));
  }

  /**
   * The body of a check turned out not to be an answer.
   * @param checkedAt when it was counted as paid
   */
  wasNoAnswer(id: number, failure: ServiceFailure, checkedAt: number): Promise<void> {
    const { spending } = this.#options;
    return this.#checkFailed(id, failure, (t) => spending.count(t, 'paid', -1, checkedAt));
  }

  /** What the store does not have yet, for the next run of this process. */
  unwritten(): readonly WriteEnd[] {
    return [...this.#unwritten];
  }

  #statusAnswered(id: number): Promise<void> {
    const { sendTable, clock } = this.#options;
    const end = currentMoment(clock);
    return this.#write('the end of a status call', (t) => sendTable.setAnswered(t, id, end));
  }

  #checkAnswered(id: number, response: ServiceResponse): Promise<void> {
    const { sendTable, spending, keptMs, answerKeptMs, clock } = this.#options;
    const end = currentMoment(clock);
    const body = {
      raw: JSON.stringify(response),
      expires: end.at + answerKeptMs + keptMs,
    };
    return this.#write('an answer', async (t) => {
      if (await sendTable.setAnswered(t, id, end, body)) await spending.count(t, 'paid', 1, end.at);
    });
  }

  #checkFailed(id: number, failure: ServiceFailure, uncount?: WriteEnd): Promise<void> {
    const { spending, metrics, clock } = this.#options;
    const failedAt = clock.now();
    const inDoubt = failure.mayBePaid ? 1 : 0;
    if (inDoubt > 0) metrics.inDoubt(inDoubt);
    return this.#failed(id, failure, async (t) => {
      await uncount?.(t);
      await spending.count(t, 'inDoubt', inDoubt, failedAt);
    });
  }

  #failed(id: number, failure: ServiceFailure, count?: WriteEnd): Promise<void> {
    const { sendTable, keptMs, clock } = this.#options;
    const failedAt = clock.now();
    const state = failure.mayBePaid ? 'doubt' : 'failed';
    return this.#write('a failure of the service', async (t) => {
      if (failure.kind === 'unsent') {
        await sendTable.remove(t, id);
        return;
      }
      const hasChanged = await sendTable.markFailed(t, id, {
        at: failedAt,
        state,
        code: failure.code,
        expires: failedAt + keptMs,
      });
      if (hasChanged) await count?.(t);
    });
  }

  #write(name: string, work: WriteEnd): Promise<void> {
    const { health, sql } = this.#options;
    this.#unwritten.add(work);
    return health.writeOrQueue(name, async () => {
      try {
        await sql.tx(work);
        this.#unwritten.delete(work);
      } catch (error) {
        // Any other error would come again.
        if (!(error instanceof StoreFailed)) this.#unwritten.delete(work);
        throw error;
      }
    });
  }
}
