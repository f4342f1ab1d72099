import { STAND_INS } from '../incomplete.ts';
import {
  IMEI_NAME,
  type ImeiName,
  type LabelName,
  LONGEST_SHOWN_NAME,
  NAMELESS,
  type NumberName,
  type OtherName,
  otherName,
} from './number-name.ts';
import { areWordsForNumber, kindsOf, type WordKind } from './word-kinds.ts';

/** Characters next to a number that are searched for its name, however many words they are. */
export const REACH = 80;

/** Words, also those within `orderNo` and `IMEI1`. */
const WORDS = new RegExp(
  [
    String.raw`[Nn]\.?[º°]`, // N.º
    String.raw`\p{Lu}*[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+`, // Order, order, 订单
    String.raw`\p{Lu}+`, // IMEI
    String.raw`\p{N}+`, // 1
    '[№#]',
  ].join('|'),
  'gu',
);
/** `S/N` and `A/C` are one word each. */
const SLASHED = /\b([a-z])\/([a-z])\b/gi;
/** The end of `IMEIs`, which is one word. */
const PLURAL = /(?<=\p{Lu}{2})s(?!\p{L})/gu;
/** `order: `, `order #`, but not `order `. */
const ENDS_IN_SIGN = /[^\p{L}\p{N}\s]\s*$/u;
/**
 * Not read: the letters of a code, so that `A-1043` is a number, and a number in brackets, so that
 * `IMEI (1402)` keeps its name. A number right behind a name would take that name.
 */
const NO_WORDS = /\p{L}+-(?=\d{3})|\(\d+\)/gu;

/** Signs around a name, which people need not read: `- Order no. = "`. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.)]+$/gu;
/** A bracket that was opened before the name: `ticket)`. */
const LONE_BRACKET = /(?<!\([^()]*)\)/g;
/** `Invoice no. 4711` and ` Order no. `. */
const BEFORE_AND_BEHIND_NUMBER = /^(.*\p{N}{3})(.*)$/su;
/** `IMEI1`, `IMEI (slot 1)`, `SIM 2`. */
const SLOT = /(?:imei|slot|sim)\W{0,3}([12])(?!\d)/gi;

/**
 * The meaning of the words before or behind a number. It depends on these words alone, not on the
 * number, so a reader may remember it. In the examples, `no`, `is` and `value` are fillers.
 */
export interface Label {
  readonly name: LabelName;
  /** It has a word other than fillers and `and`: `my order` or `hello`, but not `value: `. */
  readonly saysSomething: boolean;
  /** It has a name, and all other words are fillers: `Order no.: `, but not `my order no.: `. */
  readonly isOnlyName: boolean;
  /** Its last word, fillers aside, is a name: `my order no.: `, but not `the order of Ann: `. */
  readonly endsInName: boolean;
  /** It leads to a number, since its end is not just any word: `order is `, not `order for `. */
  readonly isIntroduction: boolean;
  /** It has no words except `and`, and so joins the numbers around it: `, ` or ` and `. */
  readonly joinsNumbers: boolean;
  readonly wordCount: number;
}

/** {@link readLabel}, or a function that remembers what it has read. */
export type ReadLabel = (text: string) => Label;

/**
 * Reads a label. The steps, of `A/C no. of my orders: `:
 *
 *     wordsOf        AC, no, of, my, orders
 *     kindsOf        other, filler, word, word, other    in `names/word-kinds`
 *     lastNames      other: the names at its end that have no word between them
 *     nameOfKinds    other, which people read as `A/C no. of my orders`
 *
 * Some labels and their names:
 *
 *     my order no.:           other   the words that people read are `my order no.`
 *     IMEI 2:                 imei    slot 2
 *     the IMEI of my order    other   the last name counts, since words are between both names
 *     IMSI/IMEI:              imei    names without words between them: IMEI counts, and `each`
 *                                     is other, imei
 *     IMEI/MEID:              imei    no `each`, since both name the same number
 *     IMEI of order 4711:     imei    `order` is the name of 4711
 *     order 4711              nothing
 *     hello:                  nothing
 *     id:                     nothing, but a word for number
 */
