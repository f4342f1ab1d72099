import type { Imei } from './imei.ts';
import type { ImeiWarning } from './special.ts';

/** An IMEI, the form it was written in, and a warning about it. */
export interface ImeiReading {
  /** The IMEI with its check digit. */
  readonly imei: Imei;
  /** `14-digits`: the check digit was computed. `imeisv`: 16 digits, the software version was removed. */
  readonly from: 'imei' | '14-digits' | 'imeisv';
  /** Two digits; undefined if none were given. */
  readonly softwareVersion?: string;
  /** undefined for ordinary numbers. */
  readonly warning?: ImeiWarning;
}
