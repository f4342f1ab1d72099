/** A line end within a quoted mail: a number may continue behind it. A character for private use. */
export const WRAP = '\ue000';
/** A line end that was typed as an escape: `\n`. */
export const TYPED_END = '\ue001';

const UNPRINTED = /[^\n\x20-\x7e]/;
/** Everything but letters and plain characters; also full-width letters, the dash of Japanese keyboards and invisible marks. */
const FOLDED = /[^\n\x20-\x7e\p{L}\p{M}]|[\uff21-\uff5a]|\u30fc|\ufe0f|\u20e3|\u034f/gu;

const ESCAPE = String.fromCharCode(0x1b);
const ESCAPING = new RegExp(`[\\\\%^${ESCAPE}]|_x00`);
const TYPED_ENDS = /(?:(?<!\\)\\+[rn]|_x000[AD]_|\^M)+/g;
const TYPED_TABS = /(?<!\\)\\+t/g;
const TYPED_CODES =
  /(?<!\\)\\+u(000[9ad]|001b|00a[0d]|20[0-6][\da-f]|3000|feff)|(?<!\\)\\+x(0[9ad]|1b|20|a0)|%(0[9AD]|2[\dA-F]|3[A-F]|7C)/gi;
const COLOURS = new RegExp(`${ESCAPE}\\[[\\d;?]{0,12}[A-Za-z]`, 'g');
const QUOTED_ENDS = /\n(?: ?>)+ ?/g;

const DIGIT = /\p{Nd}/u;
const UNSEEN = /\p{Cf}|\ufe0f|\u20e3|\u034f/u;
const SPACE = /[\t\p{Zs}]/u;
const LINE_END = /[\r\v\f\x85\u2028\u2029]/;
const DASH = /[\p{Pd}\u2212\u30fc]/u;

/** Unicode has fewer than 10,000 characters that change; others are asked for once as well. */
const folded = new Map<string, string>();
const MOST_REMEMBERED = 10_000;

/**
 * Returns the text with plain digits, spaces, dashes and line ends, with escapes decoded that people copy from logs, and
 * without invisible characters and terminal colours. Linear in the length of the text.
 */
export function fold(text: string): string {
  let plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  if (ESCAPING.test(plain)) plain = withoutEscapes(plain);
  if (UNPRINTED.test(plain)) plain = plain.replace(FOLDED, foldCharacter);
  return plain.includes('\n>') || plain.includes('\n >') ? plain.replace(QUOTED_ENDS, WRAP) : plain;
}

function withoutEscapes(text: string): string {
  return text
    .replace(TYPED_ENDS, TYPED_END)
    .replace(TYPED_TABS, '\t')
    .replace(TYPED_CODES, (_, ...codes: (string | undefined)[]) => characterOf(codes))
    .replace(COLOURS, ' ');
}

function characterOf(codes: readonly (string | undefined)[]): string {
  const hexadecimal = codes.find((code) => code !== undefined) ?? '20';
  const character = String.fromCharCode(Number.parseInt(hexadecimal, 16));
  return UNSEEN.test(character) ? ' ' : character;
}

function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const plain = plainCharacter(character);
  if (folded.size < MOST_REMEMBERED) folded.set(character, plain);
  return plain;
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (DIGIT.test(character)) return plainDigit(code);
  if (UNSEEN.test(character)) return '';
  if (SPACE.test(character)) return ' ';
  if (LINE_END.test(character)) return '\n';
  if (DASH.test(character)) return '-';
  const isFullWidth = code >= 0xff_01 && code <= 0xff_5e;
  return isFullWidth ? String.fromCharCode(code - 0xfe_e0) : character;
}

/** Unicode keeps the digits of a script in a row of ten. */
function plainDigit(code: number): string {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
