import type { Surroundings } from './number-line.ts';
import { IMEI_NAME, type LabelName, type NumberName } from './number-name.ts';

/**
 * Numbers that share a name, `Orders: x, y and z`, or have a name each, `IMSI/IMEI: x / y`. Numbers
 * that share a name are equally long, with only signs or a word such as `and` between them.
 */
export interface Enumeration {
  readonly name: LabelName;
  readonly digitCount: number;
  /** Whether the title of a column names it: then the enumeration ends where the column ends. */
  readonly isNamedByColumn: boolean;
  /** Whether the name is behind the number: then the enumeration has no further numbers. */
  readonly isNamedBehind: boolean;
  /**
   * The count of its numbers on the line. It grows while its line is read, and begins at 0 if the
   * enumeration continues from the line above.
   */
  length: number;
}

/** At the end of a line whose enumeration continues below: `IMSIs: 505011234567896,`. */
const COMMA_AT_END = /^["'\s]*[,;&+]\s*$/;

/**
 * Whether a number, `y` in these texts, is the next one of an enumeration:
 *
 *     Orders: x, y           yes
 *     IMSI/IMEI: x / y       yes, also if `y` has more or fewer digits than `x`
 *     Orders: x, y (imei)    no, since `y` has a name of its own
 *     x (order), y           no, since a name behind a number is only for that number
 *     Order | Note           no, since `y` is in another column than the title that names `x`
 *     x     | y
 */
export function isNextOf(
  enumeration: Enumeration,
  { before, behind, title, digitCount }: Surroundings,
): boolean {
  const isOneNamedBehind = enumeration.isNamedBehind || behind.kind !== 'nothing';
  if (isOneNamedBehind || !before.joinsNumbers || endsBefore(enumeration, title)) return false;
  const isPaired = enumeration.length < (enumeration.name.each?.length ?? 0);
  return isPaired || enumeration.digitCount === digitCount;
}

/**
 * Whether an enumeration ends before a column. If a title names the enumeration, it ends with its
 * column; otherwise before the first column with a name.
 * @param title of the column that a number begins; undefined if it begins none
 */
function endsBefore({ isNamedByColumn }: Enumeration, title: LabelName | undefined): boolean {
  return title !== undefined && (isNamedByColumn || title.kind !== 'nothing');
}

/**
 * Returns the names of the numbers of an enumeration:
 *
 *     Orders: x, y          Orders, Orders
 *     IMEI1: x, y           IMEI1, IMEI
 *     IMSI/IMEI: x          IMEI
 *     IMSI/IMEI: x / y      IMSI, IMEI
 *     IMSI/IMEI: x, y, z    IMSI, IMSI, IMSI
 *
 * In the last text nobody knows which number is the IMEI. So none is checked without a question.
 */
export function namesIn({ name, length }: Enumeration): readonly NumberName[] {
  if (length === 1) return [name];
  const { each = [] } = name;
  if (each.length === length) return each;
  const first = each.find(({ kind }) => kind !== 'imei') ?? name;
  return Array.from({ length }, (_, index) => (index === 0 ? first : withoutSlot(first)));
}

/**
 * Returns an enumeration as it continues in the next line; undefined if it ends.
 * @param behind the text between its last number and the end of the line
 */
export function enumerationBelow(
  above: Enumeration | undefined,
  behind: string,
): Enumeration | undefined {
  if (above === undefined || above.name.kind === 'nothing') return undefined;
  if (!COMMA_AT_END.test(behind)) return undefined;
  return { ...above, name: withoutSlot(above.name), length: 0 };
}

/** Removes the slot, which belongs only to the first number of an enumeration. */
function withoutSlot<Name extends NumberName>(name: Name): Name | typeof IMEI_NAME {
  return name.kind !== 'imei' || name.simSlot === undefined ? name : IMEI_NAME;
}
