import type { Barcode, Place } from '../barcode.ts';
import { cutOut } from '../decode/cut.ts';
import type { Grey } from '../decode/grey.ts';
import { hasLetters, labelIn, NONE, type TextLabel, titleIn, UNKNOWN } from '../words/label-words.ts';
import { boxIn, type Frame, frameOf, gapOf, placeIn } from './code-frame.ts';
import { isLikeImei, isNearly, type NamedCode } from './code-names.ts';
import type { TextEngine } from './engine.ts';
import { BLACK, levelled } from './level.ts';
import { type Box, textOf, type Word } from './lines.ts';

/** Pixels of the width of a code on the strips beside it; letters beside bars are 5 to 12 hundredths as high. */
const WIDE = 500;
/** How far what is written above and below bars may be from them, and what may stand beside their ends, in widths of the code. */
const REACH = { above: 0.3, below: 0.2 };
const ASIDE = 0.1;
/** Widths of the code that one line of letters is high; what is lower is a rule, or a rest of the bars. */
const LINE = { least: 0.025, most: 0.2 };
/** Ink that begins so near to bars, and is no higher, is the end of these, which noise or blur has frayed. */
const FRAYED = { from: 0.012, most: 0.04 };
/** So many pixels of ink in a row are no speck, and in this share of a row or a column they are a rule or a border. */
const SPECK = 4;
const BORDER = 0.8;
/** What is left of bars: their edges in a row, and the share of ink that two of their rows have in common, one shifted by pixels. */
const BARS = { edges: 24, alike: 0.7, rows: [0.3, 0.7], mostShifted: 6 };
/** Height in pixels at which a line is read, and how surely its words are for it to be read without doubt. */
const READ_HEIGHT = 30;
const SURE = 75;
/** A line nearer to another code than this many times as far as to its own may be that one's. */
const OTHERS = 2;
/** Fewest digits that are a number. */
const A_NUMBER = /(?:\d\D?){6,}/;
/** Digits that may be those of an IMEI of which some were missed; a serial number has letters among them. */
const LIKE_IMEI = /(?:\d[ ./-]?){8,}/;

/** Codes that are looked at one by one. */
const MOST_LOOKED_AT = 4;

/** A picture with codes. */
export interface PageOfCodes {
  readonly picture: Grey;
  /** The same with its codes painted over. */
  readonly blanked: Grey;
  readonly engine: TextEngine;
  readonly codes: readonly Barcode[];
  /** Asked before each code. */
  hasTime(): boolean;
}

/** A strip beside a code in which a line is looked for, from its lower end if that is nearer to the code. */
interface Strip {
  readonly box: Box;
  readonly isUpwards: boolean;
}

const SIDES: readonly ((frame: Pick<Frame, 'height'>) => Strip)[] = [
  ({ height }) => ({
    box: { x: -ASIDE, y: height, width: 1 + 2 * ASIDE, height: REACH.below },
    isUpwards: false,
  }),
  () => ({ box: { x: -ASIDE, y: -REACH.above, width: 1 + 2 * ASIDE, height: REACH.above }, isUpwards: true }),
];

/** The line nearest to a code on one side; empty where its letters cannot be read. */
interface Line extends Box {
  readonly text: string;
}

/** What the lines nearest to bars say of them; `unknown` where they say neither, or this and that. */
type Said = 'imei' | 'other' | 'unknown' | 'nothing';

/** What is said beside the code that holds this text. */
export interface SaidOfCode {
  readonly text: string;
  readonly said: Said;
}

/** What the lines beside those codes say that may be IMEIs and have no name yet. */
export function saidBeside(page: PageOfCodes, known: readonly NamedCode[]): readonly SaidOfCode[] {
  return page.codes
    .filter((code) => isLikeImei(code) && !known.some(({ text }) => text === code.text))
    .slice(0, MOST_LOOKED_AT)
    .flatMap((code) => (page.hasTime() ? [{ text: code.text, said: saidOf(code, page) }] : []));
}

/** The codes that are called IMEIs. */
export function imeisOf(all: readonly SaidOfCode[]): readonly NamedCode[] {
  return all.flatMap(({ text, said }) => (said === 'imei' ? [{ text, name: said }] : []));
}

/** Whether codes that may be the two IMEIs of a phone are that beyond doubt: one is called so, and nothing else is said. */
export function isPairOf(all: readonly SaidOfCode[]): boolean {
  return (
    all.some(({ said }) => said === 'imei') && all.every(({ said }) => said === 'imei' || said === 'nothing')
  );
}

/**
 * What the lines nearest to bars call them: an IMEI only where none of them says anything else. On a page of few short words some
 * are missed; here each line is looked at by itself, as the bars lie.
 */
function saidOf(code: Barcode, page: PageOfCodes): Said {
  const frame = frameOf(code);
  const around = SIDES.flatMap((side) => lineIn(side(frame), frame, page));
  const kinds = around
    .map((line) => {
      if (hasNumber(line.text, code.text, page.codes)) return labelOf(line, labelIn);
      if (isFree(line, frame, page.codes)) return labelOf(line, titleIn);
      return isOfUnknown(line, frame, page.codes) ? UNKNOWN : NONE;
    })
    .flatMap(({ kind }) => (kind === 'none' ? [] : [kind]));
  const [first = 'nothing'] = kinds;
  return kinds.every((kind) => kind === first) ? first : 'unknown';
}

function labelOf({ text }: Line, labelOfText: (text: string) => TextLabel): TextLabel {
  return hasLetters({ text }) || A_NUMBER.test(text) ? labelOfText(text.replace(A_NUMBER, ' ')) : UNKNOWN;
}

