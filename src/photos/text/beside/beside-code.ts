import type { Barcode, Place } from '../../barcode.ts';
import { cutOut } from '../../decode/cut.ts';
import type { Grey } from '../../decode/grey.ts';
import { hasLetters, labelIn, NONE, type TextLabel, titleIn, UNKNOWN } from '../../words/label-words.ts';
import { isDecidedByWords, isLikeImei, isNearly, type NamedCode } from '../code-names.ts';
import type { TextEngine } from '../engine.ts';
import { levelled } from '../level.ts';
import { type Box, textOf, type Word } from '../lines.ts';
import { boxIn, type Frame, frameOf, gapOf, placeIn } from './code-frame.ts';
import { isPairOf, namesBeside, type SaidOfCode } from './said.ts';
import { isTooHigh, lineIn, type Strip } from './strip.ts';

/** How far what is written above and below bars may be from them, and what may stand beside their ends, in widths of the code. */
const REACH = { above: 0.3, below: 0.2 };
const ASIDE = 0.1;
/** How far before bars words may begin, and how far before them these end. */
const BEFORE = { from: 0.7, to: 0.02 };
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

const SIDES: readonly ((frame: Pick<Frame, 'height'>) => Strip)[] = [
  ({ height }) => ({
    box: { x: -ASIDE, y: height, width: 1 + 2 * ASIDE, height: REACH.below },
    isUpwards: false,
  }),
  () => ({ box: { x: -ASIDE, y: -REACH.above, width: 1 + 2 * ASIDE, height: REACH.above }, isUpwards: true }),
];

const BEFORE_IT = ({ height }: Frame): Strip => ({
  box: { x: -BEFORE.from, y: 0, width: BEFORE.from - BEFORE.to, height },
  isUpwards: false,
});

/** The line nearest to a code on one side; empty where its letters cannot be read. */
interface Line extends Box {
  readonly text: string;
}

/** What the lines beside codes make of them. */
interface NamesBeside {
  readonly names: readonly NamedCode[];
  /** They are the two IMEIs of a phone beyond doubt, if their numbers may be those. */
  readonly isPair: boolean;
}

/** What the lines beside those codes say that may be IMEIs and have no name yet. */
export function saidBeside(page: PageOfCodes, known: readonly NamedCode[]): NamesBeside {
  const all = saidOfEach(page, known);
  return { names: namesBeside(all), isPair: isPairOf(all) };
}

/** What is said of each code, whole ones first; `unknown` of those for which there is no time. */
function saidOfEach(page: PageOfCodes, known: readonly NamedCode[]): readonly SaidOfCode[] {
  const codes = page.codes.filter(
    (code) => isDecidedByWords(code) && !known.some(({ text }) => text === code.text),
  );
  const wholeFirst = [...codes.filter(isWhole), ...codes.filter((code) => !isWhole(code))];
  return wholeFirst.map((code, index) => ({
    text: code.text,
    ...(index < MOST_LOOKED_AT && page.hasTime() ? saidOf(code, page) : { said: 'unknown' }),
  }));
}

function isWhole({ text }: Pick<Barcode, 'text'>): boolean {
  return isLikeImei(text);
}

/**
 * What the lines nearest to bars call them, or else the words before them: an IMEI only where none of them says anything else. On a
 * page of few short words some are missed; here each line is looked at by itself, as the bars lie.
 */
function saidOf(code: Barcode, page: PageOfCodes): Omit<SaidOfCode, 'text'> {
  const frame = frameOf(code);
  const around = SIDES.flatMap((side) => readIn(side(frame), frame, page));
  const isOwn = (line: Line): boolean =>
    withoutNumber(line.text, code.text, page.codes) !== undefined || isFree(line, frame, page.codes);
  const own = toldBy(around.map((line) => labelBeside(line, frame, page.codes)));
  const labels = own.length > 0 ? own : toldBy(labelBefore(frame, page));
  const others = around.filter((line) => !isOwn(line) && !A_NUMBER.test(line.text));
  const [first = 'nothing', ...more] = labels.flatMap(({ kind }) => (kind === 'none' ? [] : [kind]));
  const slot = onlySlot(labels);
  const near = onlySlot(others.map(({ text }) => withoutDoubt(titleIn(text))));
  return {
    said: more.every((kind) => kind === first) ? first : 'unknown',
    ...(slot !== undefined && { slot }),
    ...(near !== undefined && { near }),
  };
}

/** What a line beside a code says of it: `none` if it is another's. */
function labelBeside(line: Line, frame: Frame, codes: readonly Barcode[]): TextLabel {
  const words = withoutNumber(line.text, frame.code.text, codes);
  if (words !== undefined) return withoutDoubt(labelIn(words.replace(A_NUMBER, ' '), true));
  if (isFree(line, frame, codes)) return hasLetters(line) ? withoutDoubt(titleIn(line.text)) : UNKNOWN;
  return isOfUnknown(line, frame, codes) ? UNKNOWN : NONE;
}

/** What the words before bars call them, in the same row. */
function labelBefore(frame: Frame, page: PageOfCodes): readonly TextLabel[] {
  return readIn(BEFORE_IT(frame), frame, page)
    .filter((line) => isNearest(line, frame, page.codes, 1))
    .map(({ text }) => withoutDoubt(titleIn(text)));
}

/** A label, of which a doubtful one says nothing. */
function withoutDoubt(label: TextLabel): TextLabel {
  return label.isDoubtful === true ? UNKNOWN : label;
}

/** The labels that say something. */
function toldBy(labels: readonly TextLabel[]): readonly TextLabel[] {
  return labels.filter(({ kind }) => kind !== 'none');
}

/** The only slot that labels name. */
function onlySlot(labels: readonly TextLabel[]): 1 | 2 | undefined {
  const [slot, ...more] = new Set(labels.flatMap((label) => label.slot ?? []));
  return more.length > 0 ? undefined : slot;
}

/** Whether a line beside a code names a number that is none of the codes', unless digits of it were missed: it may be this one's. */
function isOfUnknown(line: Line, frame: Frame, codes: readonly Barcode[]): boolean {
  const isNumbered = hasLetters(line) && LIKE_IMEI.test(line.text);
  return (
    isNumbered &&
    isNearest(line, frame, codes, 1) &&
    !codes.some((code) => withoutNumber(line.text, code.text, codes) !== undefined)
  );
}

/** A line without the number of a code, as far as that can be read; undefined if it does not have it. */
function withoutNumber(text: string, digits: string, codes: readonly Barcode[]): string | undefined {
  const numbers = codes.map((code) => code.text);
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const from = places.findIndex((_, first) => {
    const part = places.slice(first, first + digits.length).map((place) => text[place]);
    return isNearly(part.join(''), digits, numbers);
  });
  const [start, end] = [places[from], places[from + digits.length - 1]];
  return start === undefined || end === undefined
    ? undefined
    : `${text.slice(0, start)} ${text.slice(end + 1)}`;
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

/** The line nearest to a code on one side, as it is read. */
function readIn(strip: Strip, frame: Frame, page: PageOfCodes): readonly Line[] {
  const line = lineIn(strip, frame, page.picture);
  if (line === undefined) return [];
  return [{ ...line, text: isTooHigh(line) ? '' : textAt(placeIn(frame, line), page) }];
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
  return labelIn(text.replace(A_NUMBER, ' '), true).kind === 'imei';
}
