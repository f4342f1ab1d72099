/** The columns of a table that are read, by their indexes. */
export interface Columns {
  readonly tac: number;
  readonly brand: number;
  readonly model: number;
}

const BRAND_NAMES = ['brand', 'manufacturer', 'make', 'vendor'];
const MODEL_NAMES = ['model', 'model name', 'marketing name', 'device'];
/** Osmocom's table calls both of them this: the brand comes first. */
const SHARED_NAME = 'name';

/** Whether a row is the header: it has a column called `tac`. */
export function isHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => normal(cell) === 'tac');
}

/** Finds the columns by their names, in any order; undefined if brand or model is missing. */
export function findColumns(header: readonly string[]): Columns | undefined {
  const names = header.map(normal);
  const shared = names.flatMap((name, index) => (name === SHARED_NAME ? [index] : []));
  const namedModel = indexOfAny(names, MODEL_NAMES);
  const brand = indexOfAny(names, BRAND_NAMES) ?? shared.shift();
  const model = namedModel ?? shared.shift();
  return brand === undefined || model === undefined ? undefined : { tac: names.indexOf('tac'), brand, model };
}

function indexOfAny(names: readonly string[], wanted: readonly string[]): number | undefined {
  const found = wanted.find((name) => names.includes(name));
  return found === undefined ? undefined : names.indexOf(found);
}

function normal(cell: string): string {
  return cell.trim().toLowerCase().replaceAll('_', ' ');
}
