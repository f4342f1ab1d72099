/** Everything beyond ASCII, and the ASCII controls. */
const SPECIAL = /[^\n\x20-\x7e]/gu;
const DECIMAL_DIGIT = /^\p{Nd}$/u;
const INVISIBLE = /^[\p{Cf}\p{Mn}]$/u;
const DASH = /^[\p{Pd}\u2212\u02d7\u30fc\u2500]$/u;
const SLASH = /^[\u2044\u2215\uff0f]$/u;
const DOT = /^[\u00b7\u2022\u2024\u2027\u30fb\uff0e\u3002]$/u;
const SPACE = /^[\p{Zs}\t\u2800\u3164\uffa0]$/u;
const LINE_BREAK = /^[\r\v\f\u0085\u2028\u2029]$/u;

/**
 * Folds what people paste to plain ASCII, as far as numbers go: every Unicode decimal digit, dashes, slashes, dots and
 * spaces of every kind; zero-width and direction marks vanish. Line breaks become `\n`. Linear in the text's length.
 */
export function fold(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(SPECIAL, foldCharacter);
}

function foldCharacter(character: string): string {
  if (INVISIBLE.test(character)) return '';
  if (SPACE.test(character)) return ' ';
  if (DASH.test(character)) return '-';
  if (DECIMAL_DIGIT.test(character)) return digitOf(character);
  if (LINE_BREAK.test(character)) return '\n';
  if (SLASH.test(character)) return '/';
  if (DOT.test(character)) return '.';
  return foldFullWidth(character);
}

/** Unicode has decimal digits in runs of ten, from zero to nine; mathematical ones stand in runs side by side. */
function digitOf(character: string): string {
  const plain = character.normalize('NFKC');
  if (plain >= '0' && plain <= '9') return plain;
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DECIMAL_DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Full-width letters and signs have the order of ASCII; anything else stays what it is. */
function foldFullWidth(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : character;
}
