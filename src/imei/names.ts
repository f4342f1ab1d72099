import { listLocales, readLocaleFile } from '../core/locales.ts';
import { TYPED_END, WRAP } from './fold.ts';
import { MASK } from './imei.ts';

/** What the words before a number say about it. */
export interface Name {
  /** They call it an IMEI. */
  readonly called: boolean;
  /** They name another number: `Order no.` */
  readonly other?: string;
  /** `IMEI1` or `IMEI2`, if they say which slot it belongs to. */
  readonly label?: string;
}

/** Of a field for IMEIs. */
export const CALLED: Name = { called: true };
const NAMELESS: Name = { called: false };

/** How far before a number its name is looked for. */
const REACH = 80;
/** Most words of a label alone on the line above. */
const LONGEST_LABEL = 4;
/** How many words back the word IMEI may be: `IMEI/ESN`, `IMEI (Watch Series 9)`. */
const IMEI_REACH = 6;
const LONGEST_NAME = 40;

/** Tags between the name of a value and the value. */
const TAGS =
  /<\/[^<>]*>|<(?:key|string|integer|real|value|t[dhr]|d[dt]|li|p|b|i|code|span|strong|label)\b[^<>]*>/gi;
/** GS1: what the number behind an application identifier is. */
const IDENTIFIER = /\((01|02|21|8002)\)$/;
const LINE_ENDS = new RegExp(`[\\n${WRAP}${TYPED_END}]`);
const PARTS = /[,;|!?&，、。،]/;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\d]/u;
const WORD_ENDS = /[^\p{L}\p{M}\p{N}№º#]+/u;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.)]+$/gu;
const SLOT = /(?:imei|slot|sim)\W{0,3}([12])(?!\d)/gi;
const NUMBER_SUFFIX = /(?:nummer|number|nr|no|id)$/;
const ARTICLE = /^ال/;

let words: ReturnType<typeof readWords> | undefined;

/**
 * Returns what the words before a number in a folded text say: the last ones on its line, or a label alone on the line above.
 * @param from offset behind the number before it, whose words are not this one's
 * @param at offset of the number
 */
export function nameBefore(text: string, from: number, at: number): Name {
  const near = text.slice(Math.max(from, at - REACH), at);
  const before = near.slice(near.lastIndexOf(MASK) + 1);
  if (before.endsWith(')')) {
    const identified = nameOfIdentifier(before);
    if (identified !== undefined) return identified;
  }
  if (!LETTER.test(before)) return NAMELESS;
  const lines = before.replace(TAGS, ' ').split(LINE_ENDS);
  const line = lines.pop() ?? '';
  if (LETTER_OR_DIGIT.test(line)) return nameOf(line.split(PARTS).at(-1) ?? '');
  const above = lines.findLast((one) => LETTER_OR_DIGIT.test(one)) ?? '';
  if (above.trim().split(/\s+/).length > LONGEST_LABEL) return NAMELESS;
  return nameOf(above.split(PARTS).find((part) => LETTER_OR_DIGIT.test(part)) ?? '');
}

function nameOfIdentifier(before: string): Name | undefined {
  const [written, identifier] = IDENTIFIER.exec(before) ?? [];
  if (written === undefined) return undefined;
  return identifier === '8002' ? CALLED : { called: false, other: written };
}

/** Returns what a label, such as the title of a column, says about its number: by the last word that is no filler. */
export function nameOf(label: string): Name {
  words ??= readWords();
  const { imei, fillers } = words;
  const parts = label
    .replace(/\bs\/n\b/gi, 'sn')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .split(WORD_ENDS)
    .filter((word) => word !== '')
    .slice(-IMEI_REACH)
    .map(plainWord);
  if (imei.test(parts.join(' '))) return called(label);
  const last = parts.findLast((word) => !fillers.has(word) && !/^\d{1,2}$/.test(word));
  if (last === undefined || !isOther(words, last)) return NAMELESS;
  return { called: false, other: label.replace(EDGES, '').slice(-LONGEST_NAME) };
}

function called(label: string): Name {
  const slots = new Set(Array.from(label.matchAll(SLOT), ([, slot]) => slot));
  const [slot] = slots;
  return slots.size === 1 ? { called: true, label: `IMEI${slot}` } : CALLED;
}

function isOther({ others, endOfFiller, endOfOther }: ReturnType<typeof readWords>, word: string): boolean {
  if (others.has(word) || others.has(word.replace(ARTICLE, ''))) return true;
  if (others.has(word.replace(NUMBER_SUFFIX, ''))) return true;
  return endOfOther.test(word.replace(endOfFiller, ''));
}

function plainWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i');
}

type LocaleFile = Readonly<Record<string, string | undefined>>;

/** The words of all languages, folded by {@link plainWord}. */
function readWords() {
  const files = listLocales().map((language) => readLocaleFile(`${language}.json`) as LocaleFile);
  const wordsCalled = (key: string): readonly string[] =>
    files.flatMap((texts) => texts[key]?.split(', ').map(plainWord) ?? []);
  const imei = wordsCalled('names.imei');
  const fillers = wordsCalled('names.filler');
  const others = wordsCalled('names.other');
  return {
    imei: new RegExp(imei.join('|')),
    fillers: new Set(fillers),
    others: new Set(others),
    // Chinese is written without spaces: what its names end with.
    endOfFiller: new RegExp(`(?:${chinese(fillers).join('|')})+$`),
    endOfOther: new RegExp(`(?:${chinese(others).join('|')})$`),
  };
}

function chinese(list: readonly string[]): readonly string[] {
  return list.filter((word) => /\p{Script=Han}/u.test(word));
}
