import { listLocales, readLocaleFile } from '../core/locales.ts';
import type { WhyUnsure } from './findings.ts';
import { WRAP } from './fold.ts';

/** The meaning of the words before a number. */
export interface Name {
  /** They say that it is an IMEI. */
  readonly saysImei: boolean;
  /** They name another number (`Order no.`), or it is part of a link. */
  readonly why?: WhyUnsure;
  /** `IMEI1` or `IMEI2`, if they say which slot it belongs to. */
  readonly label?: string;
}

/** The name of a field for IMEIs. */
export const IMEI_NAME: Name = { saysImei: true };
export const NAMELESS: Name = { saysImei: false };

/** How many characters before a number its name is looked for, and how many words the word IMEI: `IMEI (Watch Series 9)`. */
const [REACH, IMEI_REACH] = [80, 6];
/** Most words of a label alone on the line above, and characters of a name. */
const [LONGEST_LABEL, LONGEST_NAME] = [4, 40];

/** Tags between the name of a value and the value. */
const TAGS =
  /<\/[^<>]*>|<(?:key|string|integer|real|value|t[dhr]|d[dt]|li|p|b|i|code|span|strong|label)\b[^<>]*>/gi;
/** GS1: the application identifier before a number says what it is. */
const IDENTIFIER = /(\((?:01|02|21|8002)\))\v?$/;
const LINK = /(?:https?:\/\/|www\.)[^\s<>()"'\]]*\v?$/i;
const LINE_ENDS = new RegExp(`[\\n${WRAP}]`);
const PARTS = /[,;|│!?&，、。،]/;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\d]/u;
/** Words, also within `orderNo` and `IMEI1`. */
const WORDS = /\p{Lu}*[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}+|\p{N}+|[№#]/gu;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.)]+$/gu;
const SLOT = /(?:imei|slot|sim)\W{0,3}([12])(?!\d)/gi;
/** An Arabic article, or a word for "number". */
const AFFIXES = [/^ال/, /(?:nummer|number|nr|no|id)$/];
/** The names of numbers, in all languages; read when they are needed. */
let known: ReturnType<typeof readWords> | undefined;

/**
 * Returns what the words before a number in a folded text say: the last ones on its line, or a label alone on the line above.
 * @param words from behind the number before it
 * @param names by the words before earlier numbers, since lists repeat them
 * @param titled what the title of its column says, if it is in a table
 */
export function nameBefore(words: string, names: Map<string, Name>, titled = NAMELESS): Name {
  const before = words.slice(-REACH);
  if (titled !== NAMELESS) return nameIn(before, titled);
  const name = names.get(before) ?? nameIn(before);
  names.set(before, name);
  return name;
}

function nameIn(before: string, titled = NAMELESS): Name {
  const identifier = IDENTIFIER.exec(before)?.[1];
  if (identifier === '(8002)') return IMEI_NAME;
  if (identifier !== undefined)
    return { saysImei: false, why: { kind: 'named', name: identifier } };
  if (!LETTER.test(before)) return titled;
  const lines = before.replace(TAGS, ' ').split(LINE_ENDS);
  const line = lines.pop() ?? '';
  if (LETTER_OR_DIGIT.test(line)) {
    const own = nameOf(line.split(PARTS).at(-1) ?? '');
    if (own.saysImei) return own;
    if (titled === NAMELESS)
      return LINK.test(before) ? { saysImei: false, why: { kind: 'link' } } : own;
  }
  return titled === NAMELESS ? nameAbove(lines) : titled;
}

/** What a label alone on the last of some lines says. */
function nameAbove(lines: readonly string[]): Name {
  const above = lines.findLast((one) => LETTER_OR_DIGIT.test(one)) ?? '';
  if (above.trim().split(/\s+/).length > LONGEST_LABEL) return NAMELESS;
  return nameOf(above.split(PARTS).find((part) => LETTER_OR_DIGIT.test(part)) ?? '');
}

/** Returns what a label, such as the title of a column, says about its number: by the last word that is not a filler. */
export function nameOf(title: string): Name {
  const label = title.slice(-REACH);
  const written = label.replace(/\bs\/n\b/gi, 'sn').match(WORDS) ?? [];
  const last = plain(written.slice(-IMEI_REACH).join(' '));
  known ??= readWords();
  const { imei, fillers } = known;
  if (imei.test(last)) return imeiName(label);
  const word = last.split(' ').findLast((one) => !fillers.has(one) && !/^\d{1,2}$/.test(one));
  if (word === undefined || !isOther(word, known)) return NAMELESS;
  return {
    saysImei: false,
    why: { kind: 'named', name: label.replace(EDGES, '').slice(-LONGEST_NAME) },
  };
}

function imeiName(label: string): Name {
  const [slot, ...more] = new Set(Array.from(label.matchAll(SLOT), ([, one]) => one));
  return slot === undefined || more.length > 0
    ? IMEI_NAME
    : { saysImei: true, label: `IMEI${slot}` };
}

function isOther(
  word: string,
  { others, endOfFiller, endOfOther }: ReturnType<typeof readWords>,
): boolean {
  if (others.has(word) || AFFIXES.some((affix) => others.has(word.replace(affix, '')))) return true;
  return endOfOther.test(word.replace(endOfFiller, ''));
}

/** In lower case and without accents. */
function plain(text: string): string {
  const split = text.toLowerCase().replaceAll('ı', 'i').normalize('NFD');
  return split.replace(/[\u0300-\u036f]/g, '');
}

/** The words of all languages, folded by {@link plain}. */
function readWords() {
  const files = listLocales().map(
    (language) => readLocaleFile(`${language}.json`) as Record<string, string>,
  );
  const wordsOf = (key: string): readonly string[] =>
    files.flatMap((texts) => texts[key]?.split(', ').map(plain) ?? []);
  const fillers = wordsOf('names.filler');
  const others = wordsOf('names.other');
  // Chinese has no spaces, so this matches the end of a name.
  const chinese = (list: readonly string[]) =>
    list.filter((word) => /\p{Script=Han}/u.test(word)).join('|');
  return {
    imei: new RegExp(wordsOf('names.imei').join('|')),
    fillers: new Set(fillers),
    others: new Set(others),
    endOfFiller: new RegExp(`(?:${chinese(fillers)})+$`),
    endOfOther: new RegExp(`(?:${chinese(others)})$`),
  };
}
