// Parts of regular expressions with the flag `u`.

/** A word begins here. In many scripts a vowel is a mark on the letter before it. */
export const WORD_START = String.raw`(?<![\p{L}\p{M}\p{N}])`;
/** A word ends here. */
export const WORD_END = String.raw`(?![\p{L}\p{M}\p{N}])`;

/** Matches nothing; an empty group would match everywhere. */
const NEVER = '(?!)';

/** A group of any of these patterns; without any it matches nothing. */
export function anyOf(patterns: readonly string[]): string {
  return `(?:${patterns.length === 0 ? NEVER : patterns.join('|')})`;
}

/** Chinese is written without spaces, so its words begin and end anywhere. */
export const HAN = /\p{Script=Han}/u;
