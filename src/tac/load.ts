import { readFile, stat } from 'node:fs/promises';
import Papa from 'papaparse';
import { OperatorError } from '../core/operator/operator-error.ts';
import { onOneLine, TacTable } from './table.ts';

/** The indexes of the columns that are read. */
interface Columns {
  readonly tac: number;
  readonly brand: number;
  readonly model: number;
}

const BRAND_NAMES = ['brand', 'manufacturer', 'make', 'vendor'];
const MODEL_NAMES = ['model', 'model name', 'marketing name', 'device'];
/** Osmocom's table gives brand and model this name, the brand first. */
const SHARED_NAME = 'name';

/** The most rows above the header. */
const MAX_ROWS_ABOVE = 20;
/** Spreadsheets drop leading zeros; the lowest TACs have two. */
const TAC_FORM = /^\d{6,8}$/;
/** A longer name is two rows that a stray quote joined. */
const MAX_NAME_CHARACTERS = 200;

/** U+FFFD replaces bytes that are not UTF-8. */
const UNREADABLE = /[\0\uFFFD]/u;

const WHAT_TO_DO =
  'TAC_TABLE takes a CSV file in UTF-8 with commas between the cells and a header that names the columns tac, brand and model';

/**
 * Loads an open TAC table: CSV with the columns `tac`, `brand` and `model` in any order, or
 * Osmocom's form (a banner line, and `name` for both brand and model). Adds lost leading zeros;
 * leaves out the rows it cannot use.
 * @throws OperatorError if the file cannot be read or is not such a table
 */
export async function loadTacTable(file: string): Promise<TacTable> {
  const reader = new TableReader(file);
  Papa.parse<string[]>(await textOf(file), {
    delimiter: ',',
    step: ({ data }) => reader.take(data),
  });
  return reader.finish();
}

async function textOf(file: string): Promise<string> {
  try {
    // Opening a pipe without a writer would wait for ever.
    if (!(await stat(file)).isFile()) throw new Error('it is not a file');
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new OperatorError(
      `${file} cannot be read. Please see that it exists and may be read; ${WHAT_TO_DO}.`,
      { cause },
    );
  }
}

/** Takes the rows of a file one by one: those above the header, the header, and those with TACs. */
class TableReader {
  readonly #file: string;
  readonly #table = new TacTable();
  #columns: Columns | undefined;
  #rowsAbove = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws OperatorError */
  take(row: readonly string[]): void {
    if (row.length === 1 && row[0]?.trim() === '') return;
    if (this.#columns === undefined) this.#takeHeaderOrAbove(row);
    else takeRow(this.#table, this.#columns, row);
  }

  /** @throws OperatorError */
  finish(): TacTable {
    if (this.#columns === undefined) throw noHeader(this.#file);
    if (this.#table.size === 0) throw noRows(this.#file);
    return this.#table;
  }

  #takeHeaderOrAbove(row: readonly string[]): void {
    if (isHeader(row)) {
      this.#columns = findColumns(row);
      if (this.#columns === undefined) throw noColumns(this.#file, row);
      return;
    }
    this.#rowsAbove += 1;
    if (this.#rowsAbove > MAX_ROWS_ABOVE) throw noHeader(this.#file);
  }
}

/** Adds a row if it can be used. The first row of a TAC counts. */
function takeRow(table: TacTable, columns: Columns, row: readonly string[]): void {
  const digits = row[columns.tac]?.trim() ?? '';
  const brand = row[columns.brand]?.trim() ?? '';
  const model = row[columns.model]?.trim() ?? '';
  const areNames = isName(brand) && isName(model);
  if (areNames && TAC_FORM.test(digits)) table.add(Number(digits), { brand, model });
}

function isName(text: string): boolean {
  const hasLengthOfName = text !== '' && text.length <= MAX_NAME_CHARACTERS;
  return hasLengthOfName && !UNREADABLE.test(text);
}

function noHeader(file: string): OperatorError {
  return new OperatorError(`${file} has no column called "tac". ${WHAT_TO_DO}.`);
}

function noColumns(file: string, header: readonly string[]): OperatorError {
  const names = onOneLine(header.join(', ')).slice(0, MAX_NAME_CHARACTERS);
  return new OperatorError(
    `${file} has no columns for brand and model; its header is: ${names}. ${WHAT_TO_DO}.`,
  );
}

function noRows(file: string): OperatorError {
  return new OperatorError(`${file} has a header, but no row that can be used. ${WHAT_TO_DO}.`);
}

function isHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => normalizedTitle(cell) === 'tac');
}

/** Finds the columns by their names; undefined if brand or model is missing. */
function findColumns(header: readonly string[]): Columns | undefined {
  const names = header.map(normalizedTitle);
  // In Osmocom's form, the first of these columns has the brand, and the second one the model.
  const shared = names.flatMap((name, index) => (name === SHARED_NAME ? [index] : []));
  const namedModel = indexOfAny(names, MODEL_NAMES);
  const brand = indexOfAny(names, BRAND_NAMES) ?? shared.shift();
  const model = namedModel ?? shared.shift();
  return brand === undefined || model === undefined
    ? undefined
    : { tac: names.indexOf('tac'), brand, model };
}

function indexOfAny(names: readonly string[], wanted: readonly string[]): number | undefined {
  const found = wanted.find((name) => names.includes(name));
  return found === undefined ? undefined : names.indexOf(found);
}

function normalizedTitle(cell: string): string {
  return cell.trim().toLowerCase().replaceAll('_', ' ');
}
