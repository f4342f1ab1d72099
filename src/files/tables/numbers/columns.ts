import { findImeis } from '../../../imei/find.ts';
import type { SureImei, UnsureImei } from '../../../imei/findings.ts';
import type { Imei } from '../../../imei/imei.ts';
import { type LabelName, NAMELESS, nameInTitle, readLabel } from '../../../imei/names/label.ts';
import { type Table, widthOf } from '../book.ts';
import { isShortNotation } from './cell-numbers.ts';
import { LeftNames } from './left-names.ts';
import { MIN_ROUNDED } from './rounding.ts';

/** The columns of a table that have or may have IMEIs. */
export interface TableColumns {
  /** Their cells are IMEIs. */
  readonly chosen: readonly Column[];
  /** Other columns that may have IMEIs: a person has to confirm them. */
  readonly unsure: readonly Column[];
  /** The row of their titles, from 0; undefined if there is none. */
  readonly titleRow: number | undefined;
}

/** Titles are at the top of a table: rows below these have none. */
export const MAX_TITLE_ROWS = 50;
export const MAX_TITLE_CHARACTERS = 80;
/** Digits of the shortest number that counts as one here. */
const MIN_DIGITS = 14;
/** The share of its cells that have to be IMEIs, if the title does not say so. */
const MIN_VALID_SHARE = 0.5;

const LETTER = /\p{L}/u;
const NO_DIGIT = /\P{Nd}/gu;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Chooses the columns of a table: those whose title or the texts to their left say IMEI, each that
 * has no other name and in which at least half of the cells are IMEIs, and those that a person has
 * confirmed.
 * @param confirmedColumns their names
 */
export function findColumns(table: Table, confirmedColumns: readonly string[]): TableColumns {
  const columns = readColumns(table);
  const hasTitleOfImeis = columns.some(({ title }) => title.name.kind === 'imei');
  const chosen = columns.filter(
    (column) => column.holdsImeis(hasTitleOfImeis) || confirmedColumns.includes(column.shownName()),
  );
  const unsure = columns.filter((column) => !chosen.includes(column) && column.imeis().length > 0);
  return { chosen, unsure, titleRow: titleRowOf(chosen.length > 0 ? chosen : unsure) };
}

function readColumns({ firstRow, rows }: Table): readonly Column[] {
  const columns = new Map<number, Column>();
  const numbersStart = rows.findIndex((cells) => cells.some(hasNumber));
  const width = widthOf(rows);
  for (const [row, cells] of rows.entries()) {
    const isTitleRow = mayHaveTitles(cells, row - firstRow);
    const isTableTitle =
      isTitleRow && width > 1 && cells.filter((cell) => cell.trim() !== '').length === 1;
    const onTheLeft = textsOnTheLeft(cells);
    // A row may have holes, which `forEach` leaves out.
    cells.forEach((cell, index) => {
      const text = cell.trim();
      if (text === '') return;
      const column = columns.get(index) ?? new Column(index, numbersStart);
      columns.set(index, column);
      column.readCell(text, row, onTheLeft[index] ?? '');
      if (isTitleRow) column.readTitle(text, row, isTableTitle);
    });
  }
  return [...columns.values()].sort((first, second) => first.index - second.index);
}

/** The lowest row with titles that is above all numbers. */
function titleRowOf(columns: readonly Column[]): number | undefined {
  const firstNumberRow = Math.min(...columns.map((column) => column.firstNumberRow));
  const titleRows = columns.flatMap((column) => column.titleRow ?? []);
  return titleRows.filter((row) => row < firstNumberRow).sort((first, second) => second - first)[0];
}

interface FirstText {
  /** From 0. */
  readonly row: number;
  readonly name: LabelName;
}

/**
 * The title of a column. The last text above the numbers is the title, unless an earlier one says
 * IMEI. `Number` below `Shipment` is the title `Shipment Number`.
 */
class ColumnTitle {
  #text = '';
  #row: number | undefined;
  #name: LabelName = NAMELESS;
  #first: FirstText | undefined;
  #isTableTitle = false;

  /** Empty if there is no title. */
  get text(): string {
    return this.#text;
  }

  /** From 0; undefined if there is no title in a row of its own. */
  get row(): number | undefined {
    return this.#row;
  }

  /** The first text of the column, below the title of the table. */
  get first(): FirstText | undefined {
    return this.#first;
  }

  /** The name that the title gives the numbers of the column. */
  get name(): LabelName {
    return this.#name;
  }

  /** Whether it is only a word for "number", such as `id`. */
  isWordForNumber(): boolean {
    return this.#text !== '' && !readLabel(this.#text).saysSomething;
  }

