import { nameInTitle, readLabel } from '../../../imei/names/label.ts';
import { type LabelName, NAMELESS } from '../../../imei/names/number-name.ts';
import { MAX_TITLE_CHARACTERS } from './cell-texts.ts';

/** The first text of a column, and the name that it gives the numbers below. */
interface FirstText {
  /** From 0. */
  readonly row: number;
  readonly name: LabelName;
}

/**
 * The title of a column. The last text above the numbers is the title, unless an earlier one says
 * IMEI. A word for "number" continues the text above it:
 *
 *     Our phones        the title of the table: the only cell of its row
 *     Shipment  IMEI
 *     Number    Phone   these titles are `Shipment Number` and `IMEI`
 */
export class ColumnTitle {
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
