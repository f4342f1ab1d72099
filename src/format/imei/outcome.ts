import type { FoundImei } from '../../imei/find/findings.ts';
import type { CheckAnswer } from '../../provider/device.ts';
import type { ServiceFailure } from '../../provider/errors.ts';

/** Brand and model as the open TAC table has them. */
export interface TacName {
  readonly brand: string;
  readonly model: string;
}

/** Where an answer came from, when the service gave it (milliseconds since 1970), and whether it is real. */
export interface Provenance {
  readonly source: 'service' | 'cache' | 'tac';
  readonly checkedAt: number;
  readonly sandbox: boolean;
}

/** The bot's own no to a check, for the sake of somebody's money: see `CheckRefused`. */
export interface Refusal {
  readonly why: 'allowance' | 'budget' | 'reserve' | 'store';
  readonly limit: number;
}

/** How the check of one IMEI ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Provenance & CheckAnswer }
  | { readonly kind: 'failed'; readonly failure: ServiceFailure }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Something broke on our side. */
  | { readonly kind: 'broke' }
  /** Cancelled before the answer came. */
  | { readonly kind: 'stopped' };

/** One IMEI of a message, what the open TAC table says of it, and how its check ended; nothing while it waits. */
export interface Checked {
  readonly found: FoundImei;
  readonly tableName: TacName | undefined;
  readonly outcome: Outcome | undefined;
}
