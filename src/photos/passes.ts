import { Resvg } from '@resvg/resvg-js';
import { type Barcode, moved } from './barcode.ts';
import { decodeFile, decodeTurned, type Treat } from './decode/decode.ts';
import { TooLargePicture } from './decode/decoder-memory.ts';
import { type Grey, greyOf, sharpen, type Turn, within } from './decode/grey.ts';
import { releaseUnused } from './decode/release.ts';
import { createSheets } from './decode/sheets.ts';
import { pictureHeader } from './header.ts';
import { readLabel } from './label/label.ts';
import { isDecodedTwice, megapixelsOf } from './picture.ts';

/** Turns to try, in degrees: the library only tries quarter turns and misses bars that lean by more than about 7°. */
const SWEEP: readonly number[] = [10, -10, 20, -20, 30, -30, 40, -40];
/** Near a turn at which something was read, other codes may be even straighter. */
const NEIGHBOURS: readonly number[] = [-5, 5];
const LARGEST_SCALE = 2;
/** Most pixels used after the first attempt; one attempt on them takes half a second. */
const MOST_DECODED = 8e6;
const MOST_ENLARGED = 6e6;
/** Most megapixels of a picture that may be decoded again while the decoder keeps the first attempt's memory. */
const MOST_DECODED_LATER = 4;
/** If all turns are tried, each attempt has to be faster. */
const MOST_TURNED = 3e6;
/**
 * A turned picture of 4 to 3 has a frame twice as large as itself, and one that is a mere line would have a frame of a
 * thousand times: it is made smaller until its frame has no more pixels than this.
 */
const MOST_LAID_OUT = 16e6;
/** A dual-SIM phone has two. */
const ENOUGH = 2;
/** The address of the picture in the drawing that decodes it. Nothing is fetched: the bytes are supplied. */
const HREF = 'https://picture.invalid/';

/** Collects distinct codes and counts the IMEIs among them. */
interface Collection {
  readonly codes: readonly Barcode[];
  readonly imeis: number;
  /** Everything a label usually has was read. */
  readonly isComplete: boolean;
  add(found: readonly Barcode[]): void;
}

export interface PassesNeeds {
  /** Asked before each attempt after the first; what was read so far is returned when there is none. */
  hasTime(): boolean;
  /** The decoder begins anew, with little memory. */
  restartDecoder(): Promise<void>;
}

/**
 * Every code on an encoded picture. Cheap attempts come first, and the dear ones only while no IMEI has been read: as
 * it is, enlarged and sharpened (small, blurred and worn pictures), turned (leaning bars), and both.
 * Throws `BrokenPicture`, `TooLargePicture`, `DecoderCrashed`.
 */
export async function findBarcodes(
  file: Uint8Array,
  { hasTime, restartDecoder }: PassesNeeds,
): Promise<readonly Barcode[]> {
  const collection = collect();
  const isLarge = megapixelsOf(file) > MOST_DECODED_LATER;
  // A large picture is decoded before the decoder takes its memory, which it keeps: both at once would need too much.
  const early = isLarge ? decode(file) : undefined;
  if (isLarge) await releaseUnused();
  collection.add(await firstLook(file, early !== undefined));
  if (collection.isComplete || !hasTime()) return collection.codes;
  const decoded = isLarge ? early : decode(file);
  if (decoded === undefined) return collection.codes;
  if (isLarge) {
    await restartDecoder();
    await releaseUnused();
  }
  const { grey, shrunkBy } = decoded;
  const sheets = createSheets();
  await lookCloser(collection, {
    grey,
    attempt: async (turn, treat) => {
      if (!hasTime()) return;
      const found = await decodeTurned(grey, within(grey, turn, MOST_LAID_OUT), { sheets, treat });
      collection.add(found.map((code) => moved(code, ({ x, y }) => ({ x: x * shrunkBy, y: y * shrunkBy }))));
    },
  });
  return collection.codes;
}

/** The codes of the picture as it is; empty if that needs too much memory and there is another way to decode it. */
async function firstLook(file: Uint8Array, isDecoded: boolean): Promise<readonly Barcode[]> {
  try {
    return await decodeFile(file);
  } catch (error) {
    if (error instanceof TooLargePicture && isDecoded) return [];
    throw error;
  }
}

interface Look {
  readonly grey: Grey;
  /** Adds what is read on the picture when it is laid and treated so. */
  attempt(turn: Turn, treat?: Treat): Promise<void>;
}

async function lookCloser(collection: Collection, { grey, attempt }: Look): Promise<void> {
  const enlarged = (degrees: number): Turn => ({ degrees, scale: scaleTo(grey, MOST_ENLARGED) });
  const plain = (degrees: number): Turn => ({ degrees, scale: Math.min(1, scaleTo(grey, MOST_TURNED)) });
  /** Where one IMEI was read, the second of the phone may be a little harder. */
  const besides = async (turns: readonly Turn[], treat?: Treat): Promise<void> => {
    for (const turn of turns) if (collection.imeis < ENOUGH) await attempt(turn, treat);
  };

  await attempt(enlarged(0), sharpen);
  if (collection.imeis > 0) return besides([enlarged(0), ...NEIGHBOURS.map(plain)]);
  for (const degrees of SWEEP) {
    await attempt(plain(degrees));
    if (collection.imeis === 0) continue;
    // The rest of the label lies the same way.
    await attempt(enlarged(degrees), sharpen);
    return besides(
      NEIGHBOURS.map((beside) => enlarged(degrees + beside)),
      sharpen,
    );
  }
  await attempt(enlarged(0));
  for (const degrees of SWEEP) {
    if (collection.imeis > 0) return;
    await attempt({ degrees, scale: scaleTo(grey, MOST_TURNED) }, sharpen);
  }
}

function collect(): Collection {
  const codes: Barcode[] = [];
  return {
    codes,
    get imeis() {
      return readLabel(codes).imeis.length;
    },
    get isComplete() {
      const { imeis, serial, gtin } = readLabel(codes);
      return imeis.length >= ENOUGH && serial !== undefined && gtin !== undefined;
    },
    add: (found) => {
      for (const code of found) {
        if (!codes.some(({ text, symbology }) => text === code.text && symbology === code.symbology))
          codes.push(code);
      }
    },
  };
}

/** The pixels of a picture, reduced if it is very large; undefined if only the first attempt supports the format. */
function decode(file: Uint8Array): { readonly grey: Grey; readonly shrunkBy: number } | undefined {
  const header = pictureHeader(file);
  if (header === undefined || header.format === 'bmp' || !isDecodedTwice(file)) return undefined;
  const shrunkBy = 1 / Math.min(1, scaleTo(header, MOST_DECODED));
  const [width, height] = [Math.ceil(header.width / shrunkBy), Math.ceil(header.height / shrunkBy)];
  const drawing = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<image href="${HREF}" width="${width}" height="${height}" preserveAspectRatio="none"/></svg>`,
    { background: 'white', font: { loadSystemFonts: false } },
  );
  drawing.resolveImage(HREF, Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const { pixels } = drawing.render();
  return { grey: greyOf(pixels, width, height), shrunkBy };
}

/** The scale at which a picture has at most this number of pixels. */
function scaleTo(
  { width, height }: { readonly width: number; readonly height: number },
  pixels: number,
): number {
  return Math.min(LARGEST_SCALE, Math.sqrt(pixels / (width * height)));
}
