import { anyOf } from '../core/language/word-borders.ts';

const LATIN_WITH_ACCENTS = /(\p{Script=Latin})\p{M}+/gu;
/** Vowels and the sign that makes a word longer, which people may leave out. */
const ARABIC_MARKS = /[\u0640\u064B-\u065F\u0670]/gu;
const SIGNS_AT_ENDS = /^[ ?!.:¡¿。؟…]+|[ ?!.:¡¿。؟…]+$/gu;
const PAUSES = /[,،、，.!。]/gu;
const NUMBERS_AND_SEPARATORS = /[\p{N}\s./-]+/gu;
/** The most characters of a saying or a question to the bot. */
export const MAX_CHARACTERS = 300;
/** Characters that mean something else in a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * The text in lower case, without accents, and without signs at its ends unless there is nothing
 * else: `¿Cuánto  cuesta?` is `cuanto cuesta`.
 */
export function normalized(text: string): string {
  const lowerCase = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(PAUSES, ' ')
    .normalize('NFD')
    .replace(LATIN_WITH_ACCENTS, '$1')
    .replace(ARABIC_MARKS, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
  return lowerCase.replace(SIGNS_AT_ENDS, '') || lowerCase;
}

/** A pattern for any of these texts in a normalized one. */
export function anyTextOf(texts: readonly string[]): string {
  return anyOf(texts.map((text) => normalized(text).replace(SPECIAL, String.raw`\$&`)));
}

/**
 * The text without its numbers, and without signs that separate words or groups of digits: `full`
 * of `full 49-015420-323751-8`. Empty if the text is long.
 */
export function wordsAroundNumbers(text: string): string {
  return text.length > MAX_CHARACTERS ? '' : text.replace(NUMBERS_AND_SEPARATORS, ' ').trim();
}
