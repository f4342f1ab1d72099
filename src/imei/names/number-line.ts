import type { Line } from '../lines.ts';
import type { WrittenNumber } from '../numbers.ts';
import type { ColumnTitles } from './heading.ts';
import { type LabelName, NAMELESS, REACH } from './label.ts';
import type { WordsAround, WordsBefore } from './words-around.ts';

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

/**
 * What a record says about the number in its last line. The first lines of all records have the
 * same key:
 *
 *     Name: IMEI
 *     Value: x
 *     Name: IMSI
 *     Value: y
 */
interface RecordOfNumber {
  /** The name from the first line. */
  readonly name: LabelName;
  /** Whether the line below begins the next record, and so says nothing about this number. */
  readonly endsHere: boolean;
}

const LETTER = /\p{L}/u;
/** `Name:` at the start of a line, but not `{"name":`, which is in an object. */
const KEY = /^[^\n:={}<>]*[:=]/;
const NO_RECORD: RecordOfNumber = { name: NAMELESS, endsHere: false };

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
  /** The key of the first line of each record, once one record follows another. */
  #recordKey: string | undefined;

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
    const record = this.#recordOf(numberLine);
    const end = record.endsHere ? numberLine.line.end : numberLine.nextStart;
    return numberLine.numbers.map((number, index) => {
      const title = titles[index];
      const before = this.#words.readBefore(
        this.#wordsBefore(number, title, numberLine),
        this.#text.slice(numberLine.line.start, number.start),
      );
      const behind = areNamedBehind
        ? this.#words.readPlainBehind(this.#textBehind(numberLine, index, numberLine.line.end))
        : this.#words.readEnclosedBehind(this.#textBehind(numberLine, index, end), before.name);
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

  #recordOf({ line }: NumberLine): RecordOfNumber {
    const key = keyOf(this.#text.slice(line.start, line.end));
    // An item of a list, `- id: x`, begins a record.
    if (key === undefined || key.startsWith('-')) return NO_RECORD;
    const start = Math.max(this.#readUntil, line.start - REACH);
    const above = this.#text.slice(start, line.start).split('\n');
    const keyBelow = keyOf(this.#text.slice(line.end, line.end + REACH));
    const endsHere = keyBelow !== undefined && above.some((words) => keyOf(words) === keyBelow);
    if (endsHere) this.#recordKey = keyBelow;
    if (this.#recordKey === undefined) return NO_RECORD;
    const first = above.findLast((words) => keyOf(words) === this.#recordKey);
    return { name: this.#words.nameInValues(first ?? ''), endsHere };
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

/** Returns the key of the first line that is not empty: `Name:`. */
function keyOf(text: string): string | undefined {
  const key = KEY.exec(text.trimStart())?.[0];
  return key !== undefined && LETTER.test(key) ? key : undefined;
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
