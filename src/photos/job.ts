import type { Barcode } from './barcode.ts';

/** A picture for the decoding thread. */
export interface PictureJob {
  /** The encoded file. */
  readonly picture: Uint8Array;
  /** Milliseconds after which no further attempt starts; what was read by then is the result. */
  readonly workMs: number;
}

/** The codes, or whether the picture cannot be decoded at all or only with more memory than allowed. */
export type PictureResult =
  | { readonly codes: readonly Barcode[] }
  | { readonly codes?: undefined; readonly why: 'broken' | 'too-much' };
