import { anyOf, HAN, WORD_START } from '../core/language/word-borders.ts';

/** No letter is behind a word, though digits may be: `iphone13`. */
const NO_LETTER_BEHIND = String.raw`(?![\p{L}\p{M}])`;

/**
 * Returns a text in lower case, in which each letter has the same offset as before. Most patterns
 * are tried on this: a pattern that ignores case takes longer to compile.
 */
export function inLowerCase(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');
}

/**
 * Returns a pattern for any of these patterns: as a whole word, which digits may follow, or with
 * Han characters anywhere. It has each border only once, around all of them: a border takes a
 * millisecond to compile, at the first message of a process.
 */
export function anyWord(patterns: readonly string[]): string {
  const han = patterns.filter((pattern) => HAN.test(pattern));
  const spaced = patterns.filter((pattern) => !HAN.test(pattern));
  return anyOf([WORD_START + anyOf(spaced) + NO_LETTER_BEHIND, ...han]);
}