  /** Reads the next text above the numbers. */
  read(text: string, row: number, isTableTitle: boolean): void {
    const above = this.#isTableTitle ? '' : this.#text;
    const title = readLabel(text).saysSomething ? text : `${above} ${text}`.trim();
    const name = title.length > MAX_TITLE_CHARACTERS ? NAMELESS : nameInTitle(title);
    if (!this.#isTableTitle && this.#name.kind === 'imei' && name.kind !== 'imei') return;
    if (this.#isTableTitle || this.#first === undefined) this.#first = { row, name };
    this.#isTableTitle = isTableTitle;
    this.#text = title.slice(0, MAX_TITLE_CHARACTERS).replace(/\s+/g, ' ');
    this.#row = row;
    this.#name = name;
  }

  /** Takes the name of a number within its cell, if there is no title: `imsi=505011234567896`. */
  readFromCell(name: string): void {
    if (this.#text === '') this.#text = name;
  }
}

class CellCount {
  /** Cells with content, from the first number of the table on. */
  filled = 0;
  /** Cells with an IMEI. */
  valid = 0;
  /** Other cells with 15 digits that end in 0. */
  rounded = 0;

  /** Whether at least half of the cells are IMEIs, or all are rounded ones. */
  areImeis(): boolean {
    const areValid = this.valid > 0 && this.valid >= this.filled * MIN_VALID_SHARE;
    const areRounded = this.rounded >= MIN_ROUNDED && this.valid + this.rounded === this.filled;
    return areValid || areRounded;
  }
}

/** A column of a table. Its cells are read from the top. */
export class Column {
  /** From 0. */
  readonly index: number;
  readonly title = new ColumnTitle();
  /** The row of the first number of the table. */
  readonly #numbersStart: number;
  readonly #count = new CellCount();
  readonly #imeis = new Map<Imei, SureImei | UnsureImei>();
  readonly #leftNames = new LeftNames();
  #firstNumberRow = Number.POSITIVE_INFINITY;

  constructor(index: number, numbersStart: number) {
    this.index = index;
    this.#numbersStart = numbersStart;
  }

  /** The row of the first number, from 0; infinite if there is none. */
  get firstNumberRow(): number {
    return this.#firstNumberRow;
  }

  /** The row of its title, from 0; undefined if there is none. */
  get titleRow(): number | undefined {
    return this.isNamedOnTheLeft() ? this.title.first?.row : this.title.row;
  }

  /** Its title, or its letters if it has none. */
  shownName(): string {
    return this.title.text === '' ? lettersOf(this.index) : this.title.text;
  }

  /** Every number that may be an IMEI, each once. Empty if the title says that it has IMEIs. */
  imeis(): readonly (SureImei | UnsureImei)[] {
    return [...this.#imeis.values()];
  }

  /**
   * Whether its title, the texts to its left or its cells say that it has IMEIs. If another column
   * is called IMEI and this one only `id`, its cells do not say so.
   * @param hasTitleOfImeis whether a column of the table is called IMEI
   */
  holdsImeis(hasTitleOfImeis: boolean): boolean {
    const { kind } = this.title.name;
    if (kind === 'imei' || this.isNamedOnTheLeft()) return true;
    const mayBeId = hasTitleOfImeis && this.title.isWordForNumber();
    return kind === 'nothing' && !mayBeId && this.#count.areImeis();
  }

  /**
   * Whether the texts to its left name its numbers, IMEIs and others, and its title does not. Then
   * its title is the first text above its numbers: the next ones are values, `A04` of `Model`.
   */
  isNamedOnTheLeft(): boolean {
    const { name } = this.title.first ?? { name: NAMELESS };
    return name.kind === 'nothing' && this.#leftNames.areNames();
  }

  /**
   * The name of its number in a row; undefined if only its cells say what it holds.
   * @param onTheLeft the text to its left
   */
  nameIn(onTheLeft: string): LabelName | undefined {
    if (this.title.name.kind === 'imei') return this.title.name;
    const name = this.isNamedOnTheLeft() ? this.#leftNames.nameIn(onTheLeft) : NAMELESS;
    return name.kind === 'nothing' ? undefined : name;
  }

  /**
   * Reads a cell with content.
   * @param onTheLeft the text to its left
   */
  readCell(text: string, row: number, onTheLeft: string): void {
    const isNumber = hasNumber(text);
    if (isNumber) this.#firstNumberRow = Math.min(this.#firstNumberRow, row);
    if (row >= this.#numbersStart) this.#count.filled += 1;
    if (!isNumber || this.title.name.kind === 'imei') return;
    this.#leftNames.read(onTheLeft);
    this.#readNumbers(text, row);
  }

  /**
   * Reads a cell that may be a title.
   * @param isTableTitle whether it is the only cell of its row, and so the title of the table
   */
  readTitle(text: string, row: number, isTableTitle: boolean): void {
    if (row <= this.#firstNumberRow && mayBeTitle(text)) this.title.read(text, row, isTableTitle);
  }

  #readNumbers(text: string, row: number): void {
    const { sure, unsure, invalid } = findImeis(text);
    const [why] = unsure.map((imei) => imei.why);
    if (why?.kind === 'named') this.title.readFromCell(why.name);

    const isValid = sure.some(({ form }) => form === 'imei');
    const endsInZero = invalid.some(({ why }) => why.kind === 'check-digit' && why.printed === '0');
    if (isValid) this.#count.valid += 1;
    else if (endsInZero) this.#count.rounded += 1;

    for (const imei of [...sure, ...unsure]) {
      if (!this.#imeis.has(imei.imei)) this.#imeis.set(imei.imei, { ...imei, line: row + 1 });
    }
  }
}

/** The nearest text without a number to the left of each cell of a row; empty if there is none. */
export function textsOnTheLeft(cells: readonly string[]): readonly string[] {
  let nearest = '';
  return Array.from(cells, (cell = '') => {
    const text = nearest;
    if (cell.trim() !== '' && !hasNumber(cell)) nearest = cell.trim();
    return text;
  });
}

/**
 * Whether a row may have titles. A row with a number has none.
 * @param row counted from the first row of its table, from 0
 */
export function mayHaveTitles(cells: readonly string[], row: number): boolean {
  return row < MAX_TITLE_ROWS && !cells.some(hasNumber);
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
