import { anyOf, HAN, WORD_START } from '../core/word-borders.ts';

/** A name ends here, maybe with digits behind it: `iphone13`. */
const NAME_END = String.raw`(?![\p{L}\p{M}])`;

/**
 * In lower case, letter by letter, so that each stays at its place. Patterns are in lower case,
 * since those that ignore case take longer to compile.
 */
export function inLowerCase(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');
}

/**
 * A pattern of any of these, as whole words. The borders are named once: each of them costs a
 * millisecond when the pattern is compiled, at the first message of a process.
 */
export function anyWord(words: readonly string[]): string {
  const han = words.filter((word) => HAN.test(word));
  const spaced = words.filter((word) => !HAN.test(word));
  return anyOf([WORD_START + anyOf(spaced) + NAME_END, ...han]);
}
