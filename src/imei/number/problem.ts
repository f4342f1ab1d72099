import type { Imei } from './imei.ts';
import type { ImeiReading } from './reading.ts';

/** A kind of number that people take for an IMEI. */
export type OtherNumber = 'iccid' | 'eid' | 'meid' | 'meid-decimal' | 'phone' | 'apple-serial';

/** Why a text is no IMEI, with what is needed to tell it exactly. */
export type ImeiProblem =
  | { readonly kind: 'empty' }
  /** `digits`: how many there are. */
  | { readonly kind: 'too-short'; readonly digits: number }
  | { readonly kind: 'too-long'; readonly digits: number }
  | {
      readonly kind: 'check-digit';
      readonly expected: string;
      readonly given: string;
      /** IMEIs that differ by one digit or two swapped neighbours and whose TAC is known, swaps first. */
      readonly repairs: readonly Imei[];
      /** The IMEI, if the number is one as networks send it: with a 0 for the check digit (TS 23.003, 6.2.1). */
      readonly networkForm?: Imei;
    }
  /** `position`: from 1, separators not counted. */
  | { readonly kind: 'letter'; readonly character: string; readonly position: number }
  | { readonly kind: 'looks-like'; readonly what: OtherNumber }
  /** What phones and programs show when the real number is missing. */
  | { readonly kind: 'placeholder'; readonly why: 'zeros' | 'repeated' }
  /** The number of a payment card: never sent anywhere, and shown with its last digits only. */
  | { readonly kind: 'card' }
  /** Its first two digits are of no body that allocates IMEIs, so no phone has it: checked only on demand. */
  | { readonly kind: 'unassigned'; readonly reading: ImeiReading }
  /** A spreadsheet has kept only its first digits: `3.52E+14`. */
  | { readonly kind: 'cut-off' };
