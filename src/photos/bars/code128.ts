/** ISO/IEC 15417, table 1: the widths of bars and spaces of the values from 0 to 105, and of the stop pattern. */
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112';
const PATTERNS: readonly string[] = WIDTHS.split(' ').map(modulesOf);
const VALUES: ReadonlyMap<string, number> = new Map(PATTERNS.map((modules, value) => [modules, value]));

/** Modules of a symbol, and those that the stop pattern has more. */
const SYMBOL = 11;
const STOP_MORE = 2;
const STOP = 106;
const [START_B, START_C] = [104, 105];
const [TO_C, TO_B] = [99, 100];
const CHECKED = 103;
/** The first character of code set B is a space. */
const FIRST_CHARACTER = 32;
const DIGITS = { first: 16, last: 25 };

/** How many modules codes of 14 to 16 digits have: in pairs, in pairs with one left over, or one by one. */
export const MODULE_COUNTS: readonly number[] = [7, 8, 9, 14, 15, 16].map(
  (data) => SYMBOL * (data + 3) + STOP_MORE,
);

/** The digits in the modules of a Code 128, `1` for dark; undefined for anything else, or if its check symbol is wrong. */
export function digitsInModules(modules: string): string | undefined {
  const values: number[] = [];
  for (let at = 0; at < modules.length - STOP_MORE; at += SYMBOL) {
    const isLast = at + SYMBOL + STOP_MORE === modules.length;
    const value = VALUES.get(modules.slice(at, isLast ? undefined : at + SYMBOL));
    if (value === undefined) return undefined;
    values.push(value);
  }
  const [stop, check] = [values.pop(), values.pop()];
  return stop === STOP && check === checkOf(values) ? digitsOf(values) : undefined;
}

function checkOf(values: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % CHECKED;
}

/** In code sets B and C; no IMEI needs another character. */
function digitsOf([start, ...values]: readonly number[]): string | undefined {
  if (start !== START_B && start !== START_C) return undefined;
  let inPairs = start === START_C;
  let digits = '';
  for (const value of values) {
    if (value === (inPairs ? TO_B : TO_C)) inPairs = !inPairs;
    else if (inPairs && value < TO_C) digits += String(value).padStart(2, '0');
    else if (!inPairs && value >= DIGITS.first && value <= DIGITS.last)
      digits += String.fromCharCode(value + FIRST_CHARACTER);
    else return undefined;
  }
  return digits;
}

function modulesOf(widths: string): string {
  return [...widths].map((width, index) => (index % 2 === 0 ? '1' : '0').repeat(Number(width))).join('');
}
