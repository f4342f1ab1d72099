import { IMEI_NAME, type LabelName, type NumberName } from './label.ts';
import type { Surroundings } from './number-line.ts';

/**
 * Numbers that share a name, `Orders: x, y and z`, or have a name each, `IMSI/IMEI: x / y`. Numbers
 * that share a name are equally long, with only signs or a word such as `and` between them.
 */
export interface List {
  readonly name: LabelName;
  readonly digitCount: number;
  /** The title of a column names the list, so it ends where the column ends. */
  readonly isInColumn: boolean;
  /** The name is behind the number, so the list has no further numbers. */
  readonly isNamedBehind: boolean;
  /** How many of its numbers are on the line. */
  length: number;
}

/** At the end of a line whose list goes on below: `IMSIs: 505011234567896,`. */
const COMMA_AT_END = /^["'\s]*[,;&+]\s*$/;

/** Whether a number is the next one of a list. */
export function isNextOf(list: List, { before, behind, title, digitCount }: Surroundings): boolean {
  if (list.isNamedBehind || behind.says !== 'nothing' || !before.isListSeparator) return false;
  if (title !== undefined && (list.isInColumn || title.says !== 'nothing')) return false;
  const isPaired = list.length < eachOf(list.name).length;
  return isPaired || list.digitCount === digitCount;
}

/**
 * Returns the names of the numbers of a list. Several names are those of as many numbers, in order.
 * If there are more or fewer, the first name of another number than an IMEI is that of all.
 */
export function namesIn({ name, length }: List): readonly NumberName[] {
  if (length === 1) return [name];
  const each = eachOf(name);
  if (each.length === length) return each;
  const first = each.find(({ says }) => says !== 'imei') ?? name;
  return Array.from({ length }, (_, index) => (index === 0 ? first : withoutSlot(first)));
}

/**
 * Returns a list for the line below it, if it goes on there.
 * @param behind the text between its last number and the end of the line
 */
export function listBelow(list: List | undefined, behind: string): List | undefined {
  if (list === undefined || list.name.says === 'nothing' || !COMMA_AT_END.test(behind)) {
    return undefined;
  }
  return { ...list, name: withoutSlot(list.name), length: 0 };
}

/** Removes the slot, which belongs only to the first number of a list. */
function withoutSlot<Name extends NumberName>(name: Name): Name | typeof IMEI_NAME {
  return name.says !== 'imei' || name.simSlot === undefined ? name : IMEI_NAME;
}

function eachOf({ each = [] }: LabelName): readonly NumberName[] {
  return each;
}
