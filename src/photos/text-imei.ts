import type { Imei } from '../imei/imei.ts';
import type { WhyAsked } from '../imei/number/reading.ts';

/** An IMEI that was read from letters. */
export interface TextImei {
  readonly imei: Imei;
  /** Why a person has to confirm it; undefined if it may be checked unasked. */
  readonly doubt?: WhyAsked;
  /** The slot that the picture gives it. */
  readonly slot?: 1 | 2;
  /** Its letters are a document's own, and were not recognised on a picture. */
  readonly isExact?: true;
  /** Its digits as they stand on the picture, as a PNG, for a person to compare; only where there is doubt. */
  readonly cutOut?: Uint8Array;
}