export function readLabel(text: string): Label {
  const label = text.slice(-REACH);
  const words = wordsOf(label);
  const kinds = kindsOf(words);
  const lastThatSays = kinds.findLast(saysSomething);
  return {
    name: areWordsForNumber(words) ? unclearName(label) : nameOfKinds(kinds, label),
    saysSomething: lastThatSays !== undefined,
    endsInName: lastThatSays !== undefined && isName(lastThatSays),
    isOnlyName: kinds.some(isName) && kinds.every((kind) => isName(kind) || !saysSomething(kind)),
    isIntroduction: kinds.at(-1) !== 'word' || ENDS_IN_SIGN.test(label),
    joinsNumbers: kinds.every((kind) => kind === 'and'),
    wordCount: kinds.length,
  };
}

/** Returns all names in a label, in order. */
export function namesOf(text: string): readonly NumberName[] {
  const label = text.slice(-REACH);
  return namesOfEach(kindsOf(wordsOf(label)).filter(isName), label);
}

/** Returns what the title of a column or a field calls its numbers. */
export function nameInTitle(title: string): LabelName {
  return readLabel(title).name;
}

function wordsOf(label: string): readonly string[] {
  const plainLabel = label.replace(SLASHED, '$1$2').replace(PLURAL, '').replace(NO_WORDS, '');
  return plainLabel.match(WORDS) ?? [];
}

function saysSomething(kind: WordKind): boolean {
  return kind !== 'filler' && kind !== 'and';
}

function isName(kind: WordKind): boolean {
  return kind === 'imei' || kind === 'meid' || kind === 'other';
}

function hasName(text: string): boolean {
  return kindsOf(wordsOf(text)).some(isName);
}

function nameOfKinds(kinds: readonly WordKind[], label: string): LabelName {
  const names = lastNames(kinds);
  if (names.length === 0) return NAMELESS;
  const hasImei = names.includes('imei');
  if (hasImei && !names.includes('other')) return imeiName(label);
  const name = hasImei ? IMEI_NAME : shownName(label);
  return names.length > 1 ? { ...name, each: namesOfEach(names, label) } : name;
}

/** Returns the last names that have no word between them. A name right before a number is spent. */
function lastNames(kinds: readonly WordKind[]): readonly WordKind[] {
  const names: WordKind[] = [];
  let isSpent = false;
  for (const kind of kinds.toReversed()) {
    if (!saysSomething(kind)) continue;
    if (isName(kind) && !isSpent) names.unshift(kind);
    else if (names.length > 0) break;
    isSpent = kind === 'number';
  }
  return names;
}

/** Returns the name of each number that a label names. `IMEI/MEID` is the name of one number. */
function namesOfEach(names: readonly WordKind[], label: string): readonly NumberName[] {
  const isOfPhone = names.includes('imei');
  return names
    .filter((kind) => !isOfPhone || kind !== 'meid')
    .map((kind) => (kind === 'imei' ? IMEI_NAME : shownName(label)));
}

/** The name of an IMEI, with its slot if the label has exactly one. */
function imeiName(label: string): ImeiName {
  const slots = new Set(Array.from(label.matchAll(SLOT), ([, digit]) => digit));
  if (slots.size !== 1) return IMEI_NAME;
  return { kind: 'imei', simSlot: slots.has('1') ? 1 : 2 };
}

/** The name of another number, which people read as it is in the label. */
function shownName(label: string): OtherName {
  return otherName(shownWords(label));
}

function unclearName(label: string): NumberName {
  return { kind: 'nothing', wordForNumber: shownWords(label) };
}

function shownWords(label: string): string {
  const [, before = '', behind = ''] = BEFORE_AND_BEHIND_NUMBER.exec(label) ?? [];
  // The name before a short number is the name of that one.
  const words = hasName(before) && hasName(behind) ? behind : label;
  return words
    .replaceAll(STAND_INS, '…')
    .replace(EDGES, '')
    .slice(-LONGEST_SHOWN_NAME)
    .replaceAll(LONE_BRACKET, '');
}
