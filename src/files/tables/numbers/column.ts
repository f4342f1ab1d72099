import { findImeis } from '../../../imei/find.ts';
import type { SureImei, UnsureImei } from '../../../imei/findings.ts';
import type { Imei } from '../../../imei/imei.ts';
import { type LabelName, NAMELESS } from '../../../imei/names/number-name.ts';
import { isShortNotation } from './cell-numbers.ts';
import { hasNumber } from './cell-texts.ts';
import { ColumnTitle } from './column-title.ts';
import { LeftNames } from './left-names.ts';
import { MIN_ROUNDED } from './rounding.ts';

/** The share of its cells that have to be IMEIs, if the title does not say so. */
const MIN_VALID_SHARE = 0.5;
const LETTER = /\p{L}/u;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * A column of a table. Its cells are read from the top; then it says whether they are IMEIs.
 *
 *     Phone             its title says IMEI, or half of its cells are IMEIs: `holdsImeis`
 *     356938035643809
 *     352099001761481
 *     n/a
 */
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

  /** @param numbersStart the row of the first number of the table, from 0 */
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
   * its title is the first text above its numbers, here `Value`: the next ones are values, `A04`.
   *
   *     Name   Value
   *     Model  A04
   *     IMEI   356938035643809
   *     IMSI   505011234567896
   */
  isNamedOnTheLeft(): boolean {
    const { name } = this.title.first ?? { name: NAMELESS };
    return name.kind === 'nothing' && this.#leftNames.areNames();
  }

  /**
   * The name of its number in a row; undefined if only its cells say what it holds.
   * @param onTheLeft the text to its left
   */
  nameOfNumber(onTheLeft: string): LabelName | undefined {
    if (this.title.name.kind === 'imei') return this.title.name;
    const name = this.isNamedOnTheLeft() ? this.#leftNames.nameOfText(onTheLeft) : NAMELESS;
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

/** The cells of a column, counted by what they have. */
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

/** Whether a cell may be a title: it has a letter that is not part of a number. */
function mayBeTitle(text: string): boolean {
  return LETTER.test(text) && !isShortNotation(text);
}

/** The name of a column as in a spreadsheet: A, …, Z, AA. */
function lettersOf(index: number): string {
  const before = index < LETTERS.length ? '' : lettersOf(Math.floor(index / LETTERS.length) - 1);
  return before + LETTERS.charAt(index % LETTERS.length);
}
