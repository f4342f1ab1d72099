import { describe, expect, it } from 'vitest';
import { type KnownTac, NONE_KNOWN } from '../../src/imei/number/read.ts';
import type { CellNumber } from '../../src/tables/cells/cell-numbers.ts';
import { columnsOf, imeiColumns } from '../../src/tables/cells/columns.ts';
import { differentIn, numbersOf } from '../../src/tables/numbers.ts';
import { readTables } from '../../src/tables/read/read.ts';
import type { Table } from '../../src/tables/table.ts';
import { encoded } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const IMEIS = Array.from({ length: 6 }, (_, index) => imeiOf('35209900', index + 100));
const [A = '', B = '', C = ''] = IMEIS;
/** So many numbers of 16 digits, as orders and bookings have them, that begin as IMEIs may. */
const ORDERS = Array.from(
  { length: 6 },
  (_, index) => `10002345678${String(index * 1_107).padStart(5, '0')}`,
);

function allIn(table: Pick<Table, 'rows'>, known: KnownTac): readonly CellNumber[] {
  const layout = imeiColumns(columnsOf(table, known));
  return layout === undefined
    ? []
    : numbersOf(table, { known, layout, different: differentIn(500) }).rows.flat();
}

function imeisIn(file: string | Uint8Array, known: (tac: string) => boolean = () => false): string[] {
  const reading = readTables(typeof file === 'string' ? encoded(file, 'utf8') : file);
  if (!reading.ok) throw new Error(reading.why);
  const [table = { rows: [] }] = reading.book.tables;
  const numbers = allIn(table, known);
  return numbers.flatMap((one) => (one.kind === 'imei' ? [one.found.imei] : []));
}

function problemsIn(file: string | Uint8Array): unknown[] {
  const reading = readTables(typeof file === 'string' ? encoded(file, 'utf8') : file);
  if (!reading.ok) throw new Error(reading.why);
  const [table = { rows: [] }] = reading.book.tables;
  const numbers = allIn(table, () => false);
  return numbers.flatMap((one) => (one.kind === 'problem' ? [one.problem.text] : []));
}

const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(';')).join('\n');

describe('numbers of 16 digits, which no check digit proves,', () => {
  it('are no IMEIs beside a column that has some', () => {
    expect(imeisIn(csv([['Order', 'IMEI'], ...IMEIS.map((imei, row) => [ORDERS[row] ?? '', imei])]))).toEqual(
      IMEIS,
    );
    expect(imeisIn(csv(IMEIS.map((imei, row) => [ORDERS[row] ?? '', imei])))).toEqual(IMEIS);
  });

  it.each([
    ['16', ORDERS],
    ['14', ORDERS.map((order) => order.slice(0, 14))],
  ])('are none under another title, unless they begin as those of today: %s', (_, orders) => {
    expect(imeisIn(csv([['Order', 'Sum'], ...orders.map((order) => [order, '5'])]))).toEqual([]);
    expect(
      imeisIn(csv([['Device', 'Sum'], ...IMEIS.map((imei) => [`${imei.slice(0, 14)}05`, '5'])])),
    ).toEqual(IMEIS);
  });

  it('are IMEISVs where their title or the table of TACs says so, and may be where nothing is said', () => {
    const rows = ORDERS.map((order) => [order, '5']);
    expect(imeisIn(csv([['IMEISV', 'Sum'], ...rows]))).toHaveLength(6);
    expect(imeisIn(csv([['Device', 'Sum'], ...rows]), (tac) => tac === '10002345')).toHaveLength(6);
    expect(imeisIn(csv(rows))).toHaveLength(6);
  });
});

describe('numbers of 15 digits of which one in ten has a fitting check digit', () => {
  const parcels = Array.from({ length: 40 }, (_, index) => String(352099001761481 + index * 7));

  it('are no IMEIs, with a title or without, unless it says so', () => {
    expect(imeisIn(['Parcel', ...parcels].join('\n'))).toEqual([]);
    expect(imeisIn(parcels.join('\n'))).toEqual([]);
    expect(imeisIn(['IMEI', ...parcels].join('\n')).length).toBeGreaterThan(2);
  });

  it('are named as wrong where some were mistyped in a list', () => {
    const mistyped = parcels.filter((one) => imeiOf(one.slice(0, 8), Number(one.slice(8, 14))) !== one);
    expect(imeisIn([...IMEIS, ...mistyped.slice(0, 7)].join('\n'))).toEqual(IMEIS);
    expect(problemsIn([A, ...mistyped.slice(0, 4)].join('\n'))).toHaveLength(4);
  });
});