/** Whether a line beside a code names a number that is none of the codes', unless digits of it were missed: it may be this one's. */
function isOfUnknown(line: Line, frame: Frame, codes: readonly Barcode[]): boolean {
  const isNumbered = hasLetters(line) && LIKE_IMEI.test(line.text);
  return (
    isNumbered &&
    isNearest(line, frame, codes, 1) &&
    !codes.some((code) => hasNumber(line.text, code.text, codes))
  );
}

/** Whether a line has the number of a code, as far as it can be read. */
function hasNumber(text: string, digits: string, codes: readonly Barcode[]): boolean {
  const numbers = codes.map((code) => code.text);
  const read = text.replace(/\D/g, '');
  return Array.from({ length: Math.max(0, read.length - digits.length + 1) }, (_, from) =>
    read.slice(from, from + digits.length),
  ).some((part) => isNearly(part, digits, numbers));
}

/** Whether a line has no number of its own, and no other code is as near to it. */
function isFree(line: Line, frame: Frame, codes: readonly Barcode[]): boolean {
  return !A_NUMBER.test(line.text) && isNearest(line, frame, codes, OTHERS);
}

/** Whether every other code is farther from a line than its own, by so many times. */
function isNearest(line: Box, frame: Frame, codes: readonly Barcode[], times: number): boolean {
  const far = gapOf(line, { x: 0, y: 0, width: 1, height: frame.height });
  return codes.every((other) => other === frame.code || gapOf(line, boxIn(frame, other)) > times * far);
}

/** The line in a box that is nearest to the code; none where nothing is written. */
function lineIn({ box, isUpwards }: Strip, frame: Frame, page: PageOfCodes): readonly Line[] {
  const high = Math.round(WIDE * box.height);
  // Where bars were painted over, the end of the paint would be taken for a rule.
  const ink = inkIn(levelled(cutOut(page.picture, placeIn(frame, box), high)), high);
  const rows = isUpwards ? ink.toReversed() : ink;
  const runs = runsOf(rows.map(isWritten));
  const run = runs.find(
    ({ from, to }) =>
      to - from >= (from <= FRAYED.from * WIDE ? FRAYED.most : LINE.least) * WIDE &&
      !isOfBars(rows.slice(from, to)),
  );
  if (run === undefined) return [];
  const height = (run.to - run.from) / WIDE;
  const y = box.y + (isUpwards ? high - run.to : run.from) / WIDE;
  const line = { ...box, y, height };
  return [{ ...line, text: height > LINE.most ? '' : textAt(placeIn(frame, line), page) }];
}

/**
 * The text at a place: as it is read with its own shades, where it is called an IMEI with them alone. These are not looked at where
 * the line is read without doubt.
 */
function textAt(place: Place, { blanked, engine, codes }: PageOfCodes): string {
  const cut = cutOut(blanked, place, READ_HEIGHT);
  const wordsOf = (grey: Grey): readonly Word[] => engine.read(grey, 'line').flat();
  const words = wordsOf(levelled(cut));
  const text = textOf(words);
  const isSure = words.length > 0 && words.every(({ confidence }) => confidence > SURE);
  const isOfCode = codes.some((code) => text.replace(/\D/g, '').includes(code.text));
  if (isSure || (isOfCode && (isCalledImei(text) || !hasLetters({ text })))) return text;
  const plain = textOf(wordsOf(cut));
  return isCalledImei(plain) ? plain : text;
}

function isCalledImei(text: string): boolean {
  return labelIn(text.replace(A_NUMBER, ' ')).kind === 'imei';
}

/** The ink of a cut-out without its margins, row by row; columns that are a border are left out. */
function inkIn({ pixels, width, height }: Grey, high: number): readonly (readonly boolean[])[] {
  const margin = (height - high) >> 1;
  const isInk = (x: number, y: number): boolean => (pixels[(margin + y) * width + x] ?? 255) < BLACK;
  const rows = Array.from({ length: high }, (_, y) => y);
  const columns = Array.from({ length: width - 2 * margin }, (_, x) => margin + x).filter(
    (x) => rows.filter((y) => isInk(x, y)).length < BORDER * high,
  );
  return rows.map((y) => columns.map((x) => isInk(x, y)));
}

/**
 * Whether rows are what is left of bars, which are alike in all of them, though they may lean a little, and more than letters have
 * strokes.
 */
function isOfBars(rows: readonly (readonly boolean[])[]): boolean {
  const [one = [], other = []] = BARS.rows.map((share) => rows[Math.floor(share * rows.length)]);
  const edges = one.filter((isInk, index) => isInk !== (one[index - 1] ?? false)).length;
  if (edges < BARS.edges) return false;
  const shifts = Array.from({ length: 2 * BARS.mostShifted + 1 }, (_, index) => index - BARS.mostShifted);
  return shifts.some((shift) => inCommon(one, other, shift) >= BARS.alike);
}

/** The share of the ink of two rows that both have, one of them shifted. */
function inCommon(one: readonly boolean[], other: readonly boolean[], shift: number): number {
  const either = one.filter((isInk, index) => isInk || other[index + shift] === true).length;
  return one.filter((isInk, index) => isInk && other[index + shift] === true).length / either;
}

/** Whether there is ink in a row that is neither a speck nor a rule. */
function isWritten(row: readonly boolean[]): boolean {
  const ink = row.filter(Boolean).length;
  return ink >= SPECK && ink < BORDER * row.length;
}

/** The runs of rows with ink. */
function runsOf(rows: readonly boolean[]): readonly { readonly from: number; readonly to: number }[] {
  const ends = rows.flatMap((isInked, index) => (isInked !== (rows[index - 1] ?? false) ? [index] : []));
  return ends.flatMap((from, index) =>
    index % 2 === 0 ? [{ from, to: ends[index + 1] ?? rows.length }] : [],
  );
}
