import { findImeis } from '../../imei/find.ts';
import type { SureImei, UnsureImei } from '../../imei/findings.ts';
import type { Imei } from '../../imei/imei.ts';
import { type LabelName, NAMELESS, nameInTitle, readLabel } from '../../imei/names/label.ts';
import { type Table, widthOf } from './book.ts';
import { isShortNotation } from './cells.ts';
import { MIN_ROUNDED, withRightCheckDigit } from './rounding.ts';

/** The columns of a table by what they hold. */
export interface TableColumns {
  /** Their cells are IMEIs. */
  readonly chosen: readonly Column[];
  /** Others that may hold IMEIs. */
  readonly unsure: readonly Column[];
  /** The row of their titles, from 0; undefined if there is none. */
  readonly titleRow: number | undefined;
}

/** Titles are at the top of a table: rows below these have none. */
export const MAX_TITLE_ROWS = 50;
const LONGEST_TITLE = 80;
/** Digits of the shortest number that counts as one here. */
const MIN_DIGITS = 14;
/** The part of its cells that have to be IMEIs, if the title does not say so. */
const MIN_VALID_PART = 0.5;

const LETTER = /\p{L}/u;
const NO_DIGIT = /\P{Nd}/gu;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Chooses the columns of a table: those whose title says IMEI, each that has no other name and in
 * which at least half of the cells are IMEIs, and those that a person has confirmed.
 * @param confirmedColumns their names
 */
export function findColumns(table: Table, confirmedColumns: readonly string[]): TableColumns {
  const columns = readColumns(table);
  const chosen = columns.filter(
    (column) => column.holdsImeis() || confirmedColumns.includes(column.shownName()),
  );
  const unsure = columns.filter((column) => !chosen.includes(column) && column.imeis().length > 0);
  return { chosen, unsure, titleRow: titleRowOf(chosen.length > 0 ? chosen : unsure) };
}

function readColumns({ firstRow, rows }: Table): readonly Column[] {
  const columns = new Map<number, Column>();
  const titlesEnd = firstRow + MAX_TITLE_ROWS;
  const numbersStart = rows.findIndex((cells) => cells.some(hasNumber));
  const width = widthOf(rows);
  for (const [row, cells] of rows.entries()) {
    // What is beside a number is not a title.
    const mayHaveTitles = row < titlesEnd && !cells.some(hasNumber);
    const isHeading =
      mayHaveTitles && width > 1 && cells.filter((cell) => cell.trim() !== '').length === 1;
    // A row may have holes, which `forEach` leaves out.
    cells.forEach((cell, index) => {
      const text = cell.trim();
      if (text === '') return;
      const column = columns.get(index) ?? new Column(index, numbersStart);
      columns.set(index, column);
      column.readCell(text, row);
      if (mayHaveTitles) column.readTitle(text, row, isHeading);
    });
  }
  return [...columns.values()].sort((first, second) => first.index - second.index);
}

/** The lowest row with titles that is above all numbers. */
function titleRowOf(columns: readonly Column[]): number | undefined {
  const firstNumberRow = Math.min(...columns.map((column) => column.firstNumberRow));
  const titleRows = columns.flatMap(({ titleRow }) => titleRow ?? []);
  return titleRows.filter((row) => row < firstNumberRow).sort((first, second) => second - first)[0];
}

/** A column of a table. It learns from its cells, which it reads from the top, what it holds. */
export class Column {
  /** From 0. */
  readonly index: number;
  /** The row of the first number of the table. */
  readonly #numbersStart: number;
  readonly #imeis = new Map<Imei, SureImei | UnsureImei>();
  #title = '';
  #titleRow: number | undefined;
  #isHeading = false;
  #name: LabelName = NAMELESS;
  #firstNumberRow = Number.POSITIVE_INFINITY;
  /** Cells with content from the first number of the table on. */
  #filled = 0;
  /** Cells with an IMEI. */
  #valid = 0;
  /** Other cells with 15 digits that end in 0. */
  #rounded = 0;

  constructor(index: number, numbersStart: number) {
    this.index = index;
    this.#numbersStart = numbersStart;
  }

  /** Empty if it has none. */
  get title(): string {
    return this.#title;
  }

