import { mayBeBareImei } from '../../imei/digits.ts';
import { type Cell, EMPTY_CELL, type Table } from '../table.ts';
import { JOINED_TITLE, MOST_TITLE_ROWS, withPiecesJoined } from './pieces.ts';

const SERIAL = /^(?:snr|serial(?: (?:no|nr|number))?|s\/?n|serien(?:nummer|nr))$/iu;
/** The parts of an IMEI and how many digits they have, as 3GPP TS 23.003, 6.2 names them; before 2003 there was an FAC. */
const PARTS = {
  imei: { title: /^imei$/iu, digits: 14 },
  tac: { title: /^(?:imei )?tac(?: code)?$|^type allocation code$/iu, digits: 8 },
  fac: { title: /^fac$|^final assembly code$/iu, digits: 2 },
  snr: { title: /^snr$/iu, digits: 6 },
  serial: { title: SERIAL, digits: 6 },
  /** With the check digit behind it. */
  checked: { title: SERIAL, digits: 7 },
  check: { title: /^(?:cd|check ?digit|luhn(?: digit)?|pr(?:ü|ue)f(?:ziffer|zahl))$/iu, digits: 1 },
} as const;
type Part = keyof typeof PARTS;
/** Which columns side by side make one number. An old TAC has six digits, before an FAC. */
const ORDERS: readonly (readonly Part[])[] = [
  ['tac', 'fac', 'serial', 'check'],
  ['tac', 'fac', 'snr'],
  ['tac', 'fac', 'checked'],
  ['tac', 'serial', 'check'],
  ['tac', 'snr'],
  ['tac', 'checked'],
  ['imei', 'check'],
];
const DIGITS = /^\d+$/;

/** Columns that have the parts of one number. */
interface Divided {
  readonly parts: readonly Part[];
  /** Index of the first of them. */
  readonly column: number;
  readonly headerRow: number;
}

/**
 * The rows with IMEIs that are divided among columns, as their titles say or else their check digits, in the first of these columns, whose title is IMEI then. A row
 * whose parts are not as long as they should be stays as it is.
 */
export function withWholeNumbers(rows: Table['rows']): Table['rows'] {
  const divided = dividedIn(rows);
  if (divided.length === 0) return withPiecesJoined(rows);
  return rows.map((row, index) => {
    const own = divided.filter(({ headerRow }) => index >= headerRow);
    return own.reduce((joined, one) => {
      const cell = index === one.headerRow ? JOINED_TITLE : wholeOf(joined, one);
      return cell === undefined ? joined : joined.with(one.column, cell);
    }, row);
  });
}

function dividedIn(rows: Table['rows']): readonly Divided[] {
  for (const [headerRow, row] of rows.slice(0, MOST_TITLE_ROWS).entries()) {
    const titles = row.map(({ text }) => text.replace(/[\s._-]+/gu, ' ').trim());
    const found = row.flatMap((_, column) => {
      const isTitled = (part: Part, at: number): boolean => PARTS[part].title.test(titles[column + at] ?? '');
      const titled = ORDERS.filter((order) => order.every(isTitled));
      const longest = Math.max(0, ...titled.map(({ length }) => length));
      return titled.filter(({ length }) => length === longest).map((parts) => ({ parts, column, headerRow }));
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** The number of a row; undefined where its parts do not make one. */
function wholeOf(row: readonly Cell[], { parts, column }: Divided): Cell | undefined {
  const hasCheck = parts.at(-1) === 'check';
  const digits = parts.map((part, at) => {
    const text = (row[column + at] ?? EMPTY_CELL).text.trim();
    // A spreadsheet leaves zeros at the beginning out; only a check digit tells that it did nothing else.
    return hasCheck && DIGITS.test(text) ? text.padStart(lengthOf(part, parts), '0') : text;
  });
  const isRight = parts.every((part, at) => digits[at]?.length === lengthOf(part, parts));
  const whole = digits.join('');
  return isRight && mayBeBareImei(whole) ? { text: whole } : undefined;
}

/** How many digits a part has beside the others. */
function lengthOf(part: Part, parts: readonly Part[]): number {
  const { digits } = PARTS[part];
  return part === 'tac' && parts.includes('fac') ? digits - PARTS.fac.digits : digits;
}
