import type { Cell, Table } from '../table.ts';
import { constantCell, dateCell, numberCell, truthCell } from './cell-values.ts';
import type { Grid } from './grid.ts';
import { readXml } from './markup.ts';
import { Unreadable } from './unreadable.ts';

/** Excel's own limits: 1,048,576 rows, and columns up to XFD. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
const CELL_PLACE = /^([A-Z]{1,3})(\d{1,7})$/;
const ROW_PLACE = /^\d{1,7}$/;
/** Characters that XML cannot hold are written so. Source: ECMA-376 22.4.2.4. */
const ESCAPED = /_x([0-9A-F]{4})_/giu;
const NOTHING = /^0+(?:\.0*)?$/u;

/** What the cells of a workbook's sheets refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  /** For each style whether it shows a date. */
  readonly dates: readonly boolean[];
  readonly from1904: boolean;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  text: string;
  formula: string;
}

/** Reads a sheet of an XLSX workbook. Rows and cells may lack their address; then they follow the one before. */
export function readSheet(part: Uint8Array, context: SheetContext, grid: Grid): Pick<Grid, 'table'> {
  let row = -1;
  let column = -1;
  let isHidden = false;
  let cell: OpenCell | undefined;
  let inside: string | undefined;
  readXml(part, {
    open: (name, attributes) => {
      if (name === 'col' && isUnseen(attributes.hidden, attributes.width))
        grid.hideColumns(Number(attributes.min) - 1, Number(attributes.max) - 1);
      if (name === 'row') {
        row = rowOf(attributes.r, row);
        column = -1;
        isHidden = isUnseen(attributes.hidden, attributes.ht);
      } else if (name === 'c') {
        [row, column] = positionOf(attributes.r, [row, column + 1]);
        cell = {
          column,
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? -1),
          value: '',
          text: '',
          formula: '',
        };
      } else if (name !== 'r' && name !== 'is') inside = name;
    },
    text: (text) => {
      if (cell === undefined) return;
      if (inside === 'v') cell.value += text;
      else if (inside === 't') cell.text += text;
      else if (inside === 'f') cell.formula += text;
    },
    close: (name) => {
      inside = undefined;
      if (name !== 'c' || cell === undefined) return;
      const read = cellOf(cell, context);
      if (isHidden && read.text.trim() !== '') grid.hide(row);
      else grid.put(row, cell.column, read);
      cell = undefined;
    },
  });
  return grid;
}

/** The texts that cells share; how a word is pronounced, in Japanese sheets, is no part of it. */
export function readStrings(part: Uint8Array | undefined): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let spoken = 0;
  if (part === undefined) return strings;
  readXml(part, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') spoken += 1;
      isText = name === 't' && spoken === 0;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') spoken -= 1;
      if (name === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
}

function cellOf(
  { type, style, value, text, formula }: OpenCell,
  { strings, dates, from1904 }: SheetContext,
): Cell {
  const constant = constantCell(formula);
  if (constant !== undefined) return constant;
  switch (type) {
    case 's':
      return { text: strings[Number(value)] ?? '' };
    case 'inlineStr':
      return { text: unescaped(text) };
    case 'b':
      return value === '' ? { text: '' } : truthCell(value === '1');
    case 'n':
      if (value === '') return { text: '' };
      return dates[style] === true ? dateCell(value, from1904) : numberCell(value);
    default:
      // The text of a formula, an error, or a date in its own notation.
      return { text: unescaped(value) };
  }
}

function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** Hidden, or so narrow or low that nothing is seen. */
function isUnseen(hidden: string | undefined, size = ''): boolean {
  return isTrue(hidden) || NOTHING.test(size);
}

/** Whether an attribute of a yes or no says yes. */
export function isTrue(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true';
}

function rowOf(place: string | undefined, before: number): number {
  if (place === undefined) return before + 1;
  const row = Number(place);
  if (!ROW_PLACE.test(place) || row < 1 || row > LAST_ROW) throw new Unreadable('too-much');
  return row - 1;
}

type CellPosition = readonly [row: number, column: number];

/** `A1` is 0, 0 and `XFD1` is 0, 16383. */
function positionOf(place: string | undefined, next: CellPosition): CellPosition {
  if (place === undefined) return next;
  const [, letters, row] = CELL_PLACE.exec(place) ?? [];
  if (letters === undefined) throw new Unreadable('too-much');
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  if (column > LAST_COLUMN) throw new Unreadable('too-much');
  return [rowOf(row, -1), column - 1];
}

/** The visible tables of a workbook, and the names of the hidden ones. */
export interface Sheets {
  readonly tables: readonly Table[];
  readonly hiddenSheets: readonly string[];
}
