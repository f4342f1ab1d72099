import type { Line } from '../lines.ts';
import type { WrittenNumber } from '../numbers.ts';
import type { ColumnTitles } from './heading.ts';
import { type LabelName, NAMELESS } from './label.ts';
import type { WordsAround, WordsBefore } from './words-around.ts';

export interface NumberLine {
  readonly line: Line;
  readonly numbers: readonly WrittenNumber[];
  /** The columns of the table that it is in. */
  readonly columns: ColumnTitles | undefined;
  /** Start of the first number on the lines below. */
  readonly nextStart: number;
}

/** The names that the words on its line, and the title of its column, give a number. */
export interface Surroundings {
  readonly before: WordsBefore;
  /** The name from the words behind it. */
  readonly behind: LabelName;
  /** The name from the title of its column; undefined unless it is the first number there. */
  readonly title: LabelName | undefined;
  readonly digitCount: number;
}

const LETTER = /\p{L}/u;

/** Whether the words on its line name a number. */
export function isNamedOnLine({ before, behind }: Surroundings): boolean {
  return before.name.kind !== 'nothing' || behind.kind !== 'nothing';
}

/**
 * Reads the words next to the numbers of a text and the titles of their columns, line by line. In
 * `IMSI x; y (imei)`, the first number is called IMSI and the second one IMEI.
 */
export class NumberLineReader {
  readonly #text: string;
  readonly #words: WordsAround;
  /** End of the words that belong to the numbers before. */
  #readUntil = 0;

  constructor(text: string, words: WordsAround) {
    this.#text = text;
    this.#words = words;
  }

  /** Whether a line belongs to the number above it: `kind: imsi`. */
  hasRead(line: Line): boolean {
    return line.start < this.#readUntil;
  }

  read(numberLine: NumberLine): readonly Surroundings[] {
    const titles = titlesOf(numberLine, this.#text);
    const areNamedBehind = this.#areNamedBehind(numberLine);
    return numberLine.numbers.map((number, index) => {
      const title = titles[index];
      const before = this.#words.readBefore(
        this.#wordsBefore(number, title, numberLine),
        this.#text.slice(numberLine.line.start, number.start),
      );
      const behind = areNamedBehind
        ? this.#words.readPlainBehind(this.#textBehind(numberLine, index, numberLine.line.end))
        : this.#words.readEnclosedBehind(
            this.#textBehind(numberLine, index, numberLine.nextStart),
            before.name,
          );
      this.#readUntil = number.end + behind.length;
      return { before, behind: behind.name, title, digitCount: number.digits.length };
    });
  }

  /** Whether the names on a line are behind its numbers: `490154203237518 - order`. */
  #areNamedBehind({ line, numbers }: NumberLine): boolean {
    if (LETTER.test(this.#text.slice(line.start, numbers[0]?.start))) return false;
    const behind = this.#text.slice(numbers.at(-1)?.end, line.end);
    return this.#words.readPlainBehind(behind).name.kind !== 'nothing';
  }

  /** Returns the words before a number; below a title only those of its cell. */
  #wordsBefore(
    { start }: WrittenNumber,
    title: LabelName | undefined,
    { line, columns }: NumberLine,
  ): string {
    const words = this.#text.slice(Math.max(this.#readUntil, line.start), start);
    const isTitled = title !== undefined && title.kind !== 'nothing';
    return isTitled && columns?.end ? (words.split(columns.end).at(-1) ?? '') : words;
  }

  #textBehind({ numbers }: NumberLine, index: number, end: number): string {
    return this.#text.slice(numbers[index]?.end, numbers[index + 1]?.start ?? end);
  }
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
