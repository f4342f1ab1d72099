import { nameInTitle } from '../../imei/names/label.ts';
import type { Book, Rows } from './book.ts';
import { hasNumber, MAX_TITLE_ROWS } from './columns.ts';

/**
 * Returns a table of names on the left and their values on the right as lines of text, `IMEI:
 * 3569…`; undefined for other tables.
 */
export function namedValues({ sheets }: Book): string | undefined {
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const top = rows.slice(0, MAX_TITLE_ROWS);
  if (hasTitleOfImeis(top) || !hasNamesOnTheLeft(top, isWide(rows))) return undefined;
  return rows.map(([name = '', ...values]) => `${name}: ${values.join(', ')}`).join('\n');
}

/** IMEI in another column than the first one is a title. */
function hasTitleOfImeis(rows: Rows): boolean {
  return rows.some(([, ...right]) => right.some((cell = '') => nameInTitle(cell).says === 'imei'));
}

function isWide(rows: Rows): boolean {
  return rows.some(({ length }) => length > 2);
}

/**
 * Whether the cells before numbers name them: as IMEIs or others, in a table of more columns as
 * both.
 */
function hasNamesOnTheLeft(rows: Rows, isWideTable: boolean): boolean {
  const names = rows
    .filter(([, right = '']) => hasNumber(right))
    .map(([left = '']) => nameInTitle(left));
  const hasImeis = names.some(({ says }) => says === 'imei');
  const hasOthers = names.some(({ says }) => says === 'other');
  return isWideTable ? hasImeis && hasOthers : hasImeis || hasOthers;
}
