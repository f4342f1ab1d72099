import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import type { Grey } from './grey.ts';
import { blurred, flattened, isRough, middleOf, onBright, pgmOf, scaled, turned } from './grey.ts';
import { leanOf } from './lean.ts';
import { readLetters } from './letters.ts';
import type { Reading } from './reading.ts';

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
const SMOOTHING = 1.5;
/** The certain words of a page that is the right way up: their number, and their share of all. */
const MIN_SURE_WORDS = 3;
const MIN_SURE_SHARE = 0.3;
/** A page without certain words is upside down if it has this many; with fewer, it is dark. */
const TURNED_WORDS = 10;
/** Up to this middle shade (0 to 255), text is tried as dark and as bright letters. */
const VERY_DARK = 24;
const NONE = { lines: [], words: 0, sure: 0, bands: 0 };
const LONG_NUMBER = /\d(?:[ ./-]?\d){9}/;

/**
 * Reads the codes of a picture and, if they have fewer than two IMEIs, its text.
 * @param mostBands of text that are read
 */
export async function readPicture(
  picture: Grey,
  reading: Reading,
  mostBands: number,
): Promise<void> {
  const level = await readCodes(picture, reading);
  if (reading.inCodes() >= PAIR) return;
  const scale = Math.sqrt(MAX_TEXT / level.data.length);
  const page = scale < 1 ? await scaled(level, scale) : level;
  await readPage(isRough(page) ? await blurred(page, SMOOTHING) : page, reading, mostBands);
}

/**
 * Reads the codes of a picture as it is, level, at half its size and at twice its size. Returns the
 * level picture. Codes of two dimensions are read at any angle.
 */
async function readCodes(picture: Grey, reading: Reading): Promise<Grey> {
  const isDone = (): boolean => reading.inCodes() === PAIR;
  reading.addCodes(await readBars(picture, picture.data.length > MAX_WHOLE ? 'linear' : 'all'));
  if (isDone()) return picture;
  const lean = await leanOf(picture);
  const level = lean === 0 ? picture : await turned(picture, -lean);
  if (lean !== 0) reading.addCodes(await readBars(level, 'linear'));
  if (!isDone()) reading.addCodes(await readBars(await scaled(level, 0.5), 'all'));
  if (!isDone() && level.data.length < MAX_DOUBLED)
    reading.addCodes(await readBars(await scaled(level, 2), 'all'));
  return level;
}

/**
 * Reads the text of a page: as it is, then flattened and upside down, until it has a number or can
 * be read without one.
 */
async function readPage(page: Grey, reading: Reading, mostBands: number): Promise<void> {
  const upright = onBright(page);
  const plain = await tryPage(upright, reading, mostBands, middleOf(page.data) > VERY_DARK);
  const { bandsLeft } = plain;
  if (plain.hasNumber || bandsLeft === 0 || (plain.isLegible && !plain.hasDigits)) return;
  const isTurned = !plain.isLegible && plain.words >= TURNED_WORDS;
  for (const isUniform of [isTurned, !isTurned]) {
    const next = isUniform ? await turned(upright, 180) : await flattened(page);
    const { hasNumber, isLegible } = await tryPage(next, reading, bandsLeft, isUniform);
    if (hasNumber || isLegible || plain.isLegible) return;
  }
}

/** Whether the text of a page has an IMEI, certain words, or enough digits for a misread IMEI. */
async function tryPage(page: Grey, reading: Reading, mostBands: number, isUniform: boolean) {
  const { lines, words, sure, bands } = isRough(page)
    ? NONE
    : await readLetters(page, mostBands, isUniform);
  const isLegible = sure >= MIN_SURE_WORDS && sure > MIN_SURE_SHARE * words;
  const hasDigits = lines.some((line) => LONG_NUMBER.test(line));
  return {
    hasNumber: reading.addLines(lines),
    isLegible,
    hasDigits,
    words,
    bandsLeft: mostBands - bands,
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
async function readBars(picture: Grey, formats: keyof typeof FORMATS): Promise<readonly string[]> {
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
