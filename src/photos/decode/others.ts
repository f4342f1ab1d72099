import type { Grey } from './grey.ts';
import { decodeHeic } from './heic.ts';
import { decodeWebp } from './webp.ts';

/** Decodes the formats that the decoder of codes does not know, by name. */
export const DECODERS: Readonly<Record<string, (file: Uint8Array) => Promise<Grey>>> = {
  webp: decodeWebp,
  heic: decodeHeic,
};
