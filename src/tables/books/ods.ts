import { type Cell, MAX_CELLS, MAX_ROWS } from '../table.ts';
import type { Archive } from './archive.ts';
import { constantCell, numberCell, truthCell } from './cell-values.ts';
import { createGrids, type Grid } from './grid.ts';
import { readPrefixedXml } from './markup.ts';
import type { Sheets } from './sheet.ts';
import { Unreadable } from './unreadable.ts';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';
/** The name of a formula's language, and the sign before it. */
const FORMULA = /^(?:\w+:)?=/u;
const CELLS = new Set(['table:table-cell', 'table:covered-table-cell']);

type Attributes = Readonly<Record<string, string>>;

interface OpenTable {
  readonly name: string;
  readonly grid: Grid;
  row: number;
  /** The next column that is described. */
  column: number;
}

interface OpenRow {
  readonly isHidden: boolean;
  readonly times: number;
  readonly cells: (readonly [column: number, cell: Cell])[];
  column: number;
}

interface OpenCell {
  readonly attributes: Attributes;
  text: string;
}

/** Reads the visible sheets of an OpenDocument spreadsheet; of hidden ones it tells the names. Throws if it is broken. */
export function readOds(archive: Archive): Sheets {
  if (archive.read(MANIFEST)?.includes('encryption-data') === true) throw new Unreadable('locked');
  return readFlatOds(archive.read(CONTENT) ?? new Uint8Array());
}

/** As {@link readOds}, of the part with the sheets, or of a spreadsheet that is one file of XML. */
export function readFlatOds(content: Uint8Array): Sheets {
  const sheets = createSheets();
  let table: OpenTable | undefined;
  let row: OpenRow | undefined;
  let cell: OpenCell | undefined;
  /** Comments that are open: what they say is no content of the cell. */
  let notes = 0;
  const closeCell = (): void => {
    if (row !== undefined && cell !== undefined) addCell(row, cell);
    cell = undefined;
  };
  const closeRow = (): void => {
    if (table !== undefined && row !== undefined) addRow(table, row);
    row = undefined;
  };
  const closeTable = (): void => {
    if (table !== undefined) sheets.close(table);
    table = undefined;
  };
  readPrefixedXml(content, {
    open: (name, attributes) => {
      if (name === 'office:annotation') notes += 1;
      sheets.style(name, attributes);
      if (name === 'table:table-column') addColumn(table, attributes);
      if (name === 'table:table') table = sheets.open(attributes);
      else if (name === 'table:table-row') row = rowOf(attributes);
      else if (CELLS.has(name)) cell = { attributes, text: '' };
      else if (cell !== undefined && notes === 0) cell.text += breakBefore(name, attributes, cell.text);
    },
    text: (text) => {
      if (cell !== undefined && notes === 0) cell.text += text;
    },
    close: (name) => {
      if (name === 'office:annotation') notes -= 1;
      if (CELLS.has(name)) closeCell();
      else if (name === 'table:table-row') closeRow();
      else if (name === 'table:table') closeTable();
    },
  });
  return sheets.all;
}

/** Collects the sheets; a sheet is hidden by its style, and styles come before sheets. */
function createSheets() {
  const newGrid = createGrids();
  const hiddenStyles = new Set<string>();
  const all = { tables: [] as Sheets['tables'][number][], hiddenSheets: [] as string[] };
  let style = '';
  return {
    all,
    style: (element: string, { 'style:name': name = '', 'table:display': shown }: Attributes) => {
      if (element === 'style:style') style = name;
      if (element === 'style:table-properties' && shown === 'false') hiddenStyles.add(style);
    },
    open: ({ 'table:name': name = '', 'table:style-name': its = '' }: Attributes): OpenTable | undefined => {
      if (!hiddenStyles.has(its)) return { name, grid: newGrid(), row: 0, column: 0 };
      all.hiddenSheets.push(name);
      return undefined;
    },
    close: ({ name, grid }: OpenTable) => {
      const table = grid.table(name);
      if (table !== undefined) all.tables.push(table);
    },
  };
}

function addColumn(table: OpenTable | undefined, attributes: Attributes): void {
  if (table === undefined) return;
  const from = table.column;
  table.column += timesOf(attributes['table:number-columns-repeated'], MAX_CELLS);
  if (isUnseen(attributes)) table.grid.hideColumns(from, table.column - 1);
}

function isUnseen({ 'table:visibility': shown = 'visible' }: Attributes): boolean {
  return shown !== 'visible';
}

function rowOf(attributes: Attributes): OpenRow {
  const times = timesOf(attributes['table:number-rows-repeated'], Number.MAX_SAFE_INTEGER);
  return { isHidden: isUnseen(attributes), times, cells: [], column: 0 };
}

function addCell(row: OpenRow, { attributes, text }: OpenCell): void {
  const cell = cellOf(attributes, text);
  const times = timesOf(attributes['table:number-columns-repeated'], MAX_CELLS);
  if (cell.text !== '') {
    for (let index = 0; index < times; index += 1) row.cells.push([row.column + index, cell]);
  }
  if (row.cells.length > MAX_CELLS) throw new Unreadable('too-much');
  row.column += times;
}

function addRow(table: OpenTable, { isHidden, times, cells }: OpenRow): void {
  // The empty rows below a table are one row, many times.
  for (let index = 0; cells.length > 0 && index < Math.min(times, MAX_ROWS + 1); index += 1) {
    if (isHidden) table.grid.hide(table.row + index);
    else for (const [column, cell] of cells) table.grid.put(table.row + index, column, cell);
  }
  table.row += times;
}

function cellOf(attributes: Attributes, text: string): Cell {
  const constant = constantCell(attributes['table:formula']?.replace(FORMULA, ''));
  if (constant !== undefined) return constant;
  const { 'office:value': value, 'office:date-value': date, 'office:boolean-value': truth } = attributes;
  if (value !== undefined) return numberCell(value);
  if (date !== undefined) return { text: date.replace(/T00:00:00$/, '').replace('T', ' ') };
  return truth === undefined ? { text } : truthCell(truth === 'true');
}

/** Paragraphs, and the characters that are elements. */
function breakBefore(name: string, attributes: Attributes, text: string): string {
  if (name === 'text:p') return text === '' ? '' : '\n';
  if (name === 'text:line-break') return '\n';
  if (name === 'text:tab') return '\t';
  return name === 'text:s' ? ' '.repeat(timesOf(attributes['text:c'], 100)) : '';
}

function timesOf(attribute: string | undefined, most: number): number {
  const times = Number(attribute ?? 1);
  return Number.isInteger(times) && times > 0 ? Math.min(times, most) : 1;
}
