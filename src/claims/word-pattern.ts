import { anyOf, HAN, WORD_START } from '../core/word-borders.ts';

/** No letter is behind a word, though digits may be: `iphone13`. */
const NO_LETTER_BEHIND = String.raw`(?![\p{L}\p{M}])`;

/**
 * In lower case, letter by letter, so that each stays at its place. Most patterns are in lower case
 * and are tried on this: those that ignore case take longer to compile.
 */
export function inLowerCase(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');
}

/**
 * A pattern of any of these patterns, as words; digits may follow. The borders are named once: each
 * of them costs a millisecond when the pattern is compiled, at the first message of a process.
 */
export function anyWord(patterns: readonly string[]): string {
  const han = patterns.filter((pattern) => HAN.test(pattern));
  const spaced = patterns.filter((pattern) => !HAN.test(pattern));
  return anyOf([WORD_START + anyOf(spaced) + NO_LETTER_BEHIND, ...han]);
}
