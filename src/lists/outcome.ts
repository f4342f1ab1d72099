import { type Answered, type CheckOutcome, isPaidAnswer } from '../checks/contract.ts';
import type { DayAllowance } from '../checks/usage.ts';

/** The outcome of one IMEI of a list. {@link CheckOutcome} compares the types of outcomes. */
export type EntryOutcome =
  | CheckOutcome
  /** It ended with an internal error. `mayBeSent`: maybe after it had left for the service. */
  | { readonly kind: 'broke'; readonly mayBeSent: boolean }
  /** The person stopped the check or, if `isTooOld`, its request was too old. */
  | { readonly kind: 'stopped'; readonly sent: StoppedSend; readonly isTooOld: boolean }
  /** Only a saved answer was requested, and there is none. */
  | { readonly kind: 'unsaved' }
  /**
   * Left for a later reply, since one reply has only so many checks. `shortAllowance`: the
   * person’s allowance, if that is why.
   */
  | { readonly kind: 'later'; readonly shortAllowance?: DayAllowance | undefined };

/**
 * When a stopped check had left for the service. `now`: the check goes on without its person.
 * `before`: in a process that ended before the answer came.
 */
export type StoppedSend = 'never' | 'now' | 'before';

/** Whether the check has an answer that this request has paid for. */
export function isPaid(outcome: EntryOutcome | undefined): boolean {
  return outcome?.kind === 'answered' && isPaidAnswer(outcome);
}

/** Whether the service was asked for the answer now, by this request or by another one. */
export function isNew(outcome: EntryOutcome | undefined): outcome is Answered {
  return outcome?.kind === 'answered' && outcome.answer.source === 'service';
}

/** Whether the check may have been paid for without an answer. */
export function mayBePaid(outcome: EntryOutcome | undefined): boolean {
  switch (outcome?.kind) {
    case 'failed':
      return outcome.failure.mayBePaid;
    case 'broke':
      return outcome.mayBeSent;
    case 'stopped':
      return outcome.sent !== 'never';
    default:
      return false;
  }
}

/** Whether the check was stopped since its request was too old. */
export function isTooOld(outcome: EntryOutcome | undefined): boolean {
  return outcome?.kind === 'stopped' && outcome.isTooOld;
}

/** Whether the check was stopped while it is on its way to the service. */
export function isOnItsWay(outcome: EntryOutcome | undefined): boolean {
  return outcome?.kind === 'stopped' && outcome.sent === 'now';
}
