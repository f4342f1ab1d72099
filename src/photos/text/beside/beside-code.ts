import type { Barcode, Place } from '../../barcode.ts';
import { cutOut } from '../../decode/cut.ts';
import type { Grey } from '../../decode/grey.ts';
import { hasLetters, labelIn, NONE, type TextLabel, titleIn, UNKNOWN } from '../../words/label-words.ts';
import { isDecidedByWords, isLikeImei, isNearly, type NamedCode } from '../code-names.ts';
import type { TextEngine } from '../engine.ts';
import { levelled } from '../level.ts';
import { type Box, textOf, type Word } from '../lines.ts';
import { boxIn, type Frame, frameOf, gapOf, placeIn } from './code-frame.ts';
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

/** What the lines nearest to bars say of them; `unknown` where they say neither, or this and that. */
type Said = 'imei' | 'other' | 'unknown' | 'nothing';

/** What is said beside the code that holds this text. */
export interface SaidOfCode {
  readonly text: string;
  readonly said: Said;
}

/** What the lines beside those codes say that may be IMEIs and have no name yet; `unknown` of those for which there is no time. */
export function saidBeside(page: PageOfCodes, known: readonly NamedCode[]): readonly SaidOfCode[] {
  const codes = page.codes.filter(
    (code) => isDecidedByWords(code) && !known.some(({ text }) => text === code.text),
  );
  const wholeFirst = [...codes.filter(isWhole), ...codes.filter((code) => !isWhole(code))];
  return wholeFirst.map((code, index) => ({
    text: code.text,
    said: index < MOST_LOOKED_AT && page.hasTime() ? saidOf(code, page) : 'unknown',
  }));
}

/** The names that lines give to codes. Digits that are no whole IMEI have another name if anything is said of them. */
export function namesBeside(all: readonly SaidOfCode[]): readonly NamedCode[] {
  return all.flatMap((one): readonly NamedCode[] => {
    const { text, said } = one;
    if (said === 'imei') return [{ text, name: said }];
    return said === 'other' || (said === 'unknown' && !isWhole(one)) ? [{ text, name: 'other' }] : [];
  });
}

/**
 * Whether codes that may be the two IMEIs of a phone are that beyond doubt: one is called so, and nothing else is said. Digits that
 * are no whole IMEI have to be called so as well.
 */
export function isPairOf(all: readonly SaidOfCode[]): boolean {
  return (
    all.some(({ said }) => said === 'imei') &&
    all.every((one) => one.said === 'imei' || (one.said === 'nothing' && isWhole(one)))
  );
}

function isWhole({ text }: Pick<Barcode, 'text'>): boolean {
  return isLikeImei(text);
}

/**
 * What the lines nearest to bars call them, or else the words before them: an IMEI only where none of them says anything else. On a
 * page of few short words some are missed; here each line is looked at by itself, as the bars lie.
 */
function saidOf(code: Barcode, page: PageOfCodes): Said {
  const frame = frameOf(code);
  const around = SIDES.flatMap((side) => readIn(side(frame), frame, page));
  const kinds = around
    .map((line) => {
      if (hasNumber(line.text, code.text, page.codes)) return labelOf(line, (text) => labelIn(text, true));
      if (isFree(line, frame, page.codes)) return labelOf(line, titleIn);
      return isOfUnknown(line, frame, page.codes) ? UNKNOWN : NONE;
    })
    .flatMap(({ kind }) => (kind === 'none' ? [] : [kind]));
  const [first = saidBefore(frame, page)] = kinds;
  return kinds.every((kind) => kind === first) ? first : 'unknown';
}

/** What the words before bars call them, in the same row. */
function saidBefore(frame: Frame, page: PageOfCodes): Said {
  const [line] = readIn(BEFORE_IT(frame), frame, page);
  if (line === undefined || !isNearest(line, frame, page.codes, 1)) return 'nothing';
  const { kind } = titleIn(line.text);
  return kind === 'none' ? 'nothing' : kind;
}

function labelOf({ text }: Line, labelOfText: (text: string) => TextLabel): TextLabel {
  if (!hasLetters({ text }) && !A_NUMBER.test(text)) return UNKNOWN;
  const label = labelOfText(text.replace(A_NUMBER, ' '));
  return label.isDoubtful === true ? UNKNOWN : label;
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
