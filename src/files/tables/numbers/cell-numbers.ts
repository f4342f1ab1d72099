import { findImeis } from '../../../imei/find.ts';
import type { Finding } from '../../../imei/findings.ts';
import { wrapLines } from '../../../imei/fold.ts';
import { asImei, type KnownTac } from '../../../imei/imei.ts';
import { IMEI_NAME, type LabelName } from '../../../imei/names/number-name.ts';
import { isShortened, isWholeNumber } from './rounding.ts';

/** The numbers of a row. */
export interface NumberedRow {
  /** Index in the file, from 0. */
  readonly row: number;
  /** In the order of the columns. The line of each is its row, from 1. */
  readonly numbers: readonly Finding[];
}

/** What decides how the cell of a column of IMEIs is read. */
export interface CellContext {
  /** The row, from 1. */
  readonly line: number;
  /** The name of its numbers; undefined if only the cells of its column say what they are. */
  readonly fieldName: LabelName | undefined;
  /** Whether all numbers of its column end in 0: then those of 15 digits are invalid. */
  readonly isRounded: boolean;
  /** Whether a TAC is in the table, for repairs. */
  readonly known: KnownTac;
}

/** A shorter cell has no number, unless it is in short notation. */
const MIN_CHARACTERS = 8;
/** A number that a spreadsheet shows in short notation: `3.52E+14`. */
const SHORT_NOTATION = /^\d[.,]?\d*e\+?\d+$/i;
/** Marks that keep a number as text: `="0123"`, `'0123`. */
const TEXT_MARKS = /^(?:="?|')|"$/g;
/** `356938031000012.0` */
const ZERO_DECIMALS = /[.,]0{1,3}$/;
/** `356,938,031,000,012`, or as in India `35,69,38,03,10,00,012`. */
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{2,3})+$/;
/** An IMEI that has lost its zero at the start. Only those of the body 01 begin with one. */
const WITHOUT_ZERO = /^1\d{13}$/;

export function isShortNotation(cell: string): boolean {
  return SHORT_NOTATION.test(cell);
}

/**
 * Returns the text of a cell, without what spreadsheets do to numbers:
 *
 *     ="356938035643809"     356938035643809
 *     356938035643809.0      356938035643809
 *     356,938,035,643,809    356938035643809
 */
export function plainNumber(cell: string): string {
  const bare = cell.trim().replace(TEXT_MARKS, '').replace(ZERO_DECIMALS, '');
  return WITH_THOUSANDS.test(bare) ? bare.replaceAll(',', '') : bare;
}

/**
 * Returns the numbers of a cell in a column of IMEIs, which {@link plainNumber} has made plain:
 *
 *     356938035643809                    sure
 *     356938035643809 / 352099001761481  both sure
 *     356938030000000                    invalid: a spreadsheet has cut it off
 */
export function numbersOfCell(
  text: string,
  { line, fieldName, isRounded, known }: CellContext,
): readonly Finding[] {
  if (text.length < MIN_CHARACTERS && !isShortNotation(text)) return [];
  if (isShortened(text)) {
    return [{ kind: 'invalid', text, line, why: { kind: 'cut-off' } }];
  }
  if (isRounded && isWholeNumber(text)) {
    return [{ kind: 'invalid', text, line, why: { kind: 'rounded' } }];
  }
  const name = fieldName ?? IMEI_NAME;
  const simSlot = name.kind === 'imei' ? name.simSlot : undefined;
  const { sure, unsure, invalid } = findImeis(wrapLines(withLostZero(text)), {
    known,
    fieldName: name,
  });
  // If only its cells say what a column holds, a short number may be anything, such as a date.
  const meant = invalid.filter(({ why }) => fieldName !== undefined || why.kind !== 'too-short');
  return [
    ...sure.map((imei) => ({ ...imei, simSlot: imei.simSlot ?? simSlot, line })),
    ...unsure.map((imei) => ({ ...imei, line })),
    ...meant.map((number) => ({ ...number, line })),
  ];
}

/** Puts the zero of an IMEI back, if its check digit is right with it. */
function withLostZero(text: string): string {
  if (!WITHOUT_ZERO.test(text)) return text;
  return asImei(`0${text}`) ?? text;
}
