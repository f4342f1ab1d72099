import { atOnce, type Steps } from '../../core/async/event-loop.ts';

/** Stands for invisible characters: zero-width ones, direction marks, soft hyphens. */
export const UNSEEN = '\u200b';

/** From the tab to the form feed, but for the plain line end. */
const NEEDS_FOLDING = /\P{ASCII}|\r\n?|(?!\n)[\t-\f]/gu;
const DIGIT = /^\p{Nd}$/u;
/** Includes what turns a digit into an emoji: the variation selector and the keycap. */
const UNSEEN_ONES = /^(?:[\p{Cf}\p{Default_Ignorable_Code_Point}]|\u20e3)$/u;
const SPACE = /^[\p{Zs}\t]$/u;
const LINE_END = /^[\n-\r\u0085\u2028\u2029]$/u;
/** All Unicode dashes, minus signs, bullets, box lines, and the long-vowel mark that Japanese keyboards produce. */
const DASH = /^[\p{Pd}\u2212\u2043\u02d7\u23af\u2500\u2501\u30fc\uff70]$/u;
const SLASH = /^[\u2044\u2215\u2571\u29f8]$/u;
const DOT = /^[\u00b7\u2024\u2027\u2219\u22c5\u3002\u30fb]$/u;
const FULL_WIDTH = /^[\uff01-\uff5e]$/u;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Characters folded in one step. */
const STEP = 4_096;

/**
 * Returns the text with every decimal digit of Unicode as an ASCII digit, full-width forms as ASCII, every dash, slash, dot
 * and space as the plain one, and every line end as `\n`. Keeps the length, so that offsets stay valid in the original;
 * {@link UNSEEN} fills the surplus.
 */
export function foldText(text: string): string {
  return atOnce(foldSteps(text));
}

/** As {@link foldText}, in steps. */
export function* foldSteps(text: string): Steps<string> {
  if (text.search(NEEDS_FOLDING) < 0) return text;
  const folded = new Map<string, string>();
  const parts: string[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endOfStep(text, from + STEP);
    parts.push(foldPart(text.slice(from, to), folded));
    yield;
  }
  return parts.join('');
}

/** Never splits a surrogate pair or a line end of two characters. */
function endOfStep(text: string, end: number): number {
  return /^(?:\n|[\udc00-\udfff])/.test(text.slice(end, end + 1)) ? end + 1 : end;
}

function foldPart(text: string, folded: Map<string, string>): string {
  return text.replace(NEEDS_FOLDING, (character) => {
    const known = folded.get(character);
    if (known !== undefined) return known;
    const made = foldCharacter(character).padStart(character.length, UNSEEN);
    folded.set(character, made);
    return made;
  });
}

function foldCharacter(character: string): string {
  if (character === '\r\n' || LINE_END.test(character)) return '\n';
  if (DIGIT.test(character)) return digitValue(character);
  if (UNSEEN_ONES.test(character)) return UNSEEN;
  if (SPACE.test(character)) return ' ';
  if (DASH.test(character)) return '-';
  if (SLASH.test(character)) return '/';
  if (DOT.test(character)) return '.';
  return FULL_WIDTH.test(character)
    ? String.fromCodePoint((character.codePointAt(0) ?? 0) - FULL_WIDTH_OFFSET)
    : character;
}

/** Unicode keeps decimal digits in runs of ten, from 0 to 9 (chapter 4.6 of the standard). */
function digitValue(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
