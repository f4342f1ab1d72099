import { MAX_CELLS, MAX_ROWS } from './table.ts';

/** Excel's own bounds: 1,048,576 rows, and columns up to XFD. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** Empty ones as well; the reader's time grows with the square of the rows. */
const MOST_ROWS = 70_000;
const MOST_TAGS = MAX_CELLS * 2;
const CELL_PLACE = /^([A-Z]{1,3})(\d{1,7})$/;
const ROW_PLACE = /^\d{1,7}$/;
const SHEET = /<(?:\w+:)?sheetData/;
/** A row or a cell: which, and its attributes, in which a quoted `>` ends nothing. */
const TAG = /<(?:\w+:)?(row|c)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^<>"']){0,2000})>/g;
const OPENED = /<(?:\w+:)?(?:row|c)(?=[\s/>])/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Whether a part of a workbook, if it is a sheet, spans no more than a table may. The reader fills every gap between
 * addresses with empty cells, so that two cells far apart would fill the memory. What is written in any form but the
 * usual one is refused, since the reader might understand more of it than is understood here.
 */
export function isSmallSheet(xml: string): boolean {
  if (!SHEET.test(xml)) return true;
  let tags = 0;
  let rows = 0;
  let dataRows = 0;
  let columns = 0;
  for (const [, name, attributes = ''] of xml.matchAll(TAG)) {
    tags += 1;
    const place = name === 'row' ? placeOfRow(attributes) : placeOfCell(attributes);
    if (name === 'row') rows += 1;
    if (tags > MOST_TAGS || rows > MOST_ROWS || place === undefined || !isInSheet(place)) return false;
    // A cell with a colour and nothing in it takes no place, nor does a row without cells.
    if (place.isEmpty) continue;
    dataRows = Math.max(dataRows, place.row);
    columns = Math.max(columns, place.column);
  }
  return dataRows <= MAX_ROWS && dataRows * columns <= MAX_CELLS && tags === openedIn(xml);
}

function openedIn(xml: string): number {
  let opened = 0;
  for (const _ of xml.matchAll(OPENED)) {
    opened += 1;
    if (opened > MOST_TAGS) return opened;
  }
  return opened;
}

function isInSheet({ row, column }: Place): boolean {
  return row <= LAST_ROW && column <= LAST_COLUMN;
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly isEmpty: boolean;
}

function placeOfRow(attributes: string): Place | undefined {
  const place = placeIn(attributes);
  if (place !== undefined && !ROW_PLACE.test(place)) return undefined;
  return { row: Number(place ?? 0), column: 0, isEmpty: true };
}

function placeOfCell(attributes: string): Place | undefined {
  const [, letters, row] = CELL_PLACE.exec(placeIn(attributes) ?? '') ?? [];
  if (letters === undefined) return undefined;
  return { row: Number(row), column: columnOf(letters), isEmpty: attributes.endsWith('/') };
}

function placeIn(attributes: string): string | undefined {
  for (const [, name, double, single] of attributes.matchAll(ATTRIBUTE)) {
    if (name === 'r') return double ?? single;
  }
  return undefined;
}

/** `A` is 1, `XFD` is 16,384. */
function columnOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
