import type { Imei, ImeiWarning } from '../imei.ts';

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

/** A kind of number that people mistake for an IMEI. */
export type OtherNumber = 'iccid' | 'eid' | 'meid' | 'meid-decimal' | 'phone' | 'apple-serial';

/** Why a number that was read from a picture is asked about. */
export type WhyAsked =
  /** Digits of it may be misread. */
  | { readonly why: 'misread' }
  /** It was read well, and nothing beside it says clearly that it is an IMEI. */
  | { readonly why: 'unnamed' }
  /** It was read well, and stands beside words that do not call it an IMEI. */
  | { readonly why: 'other-name'; readonly words: string }
  /** It was read well, and is as hardly any phone's number: an example, or one that begins as those of test devices. */
  | { readonly why: 'unlikely' }
  /** It is called an IMEI, and has this many digits instead of 15. */
  | { readonly why: 'length'; readonly digits: number };

/** The reason where digits may be misread. */
export const MISREAD: WhyAsked = { why: 'misread' };
/** The reason where nothing says clearly that it is an IMEI. */
export const UNNAMED: WhyAsked = { why: 'unnamed' };

/** Why a text is no IMEI, with the details a reply needs. */
export type ImeiProblem =
  | { readonly kind: 'empty' }
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
      readonly networkForm?: Imei;
    }
  /** `position`: from 1, separators not counted. */
  | {
      readonly kind: 'letter';
      readonly character: string;
      readonly position: number;
      /** The IMEI it is with the digits that its letters look like, if the check digit fits; checked only on demand. */
      readonly reading?: ImeiReading;
    }
  | { readonly kind: 'looks-like'; readonly what: OtherNumber }
  /** Shown by phones and programs if the real number is missing. */
  | { readonly kind: 'placeholder'; readonly why: 'zeros' | 'repeated' }
  /** A payment card number: never sent anywhere, and shown with its last digits only. */
  | { readonly kind: 'card' }
  /** Its first two digits belong to no body that allocates IMEIs, so no phone has it; checked only on demand. */
  | { readonly kind: 'unassigned'; readonly reading: ImeiReading }
  /** Read from a picture with doubt: checked only when a person has confirmed it. */
  | { readonly kind: 'doubtful'; readonly reading: ImeiReading; readonly doubt: WhyAsked }
  /**
   * A spreadsheet kept only its first digits: `3.52E+14`. `copied`: into a message, so that the sheet may still have the others.
   */
  | { readonly kind: 'cut-off'; readonly copied?: true };

/** An IMEI, or why the text is none. */
export type ImeiResult =
  | { readonly ok: true; readonly reading: ImeiReading }
  | { readonly ok: false; readonly problem: ImeiProblem };
