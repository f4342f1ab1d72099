import { hasRightCheckDigit } from './luhn.ts';
import type { Chain } from './runs.ts';

/** Digits found in a chain that are meant to be one number, and how many runs of the chain they take. */
export interface Candidate {
  readonly digits: string;
  readonly runs: number;
}

/** How IMEIs are printed: with a check digit, with a software version, and without either. */
const GROUPINGS: readonly (readonly number[])[] = [
  [2, 6, 6, 1],
  [8, 6, 1],
  [6, 2, 6, 1],
  [2, 6, 7],
  [8, 7],
  [6, 2, 7],
  [2, 6, 6, 2],
  [8, 6, 2],
  [6, 2, 6, 2],
  [2, 6, 6],
  [8, 6],
  [6, 2, 6],
];
const FULL_LENGTH = 14;

/** The number that begins with run `at`, if it is printed in one run or in one of the known groupings. */
export function groupedAt(chain: Chain, at: number): Candidate | undefined {
  const run = chain.runs[at];
  if (run === undefined) return undefined;
  if (run.text.length >= FULL_LENGTH) return wholeRunAt(chain, at);
  const grouping = GROUPINGS.find((lengths) =>
    lengths.every((length, index) => chain.runs[at + index]?.text.length === length),
  );
  if (grouping === undefined) return undefined;
  const digits = digitsOf(chain, at, grouping.length);
  return { digits, runs: grouping.length + softwareVersionAt(chain, at + grouping.length, digits) };
}

/** One run of 14 or more digits; a check digit or a software version may stand close behind it. */
function wholeRunAt(chain: Chain, at: number): Candidate | undefined {
  const { text } = chain.runs[at] ?? { text: '' };
  const next = chain.runs[at + 1]?.text;
  const gap = chain.gaps[at];
  if (text.length === 14 && next?.length === 1 && isTight(gap) && hasRightCheckDigit(text + next)) {
    return { digits: text + next, runs: 2 + softwareVersionAt(chain, at + 2, text + next) };
  }
  const runs = 1 + softwareVersionAt(chain, at + 1, text);
  const isBehindMore = isPartOfMore(chain, { gap: at - 1, neighbour: at - 1 });
  const isNumbered = text.length === 15 && countsLines(chain, at);
  const isBeforeMore = runs === 1 && isPartOfMore(chain, { gap: at, neighbour: at + 1 });
  if ((isBehindMore && !isNumbered) || isBeforeMore) return undefined;
  return { digits: text, runs };
}

/** `/ 04` behind an IMEI is its software version: 1 when it stands there, else 0. */
function softwareVersionAt(chain: Chain, at: number, digits: string): 0 | 1 {
  const follows = chain.runs[at]?.text.length === 2 && /[/-]/u.test(chain.gaps[at - 1] ?? '');
  return follows && (digits.length === 14 || digits.length === 15) ? 1 : 0;
}

/** Something shorter that stands close by makes a run a part of another number: `3.14159265358979`. */
function isPartOfMore(
  chain: Chain,
  { gap, neighbour }: { readonly gap: number; readonly neighbour: number },
): boolean {
  const text = chain.runs[neighbour]?.text;
  return text !== undefined && text.length < FULL_LENGTH && isTight(chain.gaps[gap]);
}

/** `1.4901…` at the start of a line: the number before the dot counts the lines. */
function countsLines(chain: Chain, at: number): boolean {
  const before = chain.runs[at - 1];
  return at === 1 && before?.start === 0 && before.text.length <= 3;
}

function isTight(gap: string | undefined): boolean {
  return gap !== undefined && !gap.includes(' ');
}

/**
 * The whole chain as one number in groups of somebody's own making (3-3-3-3-3, 4-4-4-3, single digits): only where
 * nothing else can be meant, since two telephone numbers side by side look much the same.
 */
export function evenGroups(chain: Chain): Candidate | undefined {
  const lengths = chain.runs.map(({ text }) => text.length);
  if (lengths.length < 3 || lengths.length > 17) return undefined;
  const digits = digitsOf(chain, 0, lengths.length);
  if (digits.length !== 15 && digits.length !== 16) return undefined;
  const even = Math.max(...lengths.slice(0, -1)) - Math.min(...lengths.slice(0, -1)) <= 1;
  const oneKind = new Set(chain.gaps.map((gap) => gap.trim())).size === 1;
  return even && oneKind && Math.max(...lengths) <= 5 ? { digits, runs: lengths.length } : undefined;
}

/** All digits of a part of a chain. */
export function digitsOf(chain: Chain, from: number, count: number): string {
  let digits = '';
  for (let i = from; i < from + count; i += 1) digits += chain.runs[i]?.text ?? '';
  return digits;
}
