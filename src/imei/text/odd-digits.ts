import { UNSEEN } from './fold.ts';

/** Digits that Unicode does not count among the decimal ones: where each run of them begins, its first value, its length. */
const RUNS: readonly (readonly [first: number, value: number, length: number])[] = [
  // Superscript and subscript.
  [0xb2, 2, 2],
  [0xb9, 1, 1],
  [0x2070, 0, 1],
  [0x2074, 4, 6],
  [0x2080, 0, 10],
  // In circles, plain, filled, double and sans-serif.
  [0x2460, 1, 9],
  [0x24ea, 0, 1],
  [0x24f5, 1, 9],
  [0x24ff, 0, 1],
  [0x2776, 1, 9],
  [0x2780, 1, 9],
  [0x278a, 1, 9],
  [0x1f10b, 0, 1],
  [0x1f10c, 0, 1],
  // In brackets, with a dot, with a comma.
  [0x2474, 1, 9],
  [0x2488, 1, 9],
  [0x1f100, 0, 1],
  [0x1f101, 0, 10],
];
const VALUES = new Map(
  RUNS.flatMap(([first, value, length]) =>
    Array.from({ length }, (_, index) => [String.fromCodePoint(first + index), String(value + index)]),
  ),
);
const ODD = new RegExp(`[${[...VALUES.keys()].join('')}]`, 'gu');

/**
 * Returns the text with superscript, subscript, circled and bracketed digits as plain ones. Keeps the length: {@link UNSEEN}
 * fills the surplus. The search takes no such digit for one of a number, so this is for what is shown.
 */
export function withPlainDigits(text: string): string {
  if (text.search(ODD) < 0) return text;
  return text.replace(ODD, (digit) => (VALUES.get(digit) ?? digit).padStart(digit.length, UNSEEN));
}