  /** The row of the title, from 0. */
  get titleRow(): number | undefined {
    return this.#titleRow;
  }

  /** What the title says. */
  get name(): LabelName {
    return this.#name;
  }

  /** The row of the first number, from 0; infinite if there is none. */
  get firstNumberRow(): number {
    return this.#firstNumberRow;
  }

  /** Its title, or its letters if it has none. */
  shownName(): string {
    return this.#title === '' ? lettersOf(this.index) : this.#title;
  }

  /** Every number that may be an IMEI, each once. Empty if the title says that it has IMEIs. */
  imeis(): readonly (SureImei | UnsureImei)[] {
    return [...this.#imeis.values()];
  }

  /** Whether its title or its cells say that it is a column of IMEIs. */
  holdsImeis(): boolean {
    if (this.#name.says === 'imei') return true;
    if (this.#name.says === 'other') return false;
    const isValid = this.#valid > 0 && this.#valid >= this.#filled * MIN_VALID_PART;
    const isRounded = this.#rounded >= MIN_ROUNDED && this.#valid + this.#rounded === this.#filled;
    return isValid || isRounded;
  }

  /** Reads a cell with content. */
  readCell(text: string, row: number): void {
    const isNumber = hasNumber(text);
    if (isNumber) this.#firstNumberRow = Math.min(this.#firstNumberRow, row);
    if (row >= this.#numbersStart) this.#filled += 1;
    if (isNumber && this.#name.says !== 'imei') this.#readNumbers(text, row);
  }

  /**
   * Also reads the numbers of a rounded column as IMEIs that a network wrote, without their check
   * digit.
   * @param texts its cells, in plain form
   */
  readWithoutCheckDigits(texts: readonly string[]): void {
    const { sure } = findImeis(texts.map(withRightCheckDigit).join('\n'));
    for (const imei of sure) this.#imeis.set(imei.imei, imei);
  }

  /**
   * Reads a cell that may be a title. The last text above the numbers is the title, unless an
   * earlier one says IMEI. `Number` below `Shipment` is the title `Shipment Number`.
   * @param isHeading nothing is beside it, so that it is about the table rather than this column
   */
  readTitle(text: string, row: number, isHeading: boolean): void {
    if (row > this.#firstNumberRow || !mayBeTitle(text)) return;
    const above = this.#isHeading ? '' : this.#title;
    const title = readLabel(text).saysSomething ? text : `${above} ${text}`.trim();
    const name = title.length > LONGEST_TITLE ? NAMELESS : nameInTitle(title);
    if (!this.#isHeading && this.#name.says === 'imei' && name.says !== 'imei') return;
    this.#isHeading = isHeading;
    this.#title = title.slice(0, LONGEST_TITLE).replace(/\s+/g, ' ');
    this.#titleRow = row;
    this.#name = name;
  }

  #readNumbers(text: string, row: number): void {
    const { sure, unsure, invalid } = findImeis(text);
    // Without a title, the name in its first cell counts: `imsi=505011234567896`.
    const [why] = unsure.map((imei) => imei.why);
    if (this.#title === '' && why?.kind === 'named') this.#title = why.name;

    const isValid = sure.some(({ form }) => form === 'imei');
    const endsInZero = invalid.some(({ why }) => why.kind === 'check-digit' && why.given === '0');
    if (isValid) this.#valid += 1;
    else if (endsInZero) this.#rounded += 1;

    for (const imei of [...sure, ...unsure]) {
      if (!this.#imeis.has(imei.imei)) this.#imeis.set(imei.imei, { ...imei, line: row + 1 });
    }
  }
}

/** Whether a text has as many digits as a number that is looked for. */
export function hasNumber(text: string): boolean {
  return text.length >= MIN_DIGITS && text.replace(NO_DIGIT, '').length >= MIN_DIGITS;
}

function mayBeTitle(text: string): boolean {
  return LETTER.test(text) && !isShortNotation(text);
}

/** The name of a column as in a spreadsheet: A, …, Z, AA. */
function lettersOf(index: number): string {
  const before = index < LETTERS.length ? '' : lettersOf(Math.floor(index / LETTERS.length) - 1);
  return before + LETTERS.charAt(index % LETTERS.length);
}
