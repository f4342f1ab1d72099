import { MAX_CELLS, MAX_ROWS } from '../table.ts';

/** Excel's own limits: 1,048,576 rows, and columns up to XFD. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** Includes empty rows; the library's run time grows with the square of the rows. */
const MOST_ROWS = 70_000;
const MOST_TAGS = MAX_CELLS * 2;
const CELL_PLACE = /^([A-Z]{1,3})(\d{1,7})$/;
const ROW_PLACE = /^\d{1,7}$/;
const SHEET = /<(?:\w+:)?sheetData/;
/** The start tag of a row or a cell. */
const OPENED = /<(?:\w+:)?(row|c)(?=[\s/>])/g;
/**
 * One attribute directly behind the previous one: no two adjacent parts of the pattern match the same character, so it
 * cannot backtrack.
 */
const ATTRIBUTE = /\s*([^\s="'<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const ONLY_THE_END = /^\s*\/?$/;
/** Longer tags are refused; Excel writes some twenty characters. */
const MOST_ATTRIBUTE_CHARACTERS = 2_000;

/**
 * Whether a part of a workbook, if it is a sheet, spans no more than a table may. The library fills gaps between addresses
 * with empty cells, so two distant cells would exhaust the memory. Unusual notation is refused, since the library might
 * understand more of it than this check.
 */
export function isSmallSheet(xml: string): boolean {
  if (!SHEET.test(xml)) return true;
  let tags = 0;
  let rows = 0;
  let dataRows = 0;
  let columns = 0;
  for (const { index, 0: opened, 1: name } of xml.matchAll(OPENED)) {
    const attributes = attributesFrom(xml, index + opened.length);
    const place = name === 'row' ? placeOfRow(attributes) : placeOfCell(attributes);
    tags += 1;
    if (name === 'row') rows += 1;
    if (tags > MOST_TAGS || rows > MOST_ROWS || place === undefined || !isInSheet(place)) return false;
    // A cell with a colour but no content adds nothing, nor does a row without cells.
    if (place.isEmpty) continue;
    dataRows = Math.max(dataRows, place.row);
    columns = Math.max(columns, place.column);
  }
  return dataRows <= MAX_ROWS && dataRows * columns <= MAX_CELLS;
}

interface Attributes {
  /** The value of attribute `r`. */
  readonly place: string | undefined;
  /** The tag closes itself. */
  readonly closes: boolean;
}

/** The attributes of the tag whose name ends at `start`; undefined if they are in unusual notation. */
function attributesFrom(xml: string, start: number): Attributes | undefined {
  const end = endOfTag(xml, start);
  if (end === undefined) return undefined;
  const written = xml.slice(start, end);
  let place: string | undefined;
  let read = 0;
  ATTRIBUTE.lastIndex = 0;
  for (let match = ATTRIBUTE.exec(written); match !== null; match = ATTRIBUTE.exec(written)) {
    read = ATTRIBUTE.lastIndex;
    if (match[1] === 'r') place ??= match[2] ?? match[3];
  }
  return ONLY_THE_END.test(written.slice(read)) ? { place, closes: written.endsWith('/') } : undefined;
}

/** The index of the tag's `>`, ignoring quoted ones; undefined if there is none in reach. */
function endOfTag(xml: string, start: number): number | undefined {
  let quote: string | undefined;
  for (let at = start; at < Math.min(xml.length, start + MOST_ATTRIBUTE_CHARACTERS); at += 1) {
    const character = xml[at];
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (character === '>') return at;
    else if (character === '<') return undefined;
    else if (character === '"' || character === "'") quote = character;
  }
  return undefined;
}

function isInSheet({ row, column }: Place): boolean {
  return row <= LAST_ROW && column <= LAST_COLUMN;
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly isEmpty: boolean;
}

function placeOfRow(attributes: Attributes | undefined): Place | undefined {
  if (attributes === undefined) return undefined;
  const { place = '0' } = attributes;
  return ROW_PLACE.test(place) ? { row: Number(place), column: 0, isEmpty: true } : undefined;
}

function placeOfCell(attributes: Attributes | undefined): Place | undefined {
  const [, letters, row] = CELL_PLACE.exec(attributes?.place ?? '') ?? [];
  if (letters === undefined) return undefined;
  return { row: Number(row), column: columnOf(letters), isEmpty: attributes?.closes === true };
}

/** `A` is 1, `XFD` is 16,384. */
function columnOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
