import type { FoundImei } from '../../imei/findings.ts';
import type { CheckAnswer } from '../../provider/device.ts';
import type { ServiceFailure } from '../../provider/errors.ts';

/** Brand and model from the open TAC table. */
export interface TacName {
  /** As in the table; may be empty. */
  readonly brand: string;
  /** As in the table; may be empty. */
  readonly model: string;
}

/** Where an answer came from, when the service gave it, and whether it is real. */
export interface Provenance {
  /** `tac`: reused from another IMEI of the same TAC. */
  readonly source: 'service' | 'cache' | 'tac';
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  /** The answer is made up by the embedded sandbox service. */
  readonly sandbox: boolean;
}

/** The bot refused a check to protect somebody's money: see `CheckRefused`. */
export interface CheckRefusal {
  /** Which limit was reached. */
  readonly why: 'allowance' | 'budget' | 'reserve';
  /** The value of that limit, in checks. */
  readonly limit: number;
}

/** How the check of one IMEI ended. */
export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: Provenance & CheckAnswer }
  | { readonly kind: 'failed'; readonly failure: ServiceFailure }
  | { readonly kind: 'refused'; readonly refusal: CheckRefusal }
  /** An internal error. */
  | { readonly kind: 'broke' }
  /** Cancelled before the answer came. */
  | { readonly kind: 'stopped' }
  /** Only a saved answer was asked for, and there is none any more. */
  | { readonly kind: 'unsaved' }
  /** One answer checks no more. */
  | { readonly kind: 'later' };

/** One IMEI of a message and how its check ended. */
export interface Checked {
  /** The IMEI as it was read from the message. */
  readonly found: FoundImei;
  /** The open TAC table's name; undefined if it has none. */
  readonly tableName: TacName | undefined;
  /** undefined while the check is waiting or running. */
  readonly outcome: CheckOutcome | undefined;
}
