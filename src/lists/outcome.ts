import type { CheckEnd } from '../checks/contract.ts';
import type { DayAllowance } from '../checks/usage.ts';

/** How the check of one IMEI ended. */
export type CheckOutcome =
  | CheckEnd
  /** An internal error. */
  | { readonly kind: 'broke' }
  /** Stopped before the answer came. `isSent`: it was on its way, and may have been paid for. */
  | { readonly kind: 'stopped'; readonly isSent: boolean }
  /** Only a saved answer was requested, and there is none any more. */
  | { readonly kind: 'unsaved' }
  /**
   * Checked in a later answer: this one has reached its limit, or what is left of the person’s day
   * is not enough for it.
   */
  | { readonly kind: 'later'; readonly allowance?: DayAllowance | undefined };

/** Whether it has an answer that was paid for now. */
export function isPaid(outcome: CheckOutcome | undefined): boolean {
  return outcome?.kind === 'answered' && outcome.answer.source === 'service';
}

/** Whether the check was stopped once it had been sent. */
export function wasOnItsWay(outcome: CheckOutcome | undefined): boolean {
  return outcome?.kind === 'stopped' && outcome.isSent;
}
