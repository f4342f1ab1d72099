import { findImeis } from '../../imei/find.ts';
import type { AskedImei, FoundImei } from '../../imei/findings.ts';
import { asImei, completeImei } from '../../imei/imei.ts';
import type { Name } from '../../imei/names.ts';
import type { KnownTac } from '../../imei/repairs.ts';
import type { CellNumber } from './contract.ts';

/** Shorter cells hold no number. */
const FEWEST_CHARACTERS = 8;
/** A number that a spreadsheet shows in short notation. */
export const SHORT_NOTATION = /^\d[.,]?\d*e\+?\d+$/i;
/** What keeps a number as text: `="0123"`, `'0123`. */
const AS_TEXT = /^(?:="?|')|"$/g;
const DECIMALS = /[.,]0{1,3}$/;
const THOUSANDS = /^\d{1,3}(?:,\d{2,3})+$/;
/** What a spreadsheet writes after it has shortened an IMEI. */
const CUT_OFF = /^[1-9]\d{8}0{6}$/;
/** 01 is the only Reporting Body with a leading zero. */
const WITHOUT_ZERO = /^1\d{13}$/;
/** Fewer wrong numbers say nothing about their column. */
const FEWEST_ROUNDED = 3;

/** The row of a cell, from 1, the name of its column, and the TACs that are known. */
interface CellContext {
  readonly line: number;
  readonly name: Name;
  readonly known: KnownTac;
}

/** The numbers of a cell in a column of IMEIs. What spreadsheets do to numbers is undone. */
export function numbersOfCell(text: string, { line, name, known }: CellContext): readonly CellNumber[] {
  const bare = text.trim().replace(AS_TEXT, '');
  if (bare.length < FEWEST_CHARACTERS && !SHORT_NOTATION.test(bare)) return [];
  const decimal = bare.replace(DECIMALS, '');
  const whole = THOUSANDS.test(decimal) ? decimal.replaceAll(',', '') : decimal;
  if (CUT_OFF.test(whole))
    return [{ kind: 'problem', problem: { text: whole, line, problem: { kind: 'cut-off' } } }];
  const zeroRestored = WITHOUT_ZERO.test(whole) && asImei(`0${whole}`) !== undefined;
  const { found, asked, problems } = findImeis(zeroRestored ? `0${whole}` : whole, { known, meant: true });
  const { called, label } = name;
  // If only its cells say what a column holds, a short number may be anything, such as a date.
  const told = called ? problems : problems.filter(({ problem }) => problem.kind !== 'too-short');
  return [
    ...found.map((one): CellNumber => {
      const number = { ...(label && { label }), ...one, line };
      return { kind: 'found', found: number, ...(zeroRestored && { zeroRestored }) };
    }),
    ...asked.map((one): CellNumber => ({ kind: 'asked', asked: { ...one, line } })),
    ...told.map((one): CellNumber => ({ kind: 'problem', problem: { ...one, line } })),
  ];
}

/** Whether all 15 digits of a column end in 0 while hardly any check digit is right: they are rounded, or a network's. */
export function isRounded(numbers: readonly CellNumber[]): boolean {
  const written = numbers.flatMap((one) => digitsOf(one) ?? []);
  const wrong = written.filter((digits) => asImei(digits) === undefined).length;
  const isMost = wrong >= FEWEST_ROUNDED && wrong * 4 >= written.length * 3;
  return isMost && written.every((digits) => digits.endsWith('0'));
}

/** A number of a rounded column, of which nothing is guessed. */
export function rounded(one: CellNumber): CellNumber {
  const text = digitsOf(one) ?? '';
  const networkForm = completeImei(text.slice(0, 14));
  if (networkForm === undefined) return one;
  const { line } = one.kind === 'problem' ? one.problem : readingOf(one);
  return { kind: 'problem', problem: { text, line, problem: { kind: 'rounded', networkForm } } };
}

/** The IMEI of a cell that is not a problem. */
export function readingOf(one: Exclude<CellNumber, { kind: 'problem' }>): FoundImei | AskedImei {
  return one.kind === 'found' ? one.found : one.asked;
}

/** The 15 digits of a cell; undefined if it has something else. */
function digitsOf(one: CellNumber): string | undefined {
  if (one.kind !== 'problem') return readingOf(one).from === 'imei' ? readingOf(one).imei : undefined;
  const digits = one.problem.text.replace(/\D/g, '');
  return one.problem.problem.kind === 'check-digit' && digits.length === 15 ? digits : undefined;
}
