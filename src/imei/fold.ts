/** A line end within a quoted mail: a number may continue after it. A character for private use. */
export const WRAP = '\ue000';
/** The edge of 15 digits in a row; no escape is decoded across it. It counts as a space. */
const EDGE = '\v';

/** What may have a plain form: nothing in ASCII, and none of the letters of Latin, Cyrillic and Chinese. */
const FOREIGN = /[^\n\x20-\x7e\u00ae-\u024f\u0400-\u0481\u048a-\u052f\u4e00-\u9fff]/;
/** Characters with a plain form: digits, invisible and full-width characters, spaces, dashes, line ends. */
const FOLDED =
  /(?:(?![\x20-\x7e])[\p{Nd}\p{Cf}\p{Zs}\p{Pd}]|[\t\r\f\x85\u2028\u2029\u2212\u30fc\uff01-\uff5e]|\ufe0f|\u20e3|\u034f)+/gu;
/** As many digits as an IMEI has, of any script. */
const WHOLE_RUN = /(?<!\p{Nd})\p{Nd}{15}(?!\p{Nd})/gu;

const ESCAPE = String.fromCharCode(0x1b);
const ESCAPING = new RegExp(`[\\\\${ESCAPE}]|%[0237]|\\^M|_x00`);
const TYPED_ENDS = /(?:(?<!\\)\\+[rnt]|_x000[AD]_|\^M)+/g;
const TYPED_CODES =
  /(?<!\\)\\+(?:u(?:000[09ad]|001b|002[\da-f]|003[a-f]|00a[0d]|20[0-6][\da-f]|3000|feff)|x(?:0[09ad]|1b|2[\da-f]|3[a-f]|a0))|%(?:0[9AD]|2[\dA-F]|3[A-F]|7C)/gi;
const COLOURS = new RegExp(`${ESCAPE}\\[[\\d;?]{0,12}[A-Za-z]`, 'g');
const QUOTED_ENDS = /\n(?: ?>)+ ?/g;
/** A label and its number without a separator. */
const GLUED = /(imei[12])(?=\d{15}(?!\d))/gi;
/** All digits of an IMEI in the notation of programs. */
const EXPONENT = /(?<![\d.,])(\d)[.,](\d{14})e\+?14(?!\d)/gi;

const DIGIT = /\p{Nd}/u;
const UNSEEN = /\p{Cf}|\ufe0f|\u20e3|\u034f/u;
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [UNSEEN, ''],
  // As wide as what is between two columns.
  [/\t/, '  '],
  [/\p{Zs}/u, ' '],
  [/[\r\f\x85\u2028\u2029]/, '\n'],
  [/[\p{Pd}\u2212\u30fc]/u, '-'],
];

/** Plain forms that were looked up before. */
const folded = new Map<string, string>();

/**
 * Returns the text with plain digits, spaces, dashes and line ends, with escapes decoded that people copy from logs, and
 * without invisible characters and terminal colours. Linear in the length of the text.
 */
export function fold(text: string): string {
  let plain = text.replaceAll('\r\n', '\n');
  const isEscaped = ESCAPING.test(plain);
  if (isEscaped || FOREIGN.test(plain)) plain = plain.replace(WHOLE_RUN, `${EDGE}$&${EDGE}`);
  if (isEscaped)
    plain = plain.replace(TYPED_ENDS, '\n').replace(TYPED_CODES, characterOf).replace(COLOURS, ' ');
  if (FOREIGN.test(plain)) plain = plain.replace(FOLDED, foldCharacters);
  return plain.replace(QUOTED_ENDS, WRAP).replace(GLUED, '$1 ').replace(EXPONENT, '$1$2');
}

function characterOf(typed: string): string {
  const character = String.fromCharCode(Number.parseInt(typed.replace(/^[\\ux%]+/i, ''), 16));
  return UNSEEN.test(character) ? ' ' : character;
}

function foldCharacters(characters: string): string {
  let plain = '';
  for (const character of characters) {
    const one = folded.get(character) ?? plainCharacter(character);
    folded.set(character, one);
    plain += one;
  }
  return plain;
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (DIGIT.test(character)) return plainDigit(code);
  // The rest are full-width characters.
  return PLAIN.find(([sign]) => sign.test(character))?.[1] ?? String.fromCharCode(code - 0xfe_e0);
}

/** Unicode keeps the digits of a script in a row of ten. */
function plainDigit(code: number): string {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
