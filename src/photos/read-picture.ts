import { decodeFile, decodeTurned } from './decode/decode.ts';
import { TooLargePicture } from './decode/decoder-memory.ts';
import type { Grey } from './decode/grey.ts';
import { DECODERS } from './decode/others.ts';
import { releaseUnused } from './decode/release.ts';
import { createSheets } from './decode/sheets.ts';
import type { PictureRead } from './job.ts';
import { createCodeCollector } from './passes.ts';
import { megapixelsOf, pictureFormat } from './picture.ts';
import { pixelsOf, reduced } from './pixels.ts';
import { MOST_DECODED_LATER, type PictureNeeds, readPixels } from './read-pixels.ts';

const AS_IT_IS = { degrees: 0, scale: 1 };

/**
 * Everything a picture says: its codes as it is, then enlarged, then its letters, then its codes turned, until two IMEIs are
 * known. What nothing on the picture suggests is not tried. Throws `BrokenPicture`, `UnknownPicture`, `TooLargePicture`,
 * `DecoderCrashed`.
 */
export async function readPicture(file: Uint8Array, needs: PictureNeeds): Promise<PictureRead> {
  const decode = DECODERS[pictureFormat(file) ?? ''];
  if (decode !== undefined) return readShades(await decode(file), needs);
  const collector = createCodeCollector();
  const isLarge = megapixelsOf(file) > MOST_DECODED_LATER;
  // A large picture is decoded before the decoder takes its memory, which it keeps: both at once would need too much.
  const early = isLarge ? pixelsOf(file) : undefined;
  if (isLarge) await releaseUnused();
  collector.add(await firstLook(file, early !== undefined));
  const pixels = isLarge ? early : pixelsOf(file);
  if (pixels === undefined) return { codes: collector.codes, texts: [] };
  return readPixels(collector, pixels, needs);
}

/** As {@link readPicture}, for a picture that was decoded before. */
export async function readShades(grey: Grey, needs: PictureNeeds): Promise<PictureRead> {
  // What has decoded it is given back first.
  await releaseUnused();
  const collector = createCodeCollector();
  collector.add(await decodeTurned(grey, AS_IT_IS, { sheets: createSheets() }));
  return readPixels(collector, reduced(grey), needs);
}

/** The codes of the picture as it is; empty if that needs too much memory and there is another way to decode it. */
async function firstLook(file: Uint8Array, isDecoded: boolean): ReturnType<typeof decodeFile> {
  try {
    return await decodeFile(file);
  } catch (error) {
    if (error instanceof TooLargePicture && isDecoded) return [];
    throw error;
  }
}
