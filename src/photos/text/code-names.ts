import { mayBeBareImei } from '../../imei/digits.ts';
import { findNamedToo } from '../../imei/find/find.ts';
import { asImei, isOfToday } from '../../imei/imei.ts';
import type { Barcode, CodeName, Place, Point } from '../barcode.ts';
import { isTelling, type TextLabel } from '../words/label-words.ts';
import { labelOf } from './labels.ts';
import { type Box, boxAround } from './lines.ts';
import type { Run, Words } from './runs.ts';

/** A code as it lies on a page that was read. */
interface CodeOnPage {
  readonly code: Barcode;
  readonly box: Box;
}

/** Digits printed below bars that may have been misread for the number to be the same. */
const MOST_MISREAD = 2;
/** Height of letters as a share of that of a code, where no digits tell it. */
const LETTERS = 0.4;

/** A code where `shown` lays its corners. */
export function codeOnPage(code: Barcode, shown: (point: Point) => Point): CodeOnPage {
  return { code, box: boxOf(code, shown) };
}

/** The box around a place whose corners `shown` lays elsewhere. */
export function boxOf({ topLeft, topRight, bottomLeft }: Place, shown: (point: Point) => Point): Box {
  const last = { x: topRight.x + bottomLeft.x - topLeft.x, y: topRight.y + bottomLeft.y - topLeft.y };
  const corners = [topLeft, topRight, bottomLeft, last].map(shown);
  return boxAround(corners.map((corner) => ({ ...corner, width: 0, height: 0 })));
}

/** What words say of the code that holds this text. */
export interface NamedCode {
  readonly text: string;
  readonly name: CodeName;
  /** The words beside it, where they name something else. */
  readonly words?: string;
  /** The slot of an IMEI that is one of two. */
  readonly slot?: 1 | 2;
}

/**
 * What the words on a picture say of those codes that may be IMEIs: the words beside the digits that are printed with the bars, or
 * else those beside the bars and above them. Nothing is told of a code of which they say nothing, or this and that.
 * @param hasTables a title above a number counts beside words in its row that say nothing of it
 */
export function namesOf(codes: readonly CodeOnPage[], words: Words, hasTables = false): readonly NamedCode[] {
  const numbers = codes.map(({ code }) => code.text);
  return codes
    .filter(({ code }) => mayBeBareImei(code.text))
    .flatMap((one) => {
      const printed = words.runs.filter(({ text }) =>
        isNearly(text.replace(/\D/g, ''), one.code.text, numbers),
      );
      const name = nameOf(one, printed, words, hasTables);
      return name === undefined ? [] : [{ text: one.code.text, ...name }];
    });
}

/** A code with the name that words give it; what some of them take for another name leaves doubt. */
export function withName(code: Barcode, all: readonly NamedCode[]): Barcode {
  const own = all.filter(({ text }) => text === code.text);
  const names = own.map(({ name }) => name);
  const [name = code.named] = names;
  if (name === undefined) return code;
  const isOther = [code.named, ...names].includes('other');
  const words = own.find((one) => one.words !== undefined)?.words;
  const slot = isOther ? undefined : own.find((one) => one.slot !== undefined)?.slot;
  return {
    ...code,
    named: isOther ? 'other' : name,
    ...(words !== undefined && { words }),
    ...(slot !== undefined && { slot }),
  };
}

/**
 * Whether words decide if a code is an IMEI: its digits may be one, with or without the last of them. Pairs of digits are asked
 * about whatever words say.
 */
export function isDecidedByWords({ text, symbology }: Barcode): boolean {
  return symbology !== 'ITF' && mayBeBareImei(text) && findNamedToo(text).found.length > 0;
}

/** Whether digits are a whole IMEI as today's phones have them. */
export function isLikeImei(digits: string): boolean {
  return asImei(digits) !== undefined && isOfToday(digits);
}

/** The names of codes beside which no words could be read: they may be those of something else. */
export function unread(codes: readonly Barcode[]): readonly NamedCode[] {
  return codes.filter(isDecidedByWords).map(({ text }) => ({ text, name: 'other' }));
}

/** @param printed the digits of the code as they were read */
function nameOf(
  { code, box }: CodeOnPage,
  printed: readonly Run[],
  words: Words,
  hasTables: boolean,
): Omit<NamedCode, 'text'> | undefined {
  const labels = printed.map((run) => labelOf(run, words, hasTables));
  if (labels.some(saysImei)) return { name: 'imei' };
  if (labels.some(saysOther)) return otherName(labels.filter(saysOther));
  const height = printed[0]?.height ?? box.height * LETTERS;
  const rows = [box.y, box.y + (box.height - height) / 2];
  const beside = rows.map((y) =>
    labelOf({ ...box, y, height, text: code.text, confidence: 100 }, words, hasTables),
  );
  const telling = beside.filter(isTelling);
  const imeis = telling.filter(saysImei).length;
  if (imeis > 0) return imeis === telling.length ? { name: 'imei' } : undefined;
  return telling.length > 0 ? otherName(telling) : undefined;
}

function otherName(labels: readonly TextLabel[]): Omit<NamedCode, 'text'> {
  const words = labels.find((label) => label.words !== undefined)?.words;
  return { name: 'other', ...(words !== undefined && { words }) };
}

function saysImei({ kind, isDoubtful }: TextLabel): boolean {
  return kind === 'imei' && isDoubtful !== true;
}

/** Words right beside digits are about them, in whatever language; a title above them may be about anything. */
function saysOther({ kind, place }: TextLabel): boolean {
  return kind === 'other' || (kind === 'unknown' && place === 'beside');
}

/**
 * Whether digits that were read are those of a number, but for some that may have been misread, and not as nearly those of another,
 * or the first digits of another: the numbers of two slots, or of two parcels, may differ in no more.
 */
export function isNearly(read: string, digits: string, others: readonly string[]): boolean {
  const misread = differencesOf(read, digits);
  if (misread > MOST_MISREAD) return false;
  return others.every(
    (other) => other === digits || differencesOf(read, other.slice(0, read.length)) > misread,
  );
}

/** How many digits are others; of numbers of different length, all. */
function differencesOf(read: string, digits: string): number {
  if (read.length !== digits.length) return Number.POSITIVE_INFINITY;
  return [...digits].filter((digit, index) => digit !== read[index]).length;
}
