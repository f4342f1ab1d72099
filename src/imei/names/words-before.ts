import { type Label, REACH, type ReadLabel } from './label.ts';
import { withoutMarkup } from './markup.ts';
import {
  IMEI_NAME,
  type LabelName,
  LINK_NAME,
  NAMELESS,
  type NumberName,
  otherName,
} from './number-name.ts';
import { remembering } from './remembering.ts';

/** The reading of the words before a number. */
export interface WordsBefore {
  /** Says nothing if they do not name it. */
  readonly name: LabelName;
  /**
   * Only signs, or words such as `and`: the number may continue an enumeration. Not after `: `,
   * which is between a key and its value.
   */
  readonly joinsNumbers: boolean;
  /** Other words than fillers and `and`, or the identifier of GS1: `(8002)`. */
  readonly saysSomething: boolean;
}

/** GS1: the application identifier right before a number says what it is: `(8002)`, `(21)`. */
const GS1_IDENTIFIER = /\((?:01|02|21|8002)\)$/;
/** The identifier of the serial number of a phone, which is its IMEI. */
const GS1_IMEI = '(8002)';

/** `Hi! My IMEI is` has two sentences. A full stop may be within a name: `Order no.`. */
const SENTENCE_END = /[!?。]/;
/**
 * Between the parts of a line: `Hi Ann, IMEI: `. Only words in the same part as a number name that
 * number.
 */
const PART_END = /[,;|│&，、،}]/;
const COMMA = /[,;]/g;
/** Commas in it do not end a part: `IMEI (new, black): `. */
const IN_BRACKETS = /\([^()]*\)/g;
const LETTER = /\p{L}/u;
/** Between a key and its value, both numbers: `x: y` is not an enumeration. */
const ASSIGNMENT = /^["'\s]*(?:[:=→]|->)/;
/** Between the last number of an object and the key of the next one: `{"imsi":"x"},"y":{`. */
const END_OF_OBJECT = /\}[^{]*$/;

/** A URL that continues up to the number: `https://shop.example/?id=`. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>()"'\]]*$/i;
/** Between two numbers of a URL: `&ts=` or `/`. A comma may as well end a cell. */
const REST_OF_LINK = /^[^\s<>()"'\],;|]+$/;
/** The most characters of a URL that are read before its later numbers. */
const LONGEST_LINK = 300;

/**
 * Reads the words before a number.
 * @param words those behind the number before it
 * @param line the line up to the number, in which a URL may begin before the other number
 */
export type ReadBefore = (words: string, line: string) => WordsBefore;

/**
 * Returns a reader of the words before the numbers of a text. In these examples, it reads what is
 * before x:
 *
 *     Hi! Mine, Order no.: x          other, from the last part of the last sentence
 *     IMSI, IMEI: x / y               imei, and each of x and y has a name
 *     y, x                            no name, but x may continue the enumeration of y
 *     (8002)x                         imei, by the identifier of GS1
 *     https://a.com/?imei=y&id=x      link: x is in the same URL as y
 */
export function createBeforeReader(readLabel: ReadLabel): ReadBefore {
  const readNear = remembering((text) => wordsBeforeIn(text, readLabel));
  return (words, line) => {
    const before = readNear(words.slice(-REACH));
    const isUnnamed = before.name.kind === 'nothing';
    return isUnnamed && continuesLink(words, line) ? { ...before, name: LINK_NAME } : before;
  };
}

function wordsBeforeIn(text: string, read: ReadLabel): WordsBefore {
  const identified = nameOfIdentifier(text);
  if (identified !== undefined) {
    return { name: identified, joinsNumbers: false, saysSomething: true };
  }
  return LETTER.test(text) ? readWords(text, read) : readSigns(text);
}

function readSigns(signs: string): WordsBefore {
  const joinsNumbers = !ASSIGNMENT.test(signs) && !END_OF_OBJECT.test(signs);
  return { name: NAMELESS, joinsNumbers, saysSomething: false };
}

function readWords(text: string, read: ReadLabel): WordsBefore {
  const words = withoutMarkup(text, read);
  const parts = partsOf(words, read);
  const name = nameOfParts(parts, text);
  // If the last sentence says nothing, an earlier one may.
  if (parts.some(saysSomething)) return { name, joinsNumbers: false, saysSomething: true };
  const whole = read(words);
  return { name, joinsNumbers: whole.joinsNumbers, saysSomething: whole.saysSomething };
}

/** Returns what a GS1 identifier says about the number right behind it. */
function nameOfIdentifier(before: string): NumberName | undefined {
  const identifier = GS1_IDENTIFIER.exec(before)?.[0];
  if (identifier === undefined) return undefined;
  return identifier === GS1_IMEI ? IMEI_NAME : otherName(identifier);
}

/** The parts of the last sentence of a line. */
function partsOf(words: string, read: ReadLabel): readonly Label[] {
  const sentence = words.split(SENTENCE_END).at(-1) ?? '';
  return sentence
    .replace(IN_BRACKETS, (brackets) => brackets.replace(COMMA, ' '))
    .split(PART_END)
    .map(read);
}

/** The name that the last part with words gives the number behind `text`. */
function nameOfParts(parts: readonly Label[], text: string): LabelName {
  const end = parts.findLastIndex(saysSomething) + 1;
  const last = parts[end - 1];
  if (last?.name.kind !== 'imei' && LINK.test(text)) return LINK_NAME;
  return last !== undefined && namesNumberBehind(last)
    ? joinedName(last.name, parts.slice(0, end))
    : wordForNumberIn(parts);
}

function saysSomething(label: Label): boolean {
  return label.saysSomething;
}

/** Whether a label is the name of the number behind it: `my IMEI here`, but not `my order here`. */
function namesNumberBehind({ name, isIntroduction }: Label): boolean {
  return name.kind === 'imei' || (name.kind === 'other' && isIntroduction);
}

/** Names with nothing but commas between them belong to as many numbers: `IMSI, IMEI: `. */
function joinedName(name: LabelName, parts: readonly Label[]): LabelName {
  const otherThanName = parts.findLastIndex(({ isOnlyName }) => !isOnlyName);
  const names = parts.slice(otherThanName + 1).map((part) => part.name);
  return names.length > 1 ? { ...name, each: names } : name;
}

/** `id`, if the last part of a line is only such a word: `black, id: `. */
function wordForNumberIn(parts: readonly Label[]): LabelName {
  const name = parts.at(-1)?.name;
  return name?.kind === 'nothing' ? name : NAMELESS;
}

/** Whether a number is in the same URL as the one before it: `https://shop.example/?imei=x&id=y`. */
function continuesLink(words: string, line: string): boolean {
  return REST_OF_LINK.test(words) && LINK.test(line.slice(-LONGEST_LINK));
}
