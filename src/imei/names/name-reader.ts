import type { Line } from '../lines.ts';
import type { WrittenNumber } from '../numbers/written-number.ts';
import { type Enumeration, enumerationBelow, isNextOf, namesIn } from './enumeration.ts';
import { Heading } from './heading.ts';
import { type ReadLabel, readLabel } from './label.ts';
import { withoutMarkup } from './markup.ts';
import {
  isNamedOnLine,
  type NumberLine,
  NumberLineReader,
  type Surroundings,
} from './number-line.ts';
import type { LabelName, NumberName } from './number-name.ts';
import { remembering } from './remembering.ts';
import { nameFromSources } from './sources.ts';

/**
 * A heading has a word or a number, unlike `---` or the `1.` of a list. Nor is it a line such as
 * `Content-Type: text/plain` below the name of a field of a form.
 */
const HEADING_TEXT = /^(?!Content-[TL]).*?(?:\p{L}|\d{3})/iu;

/**
 * Reads the lines of a text, one after the other:
 *
 *     Hello Ann              is now the heading, but names nothing
 *     Orders:                is now the heading, and names the numbers below it
 *     x, y,                  so both are called Orders, and the enumeration continues below
 *     z                      also called Orders
 *     IMEI: w                called IMEI, and no heading is above the next line
 */
export class NameReader {
  readonly #text: string;
  readonly #fieldName: LabelName;
  readonly #read: ReadLabel = remembering(readLabel);
  readonly #numberLines: NumberLineReader;
  /** The heading of the lines that follow; undefined once a line names its own numbers. */
  #heading: Heading | undefined;
  /** Whether a line of the block that the heading begins has followed it. */
  #hasBlockBegun = false;
  /** The enumeration at the end of the line before, if it continues. */
  #openEnumeration: Enumeration | undefined;

  constructor(text: string, fieldName: LabelName) {
    this.#text = text;
    this.#fieldName = fieldName;
    this.#numberLines = new NumberLineReader(text, this.#read);
  }

  /**
   * Returns the names of the numbers of a line. A line without numbers may become the heading of
   * the lines below.
   * @param nextStart where the first number of the lines below starts, or the text ends
   */
  readLine(
    line: Line,
    numbers: readonly WrittenNumber[],
    nextStart: number,
  ): readonly NumberName[] {
    const written = this.#text.slice(line.start, line.end);
    const fitsBlock = this.#heading?.hasInBlock(written) === true;
    if (this.#hasBlockBegun && !fitsBlock) this.#setHeading(undefined);
    const columns = this.#heading?.columnsOf(written, numbers);
    if (numbers.length > 0) return this.#namesOn({ line, numbers, columns, nextStart });
    const isBelowHeading = fitsBlock || columns !== undefined;
    if (isBelowHeading && this.#read(written).name.kind === 'nothing') {
      // A line of a block or a row of a table: the heading is also that of the next line.
      if (fitsBlock) this.#hasBlockBegun = true;
    } else if (HEADING_TEXT.test(written) && !this.#numberLines.hasRead(line)) {
      this.#setHeading(new Heading(withoutMarkup(written, this.#read), this.#read));
      this.#openEnumeration = undefined;
    }
    return [];
  }

  #setHeading(heading: Heading | undefined): void {
    this.#heading = heading;
    this.#hasBlockBegun = false;
  }

  #namesOn(numberLine: NumberLine): readonly NumberName[] {
    const { line, numbers, columns } = numberLine;
    const surroundings = this.#numberLines.read(numberLine);
    const enumerations = this.#enumerationsOf(surroundings, columns !== undefined);
    // A name on a line replaces the heading.
    if (surroundings.some(isNamedOnLine) && columns === undefined) this.#setHeading(undefined);
    const behind = this.#text.slice(numbers.at(-1)?.end, line.end);
    this.#openEnumeration = enumerationBelow(enumerations.at(-1), behind);
    return enumerations.flatMap(namesIn);
  }

  #enumerationsOf(
    surroundings: readonly Surroundings[],
    isInTable: boolean,
  ): readonly Enumeration[] {
    const enumerations = this.#openEnumeration === undefined ? [] : [this.#openEnumeration];
    for (const [index, number] of surroundings.entries()) {
      const enumeration = enumerations.at(-1);
      if (enumeration !== undefined && isNextOf(enumeration, number)) {
        enumeration.length += 1;
      } else {
        enumerations.push(this.#beginEnumeration(number, index === 0, isInTable));
      }
    }
    return enumerations;
  }

  #beginEnumeration(
    surroundings: Surroundings,
    isFirstOnLine: boolean,
    isInTable: boolean,
  ): Enumeration {
    const { name, isNamedByColumn } = nameFromSources({
      surroundings,
      isFirstOnLine,
      isInTable,
      fieldName: this.#fieldName,
      heading: this.#heading,
    });
    return {
      name,
      digitCount: surroundings.digitCount,
      isNamedByColumn,
      isNamedBehind: surroundings.behind.kind !== 'nothing',
      length: 1,
    };
  }
}
