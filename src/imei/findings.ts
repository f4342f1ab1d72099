import type { Imei, ImeiWarning } from './imei.ts';

/** An IMEI and the form in which it was written. */
export interface ImeiReading {
  /** With its check digit. */
  readonly imei: Imei;
  /** `14-digits`: the check digit was computed. `imeisv`: 16 digits, the software version was removed. */
  readonly from: 'imei' | '14-digits' | 'imeisv';
  /** Two digits; undefined if none were given. */
  readonly softwareVersion?: string | undefined;
  readonly warning?: ImeiWarning | undefined;
}

/** Where a number was found: a line, from 1, and the part of a picture, if it was not typed. */
export interface Origin {
  readonly line: number;
  readonly readFrom?: 'bars' | 'text';
}

/** An IMEI that is checked without confirmation. */
export interface FoundImei extends ImeiReading, Origin {
  /** `IMEI1` or `IMEI2`, if the text says which slot it belongs to. */
  readonly label?: string | undefined;
}

/**
 * Why a person has to confirm a number before it is checked. `named`: the word before it, or its column's title, names another number.
 * `column`: its column has no title, only letters, and mostly other cells.
 * `no-body`: no phone has its first two digits. `test-range`: it is for test devices. `length`: neither alone nor labelled IMEI.
 * `link`: part of a link whose parameter is not named IMEI. `picture`: one of three or more in the text of a picture.
 */
export type WhyUnsure =
  | { readonly kind: 'named' | 'column'; readonly name: string }
  | { readonly kind: 'length'; readonly digits: 14 | 16 }
  | { readonly kind: 'no-body' | 'test-range' | 'link' | 'picture' };

/** An IMEI that is checked only if a person confirms it. */
export interface UnsureImei extends FoundImei {
  readonly why: WhyUnsure;
}

/** A kind of number that people mistake for an IMEI. */
export type OtherNumber = 'iccid' | 'eid' | 'meid' | 'meid-decimal' | 'phone' | 'serial';

/** Why a number is not an IMEI, with the details a reply needs. */
export type ImeiProblem =
  /** `digits`: how many there are. */
  | { readonly kind: 'too-short'; readonly digits: number }
  | { readonly kind: 'too-long'; readonly digits: number }
  | {
      readonly kind: 'check-digit';
      readonly expected: string;
      readonly given: string;
      /** IMEIs with a known TAC that differ by one digit or two swapped neighbours; swaps first. */
      readonly repairs: readonly Imei[];
      /** The IMEI, if this is the form networks send: with 0 as the check digit (TS 23.003, 6.2.1). */
      readonly networkForm?: Imei | undefined;
    }
  /** `position`: from 1, separators not counted. */
  | {
      readonly kind: 'letter';
      readonly character: string;
      readonly position: number;
      /** The IMEI with the digits that its letters look like, if the check digit fits; checked only on demand. */
      readonly reading?: ImeiReading;
    }
  | { readonly kind: 'looks-like'; readonly what: OtherNumber }
  /** Phones and programs show it if the real number is missing. */
  | { readonly kind: 'placeholder' }
  /** Some digits are hidden: `35693803******2`. */
  | { readonly kind: 'hidden' }
  /** A payment card number: never sent anywhere, and shown with its last digits only. */
  | { readonly kind: 'card' }
  /** 14 or 16 digits whose first two belong to no Reporting Body. */
  | { readonly kind: 'no-body' }
  /** A spreadsheet or program kept only its first digits: `3.52E+14`. */
  | { readonly kind: 'cut-off' }
  /** A program rounded it, or a network wrote 0 as the check digit of its whole column. Completed only on demand. */
  | { readonly kind: 'rounded' };

/** A number that looks like an IMEI and is refused. */
export interface FoundProblem extends Origin {
  /** As typed, cut to 60 characters; of a card number only the last four digits. */
  readonly text: string;
  readonly problem: ImeiProblem;
}

/** Everything that was found, each number once, in the order of the text. */
export interface Findings {
  readonly found: readonly FoundImei[];
  readonly unsure: readonly UnsureImei[];
  readonly problems: readonly FoundProblem[];
  /** How many IMEIs were left out as repetitions. */
  readonly duplicates: number;
}
