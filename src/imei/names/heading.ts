import { IMEISV_LENGTH, UNCHECKED_LENGTH } from '../imei.ts';
import type { WrittenNumber } from '../numbers/written-number.ts';
import { namesOf, type ReadLabel } from './label.ts';
import { type LabelName, NAMELESS } from './number-name.ts';

/** Between the columns of a table: a bar or two spaces or more, or a sign of a CSV. */
const COLUMN_ENDS = [
  new RegExp(
    [
      '[|│]', // IMEI | Order
      ' (?<=[^ |│] ) +(?![ |│])', // IMEI    Order, but not the spaces next to a bar
    ].join('|'),
  ),
  /;/,
  /,/,
];
/** The most words of a title or a heading. */
const MAX_TITLE_WORDS = 5;
const SENTENCE = /[!?]\s*$/;
/** Words in brackets at the end of a title. */
const REMARK = /\([^()]*\)[\s:]*$/;
/** Behind a row of a database: `(1, '356938035643809'),`. */
const END_OF_SQL_ROW = /(?<=\))[,;]\s*$/;

/** The end of a line that begins a block: `order:` or `"order": {`. */
const BLOCK_START = /[:{[]$/;
/** A line in a block: `  "type": "integer",`. */
const KEY_IN_BLOCK = /^\s+["']?[\w-]+["']?\s*[:=]/;

/** The titles of a table, and where their columns end. */
export interface ColumnTitles {
  /** The separator of two columns; undefined if there is a title for each number of the row. */
  readonly end: RegExp | undefined;
  /** What each title calls the numbers of its column. */
  readonly titles: readonly LabelName[];
}

/**
 * A line without a number. It names the numbers in the lines below it, or in their columns:
 *
 *     Order numbers:          `name`: the name of all numbers below it
 *     IMEI;Order              `columnsOf` the row `x;y`: IMEI and Order, one title a cell
 *     IMSI IMEI               `columnsOf` the row `x y`: IMSI and IMEI, one name a number
 *     Model IMEI Serial Order `columnsOf` the row `Phone x y`: other for both, since nobody knows
 *                             which of them is the IMEI
 *     order_id:               `hasInBlock` the line `  type: string` below it
 */
export class Heading {
  readonly #text: string;
  readonly #read: ReadLabel;
  #columns: readonly ColumnTitles[] | undefined;
  #names: readonly LabelName[] | undefined;

  constructor(text: string, read: ReadLabel) {
    this.#text = text.trimEnd();
    this.#read = read;
  }

  /** The name that the heading gives all numbers below it. */
  name(): LabelName {
    return this.#nameOfTitle(this.#text);
  }

  /** Returns the titles of the columns of a row; undefined if it is not a row of a table. */
  columnsOf(row: string, numbers: readonly WrittenNumber[]): ColumnTitles | undefined {
    const cells = row.replace(END_OF_SQL_ROW, '').trimEnd();
    this.#columns ??= this.#readColumns();
    const columns = this.#columns.find(
      ({ end, titles }) => end && cells.split(end).length === titles.length,
    );
    // Names are slow to read, and most lines have at most one number.
    return columns ?? (numbers.length > 1 ? this.#columnsOfNames(numbers) : undefined);
  }

  /**
   * Whether a line is in the block that the heading begins, and begins none: `type: string` below
   * `order_id:`, farther to the right.
   */
  hasInBlock(line: string): boolean {
    if (!BLOCK_START.test(this.#text) || BLOCK_START.test(line.trimEnd())) return false;
    return KEY_IN_BLOCK.test(line) && indentOf(line) > indentOf(this.#text);
  }

  #readColumns(): readonly ColumnTitles[] {
    const columns: ColumnTitles[] = [];
    for (const end of COLUMN_ENDS) {
      const titles = this.#text.split(end);
      if (titles.length > 1) {
        columns.push({ end, titles: titles.map((title) => this.#nameOfTitle(title)) });
      }
    }
    return columns;
  }

  #columnsOfNames(numbers: readonly WrittenNumber[]): ColumnTitles | undefined {
    this.#names ??= namesOf(this.#text);
    const names = this.#names;
    if (!this.#areTitles(names)) return undefined;
    if (names.length === numbers.length) return { end: undefined, titles: names };
    const other = names.find(({ kind }) => kind === 'other');
    if (other === undefined || !this.#isUnclear(names, numbers)) return undefined;
    return { end: undefined, titles: numbers.map(() => other) };
  }

  /**
   * Whether nobody knows which number of a row is the IMEI. A sentence may have fewer names than
   * numbers: `Please check the IMEIs of my order`.
   */
  #isUnclear(names: readonly LabelName[], numbers: readonly WrittenNumber[]): boolean {
    const isSentence = names.length < numbers.length && this.name().each === undefined;
    const hasImei = names.some(({ kind }) => kind === 'imei');
    const areSeveralPossible = numbers.filter(mayBeImei).length > 1;
    return hasImei && !isSentence && areSeveralPossible;
  }

  /**
   * Whether the names of this heading are titles of columns, and not just words of a sentence: the
   * heading is short, or IMEI is one of the names.
   */
  #areTitles(names: readonly LabelName[]): boolean {
    const isShort = this.#read(this.#text).wordCount <= MAX_TITLE_WORDS;
    const isTitle = isShort || names.some(({ kind }) => kind === 'imei');
    return isTitle && !SENTENCE.test(this.#text);
  }

  /**
   * Returns the name in a title, which may have a remark in brackets: `Order no. (DHL)`. A text
   * that is long or does not end in the name is not a title.
   */
  #nameOfTitle(title: string): LabelName {
    if (SENTENCE.test(title)) return NAMELESS;
    const whole = this.#read(title);
    const { name, endsInName, wordCount } = whole.endsInName
      ? whole
      : this.#read(title.replace(REMARK, ''));
    if (name.kind === 'nothing') return name;
    return endsInName && wordCount <= MAX_TITLE_WORDS ? name : NAMELESS;
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function mayBeImei({ digits }: WrittenNumber): boolean {
  return digits.length >= UNCHECKED_LENGTH && digits.length <= IMEISV_LENGTH;
}
