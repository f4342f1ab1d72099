import { findNamedToo } from '../../imei/find/find.ts';
import type { FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import { parseImei } from '../../imei/find/parse.ts';
import { asImei, hasReportingBody, type Imei, isOfToday } from '../../imei/imei.ts';
import { maskedCard } from '../../imei/number/cards.ts';
import type { KnownTac } from '../../imei/number/read.ts';
import { expanded, isShortened } from '../../imei/text/exponents.ts';
import type { Cell } from '../table.ts';
import { type NamesHeeded, withoutOthers } from './own-names.ts';

/** A number in a cell that is an IMEI or was meant as one. */
export type CellNumber =
  | {
      readonly kind: 'imei';
      readonly found: FoundImei;
      /** A spreadsheet had dropped the leading zero. */
      readonly zeroRestored: boolean;
    }
  | { readonly kind: 'problem'; readonly problem: FoundProblem };

/** A number retyped from that notation: only zeros after the first digits. */
const ROUNDED = /^[1-9]\d{6,7}0{7}$/;
const FOURTEEN = /^[1-9]\d{13}$/;
const FEWEST_DIGITS = 13;
const IMEI_DIGITS = 15;
/** What may be one number in two lines. */
const IN_LINES = /^\d{1,14}(?:\r\n|[\r\n])\d{1,14}$/u;
/** A number of 13 to 15 digits as a spreadsheet shows it with a separator of thousands or with decimals of zero. */
const GROUPED = /^(\d{1,3})([,.'’ \u00A0\u202F])(\d{3})\2(\d{3})\2(\d{3})\2(\d{3})(?:[.,]0{1,3})?$/u;
/** As India writes it: hundreds of thousands and more in pairs. */
const IN_PAIRS = /^(\d{1,2}(?:,\d{2}){4,6},\d{3})(?:\.0{1,3})?$/u;
const WITH_DECIMALS = /^(\d{13,16})[.,]0{1,3}$/u;
/** Of 15 digits in short notation, of which the last one or two are left out. */
const WITHOUT_END = /^([1-9])[.,](\d{12,13})e\+?14$/iu;
/** Of the short notation: `3E+14`. */
const FEWEST_CHARACTERS = 4;
const DIGIT = /\p{Nd}/gu;
/** Longer cells are not searched: they are no part of a list of phones. */
const LONGEST_CELL = 1_000;

/** The IMEIs among numbers. */
export function foundAmong(numbers: readonly CellNumber[]): readonly FoundImei[] {
  return numbers.flatMap((one) => (one.kind === 'imei' ? [one.found] : []));
}

/** The context a cell is read in. */
export interface CellContext extends NamesHeeded {
  /** Row of the file, from 1. */
  readonly line: number;
  /** Whether a TAC is in the open TAC table. */
  readonly known: KnownTac;
  /** Numbers of 14 digits in this column have lost a leading zero if the check digit agrees. */
  readonly zerosLost: boolean;
  /** Numbers in short notation in this column have all their digits, but for zeros at their end. */
  readonly endsWithoutZeros: boolean;
}

/** The numbers of a cell; empty if nothing in it was meant as an IMEI. */
export function numbersOfCell(cell: Cell, context: CellContext): readonly CellNumber[] {
  if (cell.text.length > LONGEST_CELL) return [];
  const text = inOneLine(withoutOthers(cell.text.trim(), context));
  const whole = expanded(text) ?? (context.endsWithoutZeros ? withEnd(text) : undefined);
  if (whole === undefined && isCutOff(cell)) return [problem(text, context, { kind: 'cut-off' })];
  const digits = whole ?? withoutGroups(text);
  const restored = context.zerosLost ? withZero(digits) : undefined;
  const { found, problems } = findNamedToo(restored ?? digits, context.known);
  if (found.length + problems.length === 0) return wrongNumber(digits, context);
  return [
    ...found.map(
      (one): CellNumber => ({
        kind: 'imei',
        found: { ...one, line: context.line },
        zeroRestored: restored !== undefined,
      }),
    ),
    ...problems.map((one) =>
      // Of a file, the sheet itself is here: there is no other one to copy from.
      problem(one.text, context, one.problem.kind === 'cut-off' ? { kind: 'cut-off' } : one.problem),
    ),
  ];
}

/** Whether a cell may hold an IMEI; a cheap test for large tables. */
export function mayHoldImei({ text }: Cell): boolean {
  // Most cells of a large table are shorter than any number looked for.
  if (text.length > LONGEST_CELL || text.length < FEWEST_CHARACTERS) return false;
  return (text.match(DIGIT)?.length ?? 0) >= FEWEST_DIGITS || isShortened(text.trim());
}

/** Whether a spreadsheet has truncated the digits of this number. */
export function isCutOff({ text, number }: Cell): boolean {
  const written = text.trim();
  if (isShortened(written)) return expanded(written) === undefined;
  const plain = withoutGroups(written);
  // What has separators of thousands was a number before it was a text.
  return (number === true || plain !== written) && ROUNDED.test(plain);
}

/** An IMEI of today that a narrow cell has in two lines, in one; any other text as it is. */
function inOneLine(text: string): string {
  const imei = IN_LINES.test(text) ? asImei(text.replace(/\s/gu, '')) : undefined;
  return imei !== undefined && isOfToday(imei) ? imei : text;
}

/** A number without its separators of thousands and decimals of zero: `352,099,001,761,481.00`; any other text as it is. */
export function withoutGroups(text: string): string {
  const [grouped, first = '', , ...groups] = GROUPED.exec(text) ?? [];
  if (grouped !== undefined) return `${first}${groups.join('')}`;
  return IN_PAIRS.exec(text)?.[1]?.replaceAll(',', '') ?? WITH_DECIMALS.exec(text)?.[1] ?? text;
}

/** The IMEI of a number in short notation whose last digits are zeros that are left out; undefined if it is none. */
function withEnd(text: string): Imei | undefined {
  const [, first = '', rest = ''] = WITHOUT_END.exec(text) ?? [];
  const whole = first === '' ? undefined : asImei(`${first}${rest}`.padEnd(IMEI_DIGITS, '0'));
  return whole !== undefined && hasReportingBody(whole) ? whole : undefined;
}

/** Whether a cell is words and no number, such as `IMEI 1`; such a cell is never judged as a number. */
export function isTitle(cell: Cell): boolean {
  return !/\p{Nd}{5}/u.test(cell.text) && /\p{L}/u.test(cell.text) && !isCutOff(cell);
}

/** Restores a leading zero lost from an IMEI of 14 digits; undefined if the check digit or the prefix does not fit. */
export function withZero(digits: string): Imei | undefined {
  const whole = FOURTEEN.test(digits) ? asImei(`0${digits}`) : undefined;
  return whole !== undefined && hasReportingBody(whole) ? whole : undefined;
}

function wrongNumber(text: string, context: CellContext): readonly CellNumber[] {
  if (text.match(DIGIT) === null || isTitle({ text })) return [];
  const result = parseImei(text, context.known);
  return result.ok ? [] : [problem(text, context, result.problem)];
}

function problem(text: string, { line }: CellContext, what: FoundProblem['problem']): CellNumber {
  const shown = what.kind === 'card' ? maskedCard(text) : text.slice(0, 60);
  return { kind: 'problem', problem: { text: shown, line, problem: what } };
}
