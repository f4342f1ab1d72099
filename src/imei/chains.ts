import { isCard } from './cards.ts';
import { isDigit } from './digits.ts';
import { WRAP } from './fold.ts';
import { LOOKALIKES, withoutLookalikes } from './repairs.ts';

/** Digits in a row. */
export interface Group {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
  readonly digits: string;
  /** Some of the digits are written as letters that look like them. */
  readonly letters: boolean;
}

/** Digits of an IMEI. A group with so many or more has no others. */
const WHOLE = 15;
/** A chain with fewer digits is ignored. */
const FEWEST = 10;
/** Longest word that may be a number with letters for digits. */
const LONGEST_WORD = 18;
const LONGEST_GAP = 5;

const SPACE = 0x20;
const SIGNS: ReadonlySet<number> = new Set([...'-./_'].map((sign) => sign.charCodeAt(0)));
const WRAPPED = WRAP.charCodeAt(0);

/** The chains of groups that may form one number or several, with at least ten digits, in the order of a folded text. */
export function* chainsIn(text: string): Generator<readonly Group[]> {
  let chain: Group[] = [];
  let total = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigit(text.charCodeAt(at))) continue;
    const start = at;
    while (isDigit(text.charCodeAt(at + 1))) at += 1;
    const group = groupAt(text, start, at + 1);
    if (group === undefined || !continues(text, chain.at(-1), group)) {
      if (total >= FEWEST) yield chain;
      chain = [];
      total = 0;
    }
    if (group === undefined) continue;
    at = group.end - 1;
    chain.push(group);
    total += group.digits.length;
  }
  if (total >= FEWEST) yield chain;
}

function continues(text: string, last: Group | undefined, next: Group): boolean {
  if (last === undefined || last.digits.length >= WHOLE || next.digits.length >= WHOLE) return false;
  return isGap(text, last.end, next.start);
}

/** Whether only spaces, the line end of a quoted mail and at most one sign are between two offsets. */
function isGap(text: string, from: number, to: number): boolean {
  if (to <= from || to - from > LONGEST_GAP) return false;
  let signs = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (SIGNS.has(code)) signs += 1;
    else if (code !== SPACE && code !== WRAPPED) return false;
  }
  return signs <= 1;
}

/** A run of digits as a group; undefined if it is part of a word, such as `S21`. */
function groupAt(text: string, start: number, end: number): Group | undefined {
  const isGluedBefore = isLetter(text.charCodeAt(start - 1));
  const isGluedBehind = isLetter(text.charCodeAt(end));
  const group = { start, end, digits: text.slice(start, end), letters: false };
  if (end - start === WHOLE || !(isGluedBefore || isGluedBehind)) return group;
  if (isCard(group.digits, false)) return group;
  const mistyped = mistypedGroup(text, start, end);
  if (mistyped !== undefined) return mistyped;
  const isLabelled =
    (!isGluedBefore || /imei(?:sv)?$/i.test(text.slice(Math.max(0, start - 6), start))) &&
    (!isGluedBehind || /^imei/i.test(text.slice(end, end + 4)));
  return isLabelled && end - start > 1 ? group : undefined;
}

/** The word around a run of digits, if its letters stand for digits. */
function mistypedGroup(text: string, start: number, end: number): Group | undefined {
  let [from, to] = [start, end];
  while (to - from < LONGEST_WORD && isLikeDigit(text, from - 1)) from -= 1;
  while (to - from < LONGEST_WORD && isLikeDigit(text, to)) to += 1;
  if (to - from === LONGEST_WORD || isLetter(text.charCodeAt(from - 1)) || isLetter(text.charCodeAt(to)))
    return undefined;
  const digits = withoutLookalikes(text.slice(from, to));
  return digits === undefined ? undefined : { start: from, end: to, digits, letters: true };
}

function isLikeDigit(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at)) || LOOKALIKES.has(text.charAt(at));
}

/** Latin, Greek and Cyrillic letters, which form one word with digits next to them. Other scripts are written without spaces. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  if (code >= 0x3_70) return code <= 0x5_2f;
  return code >= 0xc0 && code <= 0x2_4f && code !== 0xd7 && code !== 0xf7;
}
