import { whyUnreachable } from '../../core/network/no-answer.ts';
import { untilAborted } from '../../core/promises.ts';
import {
  failureKindOf,
  ServiceFailure,
  type ServiceFailureCode,
} from '../../provider/service-failure.ts';
import type { Pause } from '../usage.ts';
import { type CallKind, verdictOn } from './failure-rules.ts';
import type { PauseState, ServicePause } from './service-pause.ts';

/** After this many failures in a row, the service counts as failing. */
const FAILURES_IN_A_ROW = 5;

/**
 * Lets one call pass, and learns how it ended. A call also needs the `SendPermit` of the limiter,
 * which says when the call may leave, and whether it has left.
 */
export interface GatePass {
  /** Whether the call may still leave: since it passed, no pause has begun, changed or ended. */
  isValid(): boolean;
  /**
   * Notes that the check was answered, once `Purchases` has read its body. In a pause only the
   * trial has a pass that is still valid, so this ends the pause. Not called for a status call.
   */
  recordSucceeded(): void;
  /** Notes that the call has failed, or that its body is not an answer. */
  recordFailed(failure: ServiceFailure): void;
  /** Notes that the call has not left. `AdmittedCall` calls it, also after `recordFailed`. */
  cancel(): void;
}

/** Decides whether the service may be asked, by how the calls before have ended. */
export class ServiceGate {
  readonly #pause: ServicePause;
  #failuresInARow = 0;

  constructor(pause: ServicePause) {
    this.#pause = pause;
  }

  /** The reason why no check is sent at the moment. */
  pauseReason(): Pause | undefined {
    const state = this.#pause.blockingState;
    // The reason may still be wrong, so people do not read it yet.
    if (state === undefined || state.needs === 'reason') return undefined;
    return this.#pause.reason();
  }

  /**
   * @throws the failure that began the pause, with the time when the service is asked again, if no
   *   check may pass
   */
  assertMayPass(): void {
    if (this.#pause.blockingState !== undefined) throw this.#failureOf(this.#pause.blockingState);
  }

  /**
   * Call it right before a call is sent. A call for the status always passes. In a pause, the check
   * that passes is the trial, and all others wait for its answer.
   * @throws as `assertMayPass`
   */
  enter(kind: CallKind): GatePass {
    const pause = this.#pause;
    if (kind === 'check') this.assertMayPass();
    const cancel = kind === 'check' ? pause.beginTrialIfPaused() : (): void => undefined;
    const { generation } = pause;
    const isValid = (): boolean => pause.generation === generation;
    return {
      isValid,
      recordSucceeded: () => {
        if (isValid()) this.#recordWorks();
      },
      recordFailed: (failure) => this.#judgeFailure(failure, kind, !isValid()),
      cancel,
    };
  }

  /**
   * Resolves when a check may pass; immediately if there is no pause.
   * @param onWait called with each reason why no check is sent, and for how many milliseconds
   * @throws the reason of the signal
   */
  async untilMayPass(
    signal: AbortSignal,
    onWait: (failure: ServiceFailure, ms: number) => void,
  ): Promise<void> {
    const pause = this.#pause;
    let announced: PauseState | undefined;
    while (pause.blockingState !== undefined) {
      const state = pause.blockingState;
      if (state !== announced && state.needs !== 'reason') {
        onWait(this.#failureOf(state), pause.remainingMs());
      }
      announced = state;
      await untilAborted(pause.changed, signal);
    }
  }

  #judgeFailure(failure: ServiceFailure, kind: CallKind, isPassOutdated: boolean): void {
    const { code } = failure;
    switch (verdictOn({ code, kind, isPassOutdated, pause: this.#pause.state })) {
      case 'refuses':
        this.#pause.begin(code, 'status');
        break;
      case 'refuses-vaguely':
        this.#pause.begin(code, 'reason');
        break;
      case 'still-refuses':
        this.#pause.prolong(code);
        break;
      case 'out':
        this.#beginOutage(failure);
        break;
      case 'perhaps-out':
        this.#failuresInARow += 1;
        if (this.#failuresInARow >= FAILURES_IN_A_ROW) this.#beginOutage(failure);
        break;
      case 'works':
        this.#recordWorks();
        break;
      case 'nothing':
        break;
    }
  }

  #recordWorks(): void {
    this.#failuresInARow = 0;
    this.#pause.end();
  }

  #beginOutage(failure: ServiceFailure): void {
    const current = this.#pause.state?.code;
    const reason = outageCode(current ?? failure.code);
    if (reason === current) this.#pause.prolong(reason);
    else this.#pause.begin(reason, 'status', whyOut(failure));
  }

  #failureOf({ code, lastDay }: PauseState): ServiceFailure {
    return new ServiceFailure(code, { ...this.#pause.reason(), lastDay });
  }
}

/** The cause for the log: `ECONNREFUSED`, or `unreadable, HTTP 404` if another server answers. */
function whyOut({ code, cause, httpStatus }: ServiceFailure): string {
  if (cause !== undefined) return whyUnreachable(cause);
  return httpStatus === undefined ? code : `${code}, HTTP ${httpStatus}`;
}

/**
 * The code of an outage, the same from its beginning to its end. The checks that wait in the outage
 * were not sent, so their code must not be that of a failure that may cost something.
 */
function outageCode(code: ServiceFailureCode): ServiceFailureCode {
  return failureKindOf(code) === 'unsent' ? code : 'failing';
}
