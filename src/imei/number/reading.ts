import type { Imei } from './imei.ts';
import type { ImeiWarning } from './special.ts';

/** An IMEI, how it was written, and what is to be known of it. */
export interface ImeiReading {
  readonly imei: Imei;
  /** `14-digits`: the check digit was computed. `imeisv`: 16 digits, the software version was cut off. */
  readonly from: 'imei' | '14-digits' | 'imeisv';
  /** Two digits, where they were given. */
  readonly softwareVersion?: string;
  readonly warning?: ImeiWarning;
}
