import type { Imei } from './imei.ts';

/** Another kind of number that people take for an IMEI. */
export type LooksLike = 'iccid' | 'eid' | 'meid' | 'meid-decimal' | 'phone' | 'apple-serial';

/** Why a text is no IMEI: what a person did wrong is a value, and the words for it are made elsewhere. */
export type ImeiProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-short'; readonly digits: number }
  | { readonly kind: 'too-long'; readonly digits: number }
  | {
      readonly kind: 'check-digit';
      readonly expected: string;
      readonly given: string;
      /** What it may have been: one digit or two swapped neighbours put right, where the TAC is then a known one. */
      readonly repairs: readonly Imei[];
      /** The IMEI of which this is the form that networks use, with 0 for the check digit. */
      readonly networkForm?: Imei;
    }
  /** `position` counts from 1. */
  | { readonly kind: 'letter'; readonly character: string; readonly position: number }
  | { readonly kind: 'looks-like'; readonly what: LooksLike }
  | { readonly kind: 'placeholder'; readonly why: 'zeros' | 'repeated' };
