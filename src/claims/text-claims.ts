import type { Finding, Findings, FoundImei } from '../imei/findings.ts';
import { fold, foldedLines } from '../imei/fold.ts';
import { claimIn, hasOnlyLabel } from './claim.ts';

const LETTER = /\p{L}/u;
/** In the line that a copied chat has above each message: `iPhone Doctor, [28.11.2026 10:00]`. */
const TIME = /\d:\d\d/;
/** Digits of an IMEI without its check digit. */
const UNIQUE_DIGITS = 14;
/** Between the digits of a number. A limit here takes V8 two milliseconds a number to compile. */
const BETWEEN_WORDS = String.raw`[\s./_-]*`;
/** The check digit, or two digits of the software's version. */
const LAST_DIGITS = String.raw`(?:[\s./_-]{0,3}\d){0,2}`;

/**
 * Adds to each number of a text the phone that its line names; if it has only a label there, the
 * phone that the line above names. Here both numbers are claimed to be a `Galaxy S21`:
 *
 *     352099001761481 Galaxy S21
 *
 *     Galaxy S21
 *     IMEI: 356938035643809
 */
export function withClaims(findings: Findings, text: string): Findings {
  const lines = foldedLines(fold(text));
  const onLine = countByLine(findings);
  const addClaim = <Number extends Finding>(number: Number): Number => {
    const line = lines[number.line - 1];
    // With several numbers on a line, nobody knows which one the words mean.
    if (line === undefined || onLine.get(number.line) !== 1) return number;
    const above = onLine.has(number.line - 1) ? undefined : titleAbove(number.line, lines);
    // Most lists are numbers alone.
    if (!LETTER.test(line) && above === undefined) return number;
    return withClaim(number, line, above);
  };
  return {
    ...findings,
    sure: findings.sure.map(addClaim),
    unsure: findings.unsure.map(addClaim),
    invalid: findings.invalid.map(addClaim),
  };
}

/**
 * Returns the line above a line, if it is a title. Only a line at the start or below a blank line
 * is one: any other line may be about the number before it.
 * @param lineNumber from 1
 */
function titleAbove(lineNumber: number, lines: readonly string[]): string | undefined {
  const above = lines[lineNumber - 2] ?? '';
  const isFirst = (lines[lineNumber - 3] ?? '').trim() === '';
  const hasWords = LETTER.test(above) && !TIME.test(above);
  return isFirst && hasWords ? above : undefined;
}

/** A caption means one phone only if its pictures have no more IMEIs than a phone has. */
const OF_ONE_PHONE = 2;

/**
 * Adds to the IMEIs of pictures the phone that the words sent with them name, if they can only mean
 * one phone.
 */
export function withCaption(findings: Findings, caption: string): Findings {
  const { sure, unsure } = findings;
  const inPictures = sure.filter(({ readFrom }) => readFrom !== undefined);
  const isOnePhone = inPictures.length === sure.length && sure.length <= OF_ONE_PHONE;
  const claim = isOnePhone && unsure.length === 0 ? claimIn(caption) : undefined;
  if (claim === undefined) return findings;
  return { ...findings, sure: sure.map((number) => ({ ...number, claim })) };
}

function withClaim<Number extends Finding>(number: Number, line: string, above = ''): Number {
  const words = line.replace(number.kind === 'invalid' ? number.text : writtenAs(number), ' ; ');
  if (words === line) return number;
  const claim = claimIn(hasOnlyLabel(words) ? above : words);
  return claim === undefined ? number : { ...number, claim };
}

function writtenAs({ imei }: FoundImei): RegExp {
  const digits = [...imei.slice(0, UNIQUE_DIGITS)].join(BETWEEN_WORDS);
  return new RegExp(digits + LAST_DIGITS);
}

function countByLine(findings: Findings): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const { sure, unsure, invalid, repeats } = findings;
  for (const { line } of [...sure, ...unsure, ...invalid, ...repeats]) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
