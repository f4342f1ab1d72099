import { nameInTitle } from '../../../imei/names/label.ts';
import type { Book, Rows } from '../book.ts';
import { hasNumber, MAX_TITLE_ROWS } from './cell-texts.ts';
import { LeftNames } from './left-names.ts';

/**
 * Returns a book as lines of text, if each sheet with numbers has names on the left and their
 * values on the right; undefined for other books.
 *
 *     Model   Nokia 3110           Model: Nokia 3110
 *     IMEI    356938035643809      IMEI: 356938035643809
 */
export function namedValues({ sheets }: Book): string | undefined {
  const numbered = sheets.filter(({ rows }) => rows.some((cells) => cells.some(hasNumber)));
  const isNamed = numbered.length > 0 && numbered.every(({ rows }) => hasNamedValues(rows));
  return isNamed ? sheets.flatMap(({ rows }) => rows.map(namedLine)).join('\n') : undefined;
}

/** Whether the rows of a sheet are names on the left and their values on the right. */
export function hasNamedValues(rows: Rows): boolean {
  const top = rows.slice(0, MAX_TITLE_ROWS);
  // The names first, since they are few cells and most sheets have none.
  return hasNamesOnTheLeft(top, isWide(rows)) && !hasTitleOfImeis(top);
}

/** A row of such a sheet as a line of text. */
export function namedLine([name = '', ...values]: readonly string[]): string {
  return `${name}: ${values.join(', ')}`;
}

/** IMEI in another column than the first one is a title. */
function hasTitleOfImeis(rows: Rows): boolean {
  return rows.some(([, ...others]) =>
    others.some((cell = '') => nameInTitle(cell).kind === 'imei'),
  );
}

function isWide(rows: Rows): boolean {
  return rows.some(({ length }) => length > 2);
}

/**
 * Whether the first column names the numbers next to it. In two columns one name is enough; in a
 * wider table it has to have both an IMEI and another name.
 */
function hasNamesOnTheLeft(rows: Rows, isWideTable: boolean): boolean {
  const names = new LeftNames();
  for (const [first = '', second = ''] of rows) if (hasNumber(second)) names.read(first);
  return isWideTable ? names.areNames() : names.hasName();
}
