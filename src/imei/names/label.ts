import type { SimSlot } from '../findings.ts';
import { NUMBER_EDGE } from '../fold.ts';
import { kindsOf, type WordKind } from './word-kinds.ts';

/** What the words around a number call it. */
export type NumberName =
  /** No words name it. */
  | { readonly says: 'nothing' }
  | ImeiName
  | OtherName
  /** It is part of a link. */
  | { readonly says: 'link' };

interface ImeiName {
  readonly says: 'imei';
  /** The slot that `IMEI1` or `IMEI2` belongs to. */
  readonly simSlot?: SimSlot;
}

/** The name of a number that is not an IMEI. */
interface OtherName {
  readonly says: 'other';
  /** The name as people read it: `Order no.` */
  readonly words: string;
}

/** What a label calls the numbers behind it: one name for all of them, or one for each. */
export type LabelName = NumberName & {
  /** The names of a label with several, such as `IMSI/IMEI`, in order. */
  readonly each?: readonly NumberName[];
};

export const IMEI_NAME: ImeiName = { says: 'imei' };
export const NAMELESS: NumberName = { says: 'nothing' };
export const LINK_NAME: NumberName = { says: 'link' };

/** How many characters next to a number are searched for its name, however many words they are. */
export const REACH = 80;
/** Most characters of a name that people read. */
const LONGEST_SHOWN_NAME = 40;

/** GS1: the application identifier right before a number says what it is. */
const GS1_IDENTIFIER = new RegExp(String.raw`(\((?:01|02|21|8002)\))${NUMBER_EDGE}$`);
/** The identifier of the serial number of a phone, which is its IMEI. */
const GS1_IMEI = '(8002)';

/** Behind a number: the rest of an address, but not `@250`, which is a price. */
const ADDRESS = new RegExp(String.raw`^${NUMBER_EDGE}(@\p{L}[\p{L}\d.-]*)`, 'u');

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
/** `S/N` and `A/C` are one word, and so is `IMEIs`. */
const SLASHED = /\b([a-z])\/([a-z])\b/gi;
const PLURAL = /(?<=\p{Lu}{2})s(?!\p{L})/gu;
const ENDS_IN_SIGN = /[^\p{L}\p{N}\s]\s*$/u;
/**
 * The letters of a code, since `A-1043` is a number, and a number that is only a remark on the
 * words before it: `IMEI (1402)`.
 */
const NO_WORDS = /\p{L}+-(?=\d{3})|\(\d+\)/gu;

/** Signs around a name, which people need not read: `- Order no. = "`. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.)]+$/gu;
/** A bracket that was opened before the name: `ticket)`. */
const LONE_BRACKET = /(?<!\([^()]*)\)/g;
/** `IMEI1`, `IMEI (slot 1)`, `SIM 2`. */
const SLOT = /(?:imei|slot|sim)\W{0,3}([12])(?!\d)/gi;

/** Returns what a GS1 identifier says about the number right behind it. */
export function nameOfIdentifier(before: string): NumberName | undefined {
  const identifier = GS1_IDENTIFIER.exec(before)?.[1];
  if (identifier === undefined) return undefined;
  return identifier === GS1_IMEI ? IMEI_NAME : otherName(identifier);
}

/** Returns what an address says about the number that it begins with: `490154205512033@lid`. */
export function nameOfAddress(behind: string): NumberName | undefined {
  const place = ADDRESS.exec(behind)?.[1];
  return place === undefined ? undefined : otherName(place.slice(0, LONGEST_SHOWN_NAME));
}

/**
 * Some words before or behind a number, read once: `my order no.` says that it is an order number,
 * `IMEI 2` that it is an IMEI, and of which slot. A label knows nothing about the number.
 */
export interface Label {
  /** What the label calls the number. */
  readonly name: LabelName;
  /** It has a word that is not a filler such as `no` or `value`. */
  readonly saysSomething: boolean;
  /** It has a name and, except for fillers, no other words. */
  readonly isOnlyName: boolean;
  /** Its last word that is not a filler is a name. */
  readonly endsInName: boolean;
  /**
   * It ends in a sign, a name or a filler such as `is`, so that the number follows: `the order of
   * Ann: `, but not `the order for `.
   */
  readonly isIntroduction: boolean;
  /** It has only words such as `and`, or none: the numbers around it are enumerated. */
  readonly joinsNumbers: boolean;
  readonly wordCount: number;
}

/**
 * Reads a label. Its last name counts; if only signs are between several names, IMEI counts:
 * `IMEI/ESN`. A name with a short number behind it belongs to that number: `Order 4711`.
 */
export function readLabel(text: string): Label {
  const label = text.slice(-REACH);
  const kinds = kindsOf(wordsOf(label));
  const last = kinds.at(-1);
  const lastThatSays = kinds.findLast(saysSomething);
  return {
    name: nameOfKinds(kinds, label),
    saysSomething: lastThatSays !== undefined,
    endsInName: lastThatSays !== undefined && isName(lastThatSays),
    isOnlyName: kinds.some(isName) && kinds.every((kind) => isName(kind) || !saysSomething(kind)),
    isIntroduction: (last !== undefined && last !== 'word') || ENDS_IN_SIGN.test(label),
    joinsNumbers: kinds.every((kind) => kind === 'and'),
    wordCount: kinds.length,
  };
}

/** Returns all names in a label, in order. */
export function namesOf(text: string): readonly NumberName[] {
  const label = text.slice(-REACH);
  return eachOf(kindsOf(wordsOf(label)).filter(isName), label);
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
  return kind === 'imei' || kind === 'same' || kind === 'other';
}

function nameOfKinds(kinds: readonly WordKind[], label: string): LabelName {
  const names = lastNames(kinds);
  if (names.length === 0) return NAMELESS;
  const hasImei = names.includes('imei');
  if (hasImei && !names.includes('other')) return imeiName(label);
  const name = hasImei ? IMEI_NAME : shownName(label);
  return names.length > 1 ? { ...name, each: eachOf(names, label) } : name;
}

/** Returns the last names that have no word between them. */
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

/** The name of each number that a label names; `IMEI/MEID` is one number. */
function eachOf(names: readonly WordKind[], label: string): readonly NumberName[] {
  const isOfPhone = names.includes('imei');
  return names
    .filter((kind) => !isOfPhone || kind !== 'same')
    .map((kind) => (kind === 'imei' ? IMEI_NAME : shownName(label)));
}

/** The name of an IMEI, with its slot if the label has exactly one. */
function imeiName(label: string): ImeiName {
  const slots = new Set(Array.from(label.matchAll(SLOT), ([, digit]) => digit));
  if (slots.size !== 1) return IMEI_NAME;
  return { says: 'imei', simSlot: slots.has('1') ? 1 : 2 };
}

/** The name of another number, which people read as it is in the label. */
function shownName(label: string): OtherName {
  return otherName(
    label.replace(EDGES, '').slice(-LONGEST_SHOWN_NAME).replaceAll(LONE_BRACKET, ''),
  );
}

function otherName(words: string): OtherName {
  return { says: 'other', words };
}
