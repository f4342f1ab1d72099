import { mayBeBareImei } from '../../imei/digits.ts';
import { type Cell, MAX_CELLS } from '../table.ts';
import { numberCell } from './cell-values.ts';
import { createGrids } from './grid.ts';
import { readHtml } from './markup.ts';
import type { Sheets } from './sheet.ts';
import { Unreadable } from './unreadable.ts';

/** What programs that have no workbooks save as `.xls`. */
const HTML = /^[\s\uFEFF]*<(?:!doctype\s+html|html|head|meta|body|table|style|div)\b/iu;
const TABLE = /<table\b/iu;
/** Most columns or rows that one cell may span. */
const MOST_SPAN = 1_000;
/** What is no content of a cell; what LibreOffice writes of a comment, among it. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'comment']);
/** As wide as a sheet of Excel. */
const LAST_COLUMN = 16_384;

/** Whether a text is a web page with a table. */
export function isWebTable(text: string): boolean {
  return HTML.test(text) && TABLE.test(text);
}

interface OpenCell {
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Reads the tables of a web page as one, row by row; cells that span several leave the others empty. */
export function readWebTable(html: string): Sheets {
  const grid = createGrids()();
  /** For each column the last row that a cell from above takes. */
  let taken: number[] = [];
  let row = -1;
  let column = 0;
  let isHidden = false;
  let cell: OpenCell | undefined;
  let unseen = 0;
  let skipped = 0;
  const put = ({ attributes, text }: OpenCell): void => {
    while ((taken[column] ?? -1) >= row) {
      column += 1;
      skipped += 1;
    }
    if (skipped > MAX_CELLS || column > LAST_COLUMN) throw new Unreadable('too-much');
    const read = cellOf(attributes, text);
    const to = column + spanOf(attributes.colspan);
    if (isHidden && read.text !== '') grid.hide(row);
    else if (isUnseen(attributes)) grid.hideCell(column, read);
    else grid.put(row, column, read);
    const below = spanOf(attributes.rowspan) - 1;
    if (below > 0) for (let at = column; at < to; at += 1) taken[at] = row + below;
    column = to;
  };
  readHtml(html, {
    open: (name, attributes) => {
      if (UNSEEN.has(name)) unseen += 1;
      if (name === 'table') taken = [];
      if (name === 'tr') {
        row += 1;
        column = 0;
        isHidden = isUnseen(attributes);
      }
      if (row >= 0 && (name === 'td' || name === 'th')) cell = { attributes, text: '' };
      else if (cell !== undefined && (name === 'br' || name === 'p')) cell.text += '\n';
    },
    text: (text) => {
      if (cell !== undefined && unseen === 0) cell.text += text;
    },
    close: (name) => {
      if (UNSEEN.has(name)) unseen -= 1;
      if (name === 'table') taken = [];
      if ((name !== 'td' && name !== 'th') || cell === undefined) return;
      put(cell);
      cell = undefined;
    },
  });
  const table = grid.table(undefined);
  return { tables: table === undefined ? [] : [table], hiddenSheets: [] };
}

/** Spreadsheets tell a number beside the text that they show. */
function cellOf(attributes: OpenCell['attributes'], text: string): Cell {
  const { sdval = '' } = attributes;
  // What LibreOffice tells of a long number beside the text that it shows; of a date it tells days.
  const { 'x:num': number = mayBeBareImei(sdval) ? sdval : undefined } = attributes;
  if (number !== undefined && number !== '') return numberCell(number);
  return { text: text.replace(/\s+/gu, ' ').trim() };
}

function spanOf(attribute: string | undefined): number {
  const span = Number(attribute ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MOST_SPAN) : 1;
}

function isUnseen({ style = '', hidden }: Readonly<Record<string, string>>): boolean {
  return hidden !== undefined || /display\s*:\s*none/iu.test(style.slice(0, 1_000));
}
