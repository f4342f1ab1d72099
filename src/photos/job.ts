import type { Barcode } from './barcode.ts';

/** One picture on its way to the thread that decodes. */
export interface Job {
  readonly id: number;
  readonly picture: Uint8Array;
  /** No attempt is begun after so many milliseconds; what was read by then is the result. */
  readonly workMs: number;
}

/** What comes back. */
export interface JobResult {
  readonly id: number;
  /** Nothing when the picture cannot be decoded. */
  readonly codes: readonly Barcode[] | undefined;
}
