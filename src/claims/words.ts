/** Chinese is written without spaces, so its words begin and end anywhere. */
export const HAN = /\p{Script=Han}/u;
/** A word begins here. */
export const NOT_IN_WORD = String.raw`(?<![\p{L}\p{N}])`;
/** A word ends here, maybe with digits behind it: `iphone13`. */
const WORD_END = String.raw`(?![\p{L}\p{M}])`;

/** A regular expression of a whole word. */
export function wordPattern(word: string): string {
  return HAN.test(word) ? word : NOT_IN_WORD + word + WORD_END;
}
