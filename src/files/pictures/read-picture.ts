import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import type { GreyPicture } from './grey.ts';
import {
  blurred,
  flattened,
  isRough,
  midShadeOf,
  pgmOf,
  rotated,
  scaled,
  withBrightBackground,
} from './grey.ts';
import type { ImeiCollector } from './imei-collector.ts';
import { measureLean } from './lean.ts';
import { type Effort, type Letters, readLetters } from './letters.ts';

/** The IMEIs of a phone with two slots. With more, further codes are looked for, but no text. */
const PAIR = 2;
/**
 * A larger picture is searched for two-dimensional codes only at half its size: they take most of
 * the time.
 */
const MAX_WHOLE = 4e6;
/** A smaller picture is also read at twice its size. */
const MAX_DOUBLED = 2e6;
/** Most pixels in which text is read. */
const MAX_TEXT = 2.5e6;
/** Blur of a rough page: the standard deviation in pixels. */
const SMOOTHING = 1.5;
/**
 * A page is legible, and so the right way up, if Tesseract is sure of at least this many words, and
 * of more than this share of all words.
 */
const MIN_SURE_WORDS = 3;
const MIN_SURE_SHARE = 0.3;
/**
 * If an illegible page has at least this many words, it is probably upside down. If it has fewer,
 * it is probably too dark.
 */
const MIN_UPSIDE_DOWN_WORDS = 10;
/** Up to this middle shade (0 to 255) of a page, its lines may be dark as well as bright. */
const VERY_DARK = 24;
/** The result for a page that is too rough to be read. */
const NO_TEXT: Letters = { lines: [], wordCount: 0, sureCount: 0, bandCount: 0 };
/** Digits of an IMEI, some of which may have been read as letters. */
const LONG_NUMBER = /\d(?:[ ./-]?\d){9}/;

/**
 * Reads the codes of a picture and, if they have fewer than two IMEIs, its text. Adds what it finds
 * to the collector.
 * @param mostBands of its text: slices of about 80 words, see {@link readText}
 */
export async function readPicture(
  picture: GreyPicture,
  collector: ImeiCollector,
  mostBands: number,
): Promise<void> {
  const level = await readCodes(picture, collector);
  if (collector.codeCount() >= PAIR) return;
  const scale = Math.sqrt(MAX_TEXT / level.data.length);
  const page = scale < 1 ? await scaled(level, scale) : level;
  await readText(isRough(page) ? await blurred(page, SMOOTHING) : page, collector, mostBands);
}

/**
 * Reads the codes of a picture as it is, level, at half its size and at twice its size. Returns the
 * level picture. Codes of two dimensions are read at any angle.
 */
async function readCodes(picture: GreyPicture, collector: ImeiCollector): Promise<GreyPicture> {
  // Not with more than two: then it is the label of a carton with several phones, and the other
  // ways may find more codes.
  const isDone = (): boolean => collector.codeCount() === PAIR;
  collector.addCodes(await readBars(picture, picture.data.length > MAX_WHOLE ? 'linear' : 'all'));
  if (isDone()) return picture;
  const lean = await measureLean(picture);
  const level = lean === 0 ? picture : await rotated(picture, -lean);
  if (lean !== 0) collector.addCodes(await readBars(level, 'linear'));
  if (!isDone()) collector.addCodes(await readBars(await scaled(level, 0.5), 'all'));
  if (!isDone() && level.data.length < MAX_DOUBLED) {
    collector.addCodes(await readBars(await scaled(level, 2), 'all'));
  }
  return level;
}

/**
 * Reads the text of a page as it is, and then in other ways until it has an IMEI or is legible.
 * @param mostBands of the page as it is; each further attempt reads at most what is left of them
 */
async function readText(
  page: GreyPicture,
  collector: ImeiCollector,
  mostBands: number,
): Promise<void> {
  const upright = withBrightBackground(page);
  const triesInverted = midShadeOf(page) <= VERY_DARK;
  const asItIs = await readOnce(upright, collector, { mostBands, triesInverted });
  const bandsLeft = mostBands - asItIs.bandCount;
  if (bandsLeft === 0) return;
  for (const change of changesToTry(asItIs)) {
    const changed = change === 'flattened' ? await flattened(page) : await rotated(upright, 180);
    const scan = await readOnce(changed, collector, {
      mostBands: bandsLeft,
      triesInverted: change === 'flattened',
    });
    if (scan.hasImei || scan.isLegible) return;
  }
}

/** A change to a page before it is read again. */
type PageChange = 'flattened' | 'upside-down';

/** Returns how to read a page again, the likelier way first. */
function changesToTry(asItIs: PageScan): readonly PageChange[] {
  const { hasImei, isLegible, hasDigits, wordCount } = asItIs;
  if (hasImei) return [];
  // A legible page is the right way up. If it has digits enough for an IMEI, but no IMEI, the
  // digits are misread.
  if (isLegible) return hasDigits ? ['flattened'] : [];
  const isUpsideDown = wordCount >= MIN_UPSIDE_DOWN_WORDS;
  return isUpsideDown ? ['upside-down', 'flattened'] : ['flattened', 'upside-down'];
}

/** The result of reading a page once. */
interface PageScan {
  /** Whether the page has an IMEI, which was added to the collector. */
  readonly hasImei: boolean;
  /** Whether enough words are certain: the page is the right way up, not too dark or blurred. */
  readonly isLegible: boolean;
  /** Whether the page has enough digits for an IMEI, which may be misread. */
  readonly hasDigits: boolean;
  readonly wordCount: number;
  readonly bandCount: number;
}

/** Reads a page in one way, and adds its numbers. */
async function readOnce(
  page: GreyPicture,
  collector: ImeiCollector,
  effort: Effort,
): Promise<PageScan> {
  const read = isRough(page) ? NO_TEXT : await readLetters(page, effort);
  const { lines, wordCount, sureCount, bandCount } = read;
  return {
    hasImei: collector.addLines(lines),
    isLegible: sureCount >= MIN_SURE_WORDS && sureCount > MIN_SURE_SHARE * wordCount,
    hasDigits: lines.some((line) => LONG_NUMBER.test(line)),
    wordCount,
    bandCount,
  };
}

/** `all`: codes of two dimensions as well, which take five times as long. */
const FORMATS = {
  linear: ['Code128', 'Code39', 'EANUPC', 'ITF'],
  all: ['Code128', 'Code39', 'EANUPC', 'ITF', 'DataMatrix', 'QRCode', 'PDF417'],
} satisfies Record<string, ReaderOptions['formats']>;

let ready: Promise<unknown> | undefined;

/**
 * Reads the codes of a picture as it is. GS1 content has its application identifiers in
 * parentheses.
 */
async function readBars(
  picture: GreyPicture,
  formats: keyof typeof FORMATS,
): Promise<readonly string[]> {
  ready ??= prepare();
  await ready;
  const codes = await readBarcodes(pgmOf(picture), { formats: FORMATS[formats] });
  return codes.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** Loads the decoder from its package. Otherwise it would be fetched from a network. */
async function prepare(): Promise<void> {
  const wasm = await readFile(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  );
  await prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer as ArrayBuffer },
    fireImmediately: true,
  });
}
