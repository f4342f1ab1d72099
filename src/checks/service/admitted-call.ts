import type { Clock } from '../../core/time/clock.ts';
import type { SendPermit } from '../../limiter/job.ts';
import type { Metrics } from '../../ops/metrics/metrics.ts';
import type { CanSend } from '../../provider/contract.ts';
import type { ServiceResponse } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/service-failure.ts';
import type { OwnedDatabase } from '../../store/owned-database.ts';
import type { CallKind } from './failure-rules.ts';
import type { InsertedRow, SendRows } from './send-rows.ts';
import type { GatePass } from './service-gate.ts';

/** A response of the service, which is stored and not yet read. */
export interface ReceivedResponse {
  readonly kind: 'received';
  readonly row: InsertedRow;
  readonly pass: GatePass;
  readonly response: ServiceResponse;
  /** Start of its call, in milliseconds since 1970. */
  readonly calledAt: number;
  /** Its arrival, in milliseconds since 1970. */
  readonly checkedAt: number;
}

interface AdmittedCallOptions {
  readonly kind: CallKind;
  readonly permit: SendPermit;
  readonly pass: GatePass;
  /** Aborted when nobody wants the call any more. */
  readonly signal: AbortSignal;
  readonly database: Pick<OwnedDatabase, 'isOwner'>;
  readonly rows: SendRows;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/**
 * A call whose turn has come, with the permit of the limiter and the pass of the gate. Whoever gets
 * it stores its row and makes it, or gives it back.
 */
export class AdmittedCall {
  readonly #options: AdmittedCallOptions;

  constructor(options: AdmittedCallOptions) {
    this.#options = options;
  }

  /**
   * Makes the call. How it ended is written or queued before this settles.
   * @param row its row, which is already stored
   * @param exchange makes the request of the provider
   * @param onSend called right before the first byte leaves
   * @throws ServiceFailure, SendVetoed if it may not leave any more, or the error of a bug
   */
  async make(
    row: InsertedRow,
    exchange: (canSend: CanSend) => Promise<ServiceResponse>,
    onSend?: () => void,
  ): Promise<ReceivedResponse> {
    const { kind, pass, rows, metrics, clock } = this.#options;
    const calledAt = clock.now();
    const sentAt = clock.elapsed();
    try {
      const response = await exchange(() => this.#canSend(onSend));
      const checkedAt = clock.now();
      metrics.serviceTook(clock.elapsed() - sentAt);
      metrics.serviceResponded(String(response.httpStatus));
      await rows.recordAnswered(kind, row, response);
      return { kind: 'received', row, pass, response, calledAt, checkedAt };
    } catch (error) {
      await this.#recordError(row, error);
      throw error;
    }
  }

  /** No call is needed after all: nobody waits longer because of it. */
  giveBack(): void {
    this.#options.permit.giveBack();
  }

  /** Call it when the turn is over. In a pause, the next check is then the trial. */
  cancelUnlessSent(): void {
    const { permit, pass } = this.#options;
    if (!permit.isSent) pass.cancel();
  }

  /**
   * The call must not leave if another process may make it, if a pause has begun or changed, or if
   * nobody wants it any more. The limiter is last: once it agrees, it counts the call as sent.
   */
  #canSend(onSend?: () => void): boolean {
    const { permit, pass, signal, database } = this.#options;
    const isLeaving = database.isOwner() && pass.isValid() && !signal.aborted && permit.canSend();
    if (isLeaving) onSend?.();
    return isLeaving;
  }

  async #recordError(row: InsertedRow, error: unknown): Promise<void> {
    const { kind, permit, pass, rows, metrics } = this.#options;
    // Vetoed, or a bug before the first byte: it costs nothing.
    if (!permit.isSent && !(error instanceof ServiceFailure)) {
      await rows.removeUnsent(row);
      return;
    }
    const failure = error instanceof ServiceFailure ? error : new ServiceFailure('unexpected');
    metrics.serviceResponded(String(failure.httpStatus ?? 'none'));
    pass.recordFailed(failure);
    await rows.recordFailed(kind, row, failure);
  }
}
