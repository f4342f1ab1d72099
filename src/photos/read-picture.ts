import { decodeFile } from './decode/decode.ts';
import { TooLargePicture } from './decode/decoder-memory.ts';
import { pngOf } from './decode/png.ts';
import { releaseUnused } from './decode/release.ts';
import { createSheets } from './decode/sheets.ts';
import type { PictureRead } from './job.ts';
import { lookAt } from './look.ts';
import { type Collection, createCollection, createPasses, ENOUGH } from './passes.ts';
import { megapixelsOf } from './picture.ts';
import { type Pixels, pixelsOf } from './pixels.ts';
import { codesOnGrid, compared } from './second-reader.ts';
import { cutOut } from './text/cut.ts';
import { type TextEngine, TextEngineFailed } from './text/engine.ts';
import { readText, type TextNumber, type TextReading } from './text/read-text.ts';
import { skewOf } from './text/skew.ts';
import type { TextImei } from './text-imei.ts';

/** Most megapixels of a picture that may be decoded again while the decoder keeps the first attempt's memory. */
const MOST_DECODED_LATER = 4;
/** Height in pixels of digits that a person is shown. */
const CUT_OUT_HEIGHT = 48;
const NO_TEXT: TextReading = { numbers: [], isLegible: false };

export interface PictureNeeds {
  /** Asked before each attempt after the first; what was read so far is returned when there is none. */
  hasTime(): boolean;
  /** The decoder begins anew, with little memory. */
  restartDecoder(): Promise<void>;
  /** The engine that reads letters, started if need be. Throws `TextEngineFailed`. */
  startEngine(): Promise<TextEngine>;
  /** The engine has failed: the next picture gets another. */
  dropEngine(): void;
}

/**
 * Everything a picture says: its codes as it is, then enlarged, then its letters, then its codes turned, until two IMEIs are
 * known. What nothing on the picture suggests is not tried. Throws `BrokenPicture`, `TooLargePicture`, `DecoderCrashed`.
 */
export async function readPicture(file: Uint8Array, needs: PictureNeeds): Promise<PictureRead> {
  const collection = createCollection();
  const isLarge = megapixelsOf(file) > MOST_DECODED_LATER;
  // A large picture is decoded before the decoder takes its memory, which it keeps: both at once would need too much.
  const early = isLarge ? pixelsOf(file) : undefined;
  if (isLarge) await releaseUnused();
  collection.add(await firstLook(file, early !== undefined));
  const pixels = isLarge ? early : pixelsOf(file);
  if (pixels === undefined) return { codes: collection.codes, texts: [] };
  collection.add(codesOnGrid(pixels));
  if (collection.imeis >= ENOUGH || !needs.hasTime())
    return { codes: compared(collection.codes, pixels), texts: [] };
  if (isLarge) {
    await needs.restartDecoder();
    await releaseUnused();
  }
  return lookCloser(collection, pixels, needs);
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

async function lookCloser(collection: Collection, pixels: Pixels, needs: PictureNeeds): Promise<PictureRead> {
  const look = lookAt(pixels.grey);
  const isEmpty = look.trouble === 'blank';
  const passes = createPasses(collection, pixels, { sheets: createSheets(), hasTime: needs.hasTime });
  const lean = look.hasBars ? skewOf(pixels.grey) : 0;
  if (look.hasBars) await passes.sharpened();
  if (look.hasBars && collection.imeis === 0) await passes.turned(lean);
  const text = isEmpty || collection.imeis >= ENOUGH ? NO_TEXT : await textOf(pixels, needs);
  const isMissed = !isEmpty && !text.isLegible && text.numbers.length === 0;
  if (isMissed && collection.imeis === 1) await passes.besides();
  // What is too blurred to look like bars may still be some.
  if (isMissed && !look.hasBars) await passes.sharpened();
  return {
    codes: compared(collection.codes, pixels),
    texts: text.numbers.map((one) => textImei(one, pixels)),
    look: { ...look, hasText: text.isLegible },
  };
}

/** A doubtful number comes with its digits as they are on the picture. */
function textImei(number: TextNumber, { grey }: Pixels): TextImei {
  const { imei, isCertain, slot } = number;
  return {
    imei,
    isCertain,
    ...(slot !== undefined && { slot }),
    ...(!isCertain && { cutOut: pngOf(cutOut(grey, number, CUT_OUT_HEIGHT)) }),
  };
}

/** The letters of a picture; none where the engine fails on them. */
async function textOf(pixels: Pixels, needs: PictureNeeds): Promise<TextReading> {
  // What codes have taken is given back before letters need as much.
  await needs.restartDecoder();
  await releaseUnused();
  try {
    return readText(pixels.grey, { engine: await needs.startEngine(), hasTime: needs.hasTime });
  } catch (error) {
    if (!(error instanceof TextEngineFailed)) throw error;
    needs.dropEngine();
    return NO_TEXT;
  }
}