describe('the end of the next part of a long list', () => {
  const ten = Array.from({ length: 10 }, (_, index) => imeiOf('35209900', index + 100));
  const reachIn = (lines: readonly string[]): number | undefined => {
    const reading = readTables(encoded(lines.join('\n'), 'utf8'));
    if (!reading.ok) throw new Error(reading.why);
    const [table = { rows: [] }] = reading.book.tables;
    const layout = imeiColumns(columnsOf(table, () => false));
    if (layout === undefined) throw new Error('no column');
    const most = { different: differentIn(5), ahead: differentIn(5) };
    return numbersOf(table, { known: () => false, layout, ...most }).nextUntil;
  };

  it('is where there are too many again', () => {
    expect(reachIn(['IMEI;Sum', ...ten, A.replace(/^35/, '86').slice(0, 14)])).toBe(11);
  });
});

describe('a cell that is none', () => {
  it('is a number under a merged title, above the first IMEI', () => {
    const text = csv([
      ['Device', '', 'IMEI', ''],
      ['Name', 'Model', '1', '2'],
      ['n', 'm', A, B],
      ['n', 'm', C, '12'],
    ]);
    expect(imeisIn(text)).toEqual([A, B, C]);
    expect(problemsIn(text)).toEqual(['12']);
  });
});

/** Numbers in the form of IMEIs that count something else, each of another type. */
const OTHERS = ['35041550', '35873121', '35550907', '86101234'].map((start, index) =>
  imeiOf(start, 101_733 + index),
);
const [X = '', Y = ''] = OTHERS;

describe('a list in one column with names between its numbers', () => {
  it('has another below a name that only says which phone it is', () => {
    expect(imeisIn(`IMEI\n${A}\nold\n${B}`)).toEqual([A, B]);
    expect(imeisIn(`IMEI\n${A}\niPhone\n${B}`)).toEqual([A, B]);
  });

  it('is none where headings have several below them, or IMEI is the title of all', () => {
    expect(imeisIn(`IMEI\n${A}\n${B}\nTray 2\n${C}`)).toEqual([A, B, C]);
    expect(imeisIn(`IMEI\nFairphone\n${A}\nNothing\n${B}`)).toEqual([A, B]);
    expect(imeisIn(`Tray 1\n${A}\nTray 2\n${B}`)).toEqual([A, B]);
  });
});

describe('where there is a table of TACs', () => {
  const known = (tac: string): boolean => tac === A.slice(0, 8);
  const beside = (others: readonly string[]): string =>
    csv(others.map((other, row) => [other, IMEIS[row] ?? '']));

  it('numbers beside phones of known types are asked about if nothing tells that they are of phones, too', () => {
    expect(imeisIn(beside(OTHERS), known)).toEqual(IMEIS.slice(0, 4));
    expect(imeisIn(beside(OTHERS))).toHaveLength(8);
    const sameSerials = IMEIS.map((imei) => imeiOf('35550907', Number(imei.slice(8, 14))));
    expect(imeisIn(beside(sameSerials), known)).toHaveLength(12);
    expect(imeisIn(beside([X, C, Y]), known)).toHaveLength(6);
  });

  it('several types of which it knows none are asked about below a title that says nothing of phones', () => {
    const isAsked = (title: string, numbers: readonly string[], table: KnownTac): boolean | undefined => {
      const rows = [title, ...numbers].map((text) => [{ text }]);
      return imeiColumns(columnsOf({ rows }, table))?.isDoubtful;
    };
    expect(isAsked('Seal', OTHERS, known)).toBe(true);
    expect(isAsked('Seal', OTHERS, NONE_KNOWN)).toBe(false);
    expect(isAsked('Seal', [A, ...OTHERS], known)).toBe(false);
    expect(isAsked('Seal', [X, Y], known)).toBe(false);
    expect(isAsked('Number', OTHERS, known)).toBe(false);
  });
});
