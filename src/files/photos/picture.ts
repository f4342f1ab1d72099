import { type Code, readBars } from './bars.ts';
import type { PictureRead } from './contract.ts';
import { blurred, flattened, type Grey, roughnessOf, scaled, troubleOf, turned } from './grey.ts';
import { labelOf } from './label.ts';
import { leanOf } from './lean.ts';
import { readLetters } from './letters.ts';
import { createNumbers, type Numbers } from './numbers.ts';

/** What has been read so far, of a picture or of the pages of a PDF. */
export interface Reading {
  readonly numbers: Numbers;
  readonly codes: Code[];
  hasWords: boolean;
}

/** The IMEIs of a phone with two slots. With more, further codes are looked for, but no text. */
const PAIR = 2;
/** A picture with fewer pixels is also read at twice its size. */
const MOST_DOUBLED = 2e6;
/** Text is read in pictures of so many pixels. */
const MOST_TEXT = 2.5e6;
/** In noise, Tesseract looks for lines for minutes. */
const MOST_ROUGH = 0.12;
const SMOOTHING = 1.5;
const LONG_NUMBER = /\d(?:[ ./-]?\d){9}/;

/** Creates an empty reading. */
export function createReading(): Reading {
  return { numbers: createNumbers(), codes: [], hasWords: false };
}

/** What was read, for a reply. */
export async function resultOf({ numbers, codes, hasWords }: Reading, picture?: Grey): Promise<PictureRead> {
  const withoutCodes = hasWords ? 'text' : 'nothing';
  const seen = codes.length > 0 ? 'codes' : withoutCodes;
  const trouble = seen === 'nothing' && picture !== undefined ? await troubleOf(picture) : undefined;
  return {
    findings: numbers.findings(),
    label: labelOf(codes),
    seen,
    ...(trouble !== undefined && { trouble }),
  };
}

/** Reads the codes of a picture, and its text if they have fewer than two IMEIs. */
export async function readPicture(picture: Grey, reading: Reading, hasTime: () => boolean): Promise<void> {
  const level = await readCodes(picture, reading, hasTime);
  if (reading.numbers.inCodes() >= PAIR) return;
  const pixels = level.data.length;
  const page = pixels > MOST_TEXT ? await scaled(level, Math.sqrt(MOST_TEXT / pixels)) : level;
  await readPage(roughnessOf(page) > MOST_ROUGH ? await blurred(page, SMOOTHING) : page, reading, hasTime);
}

/** Reads the codes of a picture as it is, level, at half its size and at twice its size. Returns the level picture. */
async function readCodes(picture: Grey, { numbers, codes }: Reading, hasTime: () => boolean): Promise<Grey> {
  const attempt = async (prepared: Grey | Promise<Grey>): Promise<void> => {
    const read = await readBars(await prepared);
    const added = read.filter(({ text }) => !codes.some((code) => code.text === text));
    codes.push(...added);
    numbers.addCodes(added);
  };
  const isDone = (): boolean => numbers.inCodes() === PAIR || !hasTime();
  await attempt(picture);
  if (isDone()) return picture;
  const lean = await leanOf(picture);
  const level = lean === 0 ? picture : await turned(picture, -lean);
  if (lean !== 0 && !isDone()) await attempt(level);
  if (!isDone()) await attempt(scaled(level, 0.5));
  if (!isDone() && level.data.length < MOST_DOUBLED) await attempt(scaled(level, 2));
  return level;
}

/** Reads the text of a page: as it is, then flattened, then upside down, until it has a number. */
async function readPage(page: Grey, reading: Reading, hasTime: () => boolean): Promise<void> {
  const plain = await tryPage(page, reading, hasTime);
  if (plain.hasNumber || (plain.isLegible && !plain.hasDigits)) return;
  const flat = await tryPage(await flattened(page), reading, hasTime);
  if (flat.hasNumber || plain.isLegible || flat.isLegible) return;
  await tryPage(await turned(page, 180), reading, hasTime);
}

/** What the text of a page has: an IMEI, sure words, enough digits for an IMEI that could be misread. */
interface Tried {
  readonly hasNumber: boolean;
  readonly isLegible: boolean;
  readonly hasDigits: boolean;
}

async function tryPage(page: Grey, reading: Reading, hasTime: () => boolean): Promise<Tried> {
  if (!hasTime() || roughnessOf(page) > MOST_ROUGH)
    return { hasNumber: false, isLegible: false, hasDigits: false };
  const { lines, hasWords, isLegible } = await readLetters(page, hasTime);
  reading.hasWords ||= hasWords;
  return {
    hasNumber: reading.numbers.addLines(lines),
    isLegible,
    hasDigits: lines.some((line) => LONG_NUMBER.test(line)),
  };
}
