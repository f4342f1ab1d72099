import type { Imei } from '../imei/number/imei.ts';
import type { WhyAsked } from '../imei/number/reading.ts';

/** An IMEI that was read from letters. */
export interface TextImei {
  readonly imei: Imei;
  /** It may be checked without a person who confirms it. */
  readonly isCertain: boolean;
  /** Why it is not certain. */
  readonly doubt?: WhyAsked;
  /** The slot that the picture gives it. */
  readonly slot?: 1 | 2;
  /** Its letters are a document's own, and were not recognised on a picture. */
  readonly isExact?: true;
  /** Its digits as they stand on the picture, as a PNG, for a person to compare; only where it is not certain. */
  readonly cutOut?: Uint8Array;
}
