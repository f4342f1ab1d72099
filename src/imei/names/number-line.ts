import type { Line } from '../lines.ts';
import type { WrittenNumber } from '../numbers/written-number.ts';
import type { ColumnTitles } from './heading.ts';
import type { ReadLabel } from './label.ts';
import { type LabelName, NAMELESS } from './number-name.ts';
import { RecordReader } from './record.ts';
import { createBeforeReader, type ReadBefore, type WordsBefore } from './words-before.ts';
import { readEnclosedBehind, readPlainBehind } from './words-behind.ts';

/** A line with numbers. */
export interface NumberLine {
  readonly line: Line;
  readonly numbers: readonly WrittenNumber[];
  /** The columns of the table that it is in. */
  readonly columns: ColumnTitles | undefined;
  /** Start of the first number on the lines below, or the end of the text. */
  readonly nextStart: number;
}

/** The names that the words on its line, and the title of its column, give a number. */
export interface Surroundings {
  readonly before: WordsBefore;
  /** The name from the words behind it. */
  readonly behind: LabelName;
  /** The name from the first line of its record, `Name: IMSI`. */
  readonly record: LabelName;
  /** The name from the title of its column; undefined unless it is the first number there. */
  readonly title: LabelName | undefined;
  readonly digitCount: number;
}

const LETTER = /\p{L}/u;

/**
 * Reads what is around the numbers of a text, line by line. Words between two numbers are read for
 * one of them only:
 *
 *     IMSI x; y (imei)    before x: IMSI, behind y: imei
 *
 *     x - order           behind x: order, since no word is before it
 *
 *     Order;Phone
 *     x;y                 title of x: Order, title of y: nothing
 *
 *     Name: IMSI
 *     Value: x            record of x: IMSI, since another record follows
 *     Name: IMEI
 */
export class NumberLineReader {
  readonly #text: string;
  readonly #read: ReadLabel;
  readonly #readBefore: ReadBefore;
  readonly #records: RecordReader;
  /** End of the words that belong to the numbers before. */
  #readUntil = 0;

  constructor(text: string, read: ReadLabel) {
    this.#text = text;
    this.#read = read;
    this.#readBefore = createBeforeReader(read);
    this.#records = new RecordReader(text, read);
  }

  /** Whether a line belongs to the number above it: `kind: imsi`. */
  hasRead(line: Line): boolean {
    return line.start < this.#readUntil;
  }

  read(numberLine: NumberLine): readonly Surroundings[] {
    const { line, numbers, nextStart } = numberLine;
    const titles = titlesOf(numberLine, this.#text);
    const record = this.#records.recordOf(line, this.#readUntil);
    const areNamedBehind = this.#areNamedBehind(numberLine);
    const end = areNamedBehind || record.endsHere ? line.end : nextStart;
    return numbers.map((number, index) => {
      const title = titles[index];
      const before = this.#wordsBefore(number, title, numberLine);
      const words = this.#text.slice(number.end, numbers[index + 1]?.start ?? end);
      const behind = areNamedBehind
        ? readPlainBehind(words, this.#read)
        : readEnclosedBehind(words, before.name, this.#read);
      this.#readUntil = number.end + behind.length;
      return {
        before,
        behind: behind.name,
        record: index === 0 ? record.name : NAMELESS,
        title,
        digitCount: number.digits.length,
      };
    });
  }

  /** Whether the names on a line are behind its numbers: `490154203237518 - order`. */
  #areNamedBehind({ line, numbers }: NumberLine): boolean {
    if (LETTER.test(this.#text.slice(line.start, numbers[0]?.start))) return false;
    const behind = this.#text.slice(numbers.at(-1)?.end, line.end);
    return readPlainBehind(behind, this.#read).name.kind !== 'nothing';
  }

  /** Reads the words before a number; below a title only those of its cell. */
  #wordsBefore(
    { start }: WrittenNumber,
    title: LabelName | undefined,
    { line, columns }: NumberLine,
  ): WordsBefore {
    const words = this.#text.slice(Math.max(this.#readUntil, line.start), start);
    const isTitled = title !== undefined && title.kind !== 'nothing';
    const ofCell = isTitled && columns?.end ? words.split(columns.end).at(-1) : words;
    return this.#readBefore(ofCell ?? '', this.#text.slice(line.start, start));
  }
}

/** Whether the words on its line name a number. */
export function isNamedOnLine({ before, behind }: Surroundings): boolean {
  return before.name.kind !== 'nothing' || behind.kind !== 'nothing';
}

/**
 * Returns the title of each number that is the first one in its column. Splits each part of the
 * line only once: the time is linear in the length of the line.
 */
function titlesOf(
  { line, numbers, columns }: NumberLine,
  text: string,
): readonly (LabelName | undefined)[] {
  if (columns === undefined) return [];
  const { end, titles } = columns;
  if (end === undefined) return titles;
  let column = 0;
  return numbers.map(({ start }, index) => {
    const passed = text.slice(numbers[index - 1]?.start ?? line.start, start).split(end).length - 1;
    column += passed;
    return index === 0 || passed > 0 ? (titles[column] ?? NAMELESS) : undefined;
  });
}
