import { UNSEEN } from './fold.ts';

/** Not looked up yet. */
const UNKNOWN = 0;
/** Neither letter nor digit. */
export const BREAK = 1;
/** A decimal digit. */
export const DIGIT = 2;
/** A letter of a script that forms one word with an adjacent digit. */
export const SPELT = 3;
/** A letter of any other script; those are written next to digits without spaces. */
export const LETTER = 4;
/** Continues any word or number, and starts a word of {@link LETTER}s. */
export const MARK = 5;
/** Left over from folding: continues digits and spelt letters. */
export const FILLER = 6;

const DIGITS = /^\d$/;
const SPELT_SCRIPTS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
const MARKS = /^\p{M}$/u;
const LETTERS = /^\p{L}$/u;
/** How many code points there are. */
export const CODE_POINTS = 0x110000;
const ONE_UNIT = 0x10000;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** The kinds by code point, cached on first use: looking up a Unicode property is slow. */
const kinds = new Uint8Array(CODE_POINTS);

/** The kind of a character, given by its code point. */
export function kindOfCode(code: number): number {
  const known = kinds[code] ?? BREAK;
  if (known !== UNKNOWN) return known;
  const kind = kindOf(String.fromCodePoint(code));
  kinds[code] = kind;
  return kind;
}

/** How many UTF-16 units a character has, given by its code point. */
export function unitsOf(code: number): number {
  return code < ONE_UNIT ? 1 : 2;
}

/** The code point of the character that starts at an index; asked of the string only where one unit does not tell it. */
export function codeAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < FIRST_SURROGATE || unit > LAST_SURROGATE ? unit : (text.codePointAt(index) ?? 0);
}

function kindOf(character: string): number {
  if (DIGITS.test(character)) return DIGIT;
  if (character === UNSEEN) return FILLER;
  if (SPELT_SCRIPTS.test(character)) return SPELT;
  if (MARKS.test(character)) return MARK;
  return LETTERS.test(character) ? LETTER : BREAK;
}
