import type { Line } from '../lines.ts';
import { REACH, type ReadLabel } from './label.ts';
import { type LabelName, NAMELESS } from './number-name.ts';
import { nameInValues } from './values.ts';

/** What a record says about the number in its last line. */
export interface RecordOfNumber {
  /** The name from the first line. */
  readonly name: LabelName;
  /** Whether the line below begins the next record, and so says nothing about this number. */
  readonly endsHere: boolean;
}

const LETTER = /\p{L}/u;
/** `Name:` at the start of a line, but not `{"name":`, which is in an object. */
const KEY = /^[^\n:={}<>]*[:=]/;
const NO_RECORD: RecordOfNumber = { name: NAMELESS, endsHere: false };

/**
 * Reads the records of a text. The first lines of all records have the same key, which is known
 * once the key of a line above a number is also that of the line below. Here it is `Name:`, so x is
 * called IMEI and y IMSI:
 *
 *     Name: IMEI
 *     Value: x
 *     Name: IMSI
 *     Value: y
 */
export class RecordReader {
  readonly #text: string;
  readonly #read: ReadLabel;
  /** The key of the first line of each record, once one record follows another. */
  #firstKey: string | undefined;

  constructor(text: string, read: ReadLabel) {
    this.#text = text;
    this.#read = read;
  }

  /**
   * Returns what its record says about the first number of a line.
   * @param readUntil end of what belongs to the numbers above
   */
  recordOf(line: Line, readUntil: number): RecordOfNumber {
    const key = keyOf(this.#text.slice(line.start, line.end));
    // An item of a list, `- id: x`, begins a record.
    if (key === undefined || key.startsWith('-')) return NO_RECORD;
    const start = Math.max(readUntil, line.start - REACH);
    const above = this.#text.slice(start, line.start).split('\n');
    const keyBelow = keyOf(this.#text.slice(line.end, line.end + REACH));
    const endsHere = keyBelow !== undefined && above.some((words) => keyOf(words) === keyBelow);
    if (endsHere) this.#firstKey = keyBelow;
    if (this.#firstKey === undefined) return NO_RECORD;
    const first = above.findLast((words) => keyOf(words) === this.#firstKey);
    return { name: nameInValues(first ?? '', this.#read), endsHere };
  }
}

/** Returns the key of the first line that is not empty: `Name:`. */
function keyOf(text: string): string | undefined {
  const key = KEY.exec(text.trimStart())?.[0];
  return key !== undefined && LETTER.test(key) ? key : undefined;
}
