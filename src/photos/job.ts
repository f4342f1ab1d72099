import type { Barcode } from './barcode.ts';
import type { Look } from './look.ts';
import type { TextImei } from './text-imei.ts';

/** A picture for the process that decodes. */
export interface PictureJob {
  /** The encoded file. */
  readonly picture: Uint8Array;
  /** Milliseconds of the processor after which no further attempt starts; what was read by then is the result. */
  readonly workMs: number;
  /** Of a document only what it says as text, up to the first page that would have to be drawn. */
  readonly isTextOnly?: boolean;
}

/** What was seen on a picture on which not everything was read. */
export interface PictureLook extends Look {
  /** Words could be read. */
  readonly hasText: boolean;
}

/** Everything that was read on a picture. */
export interface PictureRead {
  readonly codes: readonly Barcode[];
  readonly texts: readonly TextImei[];
  /** Words name both IMEIs of a phone, whichever of their numbers could be read. */
  readonly namesTwo?: true;
  /** undefined if the first look was enough, or all that the format allows. */
  readonly look?: PictureLook;
  /** Of a document: how many of its pages were read, which are its first. */
  readonly pages?: { readonly read: number; readonly all: number };
}

/** Why nothing was read: it cannot be decoded at all, not without a password, not by what is installed, or only with more memory than allowed. */
export type PictureTrouble = 'broken' | 'locked' | 'unknown' | 'too-much';

/** What was read, or why nothing was. */
export type PictureResult = PictureRead | { readonly codes?: undefined; readonly why: PictureTrouble };
