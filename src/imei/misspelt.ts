import type { ImeiProblem } from './problem.ts';
import type { Run } from './runs.ts';

/** Letters that are taken for digits, or typed for them. */
const LOOKS_LIKE_DIGIT = /^[0-9OoQDIiLlSsBbZzGg]+$/u;
const MEID_HEX = /^[A-F][0-9A-F]{13}$/iu;
const APPLE_SERIAL = /^(?=(?:.*[A-Z]){3})(?=.*\d)[A-Z0-9]{10,12}$/u;
const SEPARATORS = /[ ./_-]/gu;

export interface Misspelt {
  readonly text: string;
  readonly problem: ImeiProblem;
}

/**
 * Numbers with letters in them that were meant to be an IMEI, or are another kind of number. Among words only a run of
 * 15 with one or two letters that look like digits; on a line of its own, more.
 */
export function misspelt(
  line: { readonly text: string; readonly isBare: boolean; readonly isOnlyLine: boolean },
  runs: readonly Run[],
): readonly Misspelt[] {
  if (runs.every(({ isNumber }) => isNumber)) return [];
  const whole = line.text.replaceAll('\u0001', '').trim();
  const joined = whole.replace(SEPARATORS, '');
  // A line that is one number, with its groups.
  if (line.isBare && whole.length <= 40) return single(whole, joined, line.isOnlyLine);
  return runs
    .filter(
      ({ text }) =>
        text.length === 15 && letterCount(text) > 0 && letterCount(text) <= 2 && LOOKS_LIKE_DIGIT.test(text),
    )
    .map(({ text }) => ({ text, problem: letterIn(text) }));
}

function single(text: string, joined: string, isOnlyLine: boolean): readonly Misspelt[] {
  if (MEID_HEX.test(joined)) return [{ text, problem: { kind: 'looks-like', what: 'meid' } }];
  const digits = joined.length - letterCount(joined);
  if (/^[0-9A-Za-z]{14,16}$/u.test(joined) && digits >= 11) return [{ text, problem: letterIn(joined) }];
  if (isOnlyLine && APPLE_SERIAL.test(joined))
    return [{ text, problem: { kind: 'looks-like', what: 'apple-serial' } }];
  return [];
}

function letterCount(text: string): number {
  return text.replace(/[^A-Za-z]/gu, '').length;
}

function letterIn(text: string): ImeiProblem {
  const index = text.search(/[A-Za-z]/u);
  return { kind: 'letter', character: text[index] ?? '', position: index + 1 };
}
