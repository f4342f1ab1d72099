import type { Barcode } from './barcode.ts';

/** One picture on its way to the thread that decodes. */
export interface PictureJob {
  readonly picture: Uint8Array;
  /** No attempt is begun after so many milliseconds; what was read by then is the result. */
  readonly workMs: number;
}

/** The codes; or that it cannot be decoded, or only with more memory than there is. */
export type PictureResult =
  | { readonly codes: readonly Barcode[] }
  | { readonly codes?: undefined; readonly why: 'broken' | 'too-much' };
