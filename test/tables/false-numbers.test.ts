import { describe, expect, it } from 'vitest';
import type { KnownTac } from '../../src/imei/number/read.ts';
import type { CellNumber } from '../../src/tables/cells/cell-numbers.ts';
import { columnsOf, imeiColumns } from '../../src/tables/cells/columns.ts';
import { differentIn, numbersOf } from '../../src/tables/numbers.ts';
import { readTables } from '../../src/tables/read/read.ts';
import type { Table } from '../../src/tables/table.ts';
import { encoded, workbookOfSheets } from '../support/files/tables.ts';
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

describe('a total below a column', () => {
  it.each([2, 3, 5, 6])('of %s numbers is no IMEI, in a workbook or a text', (count) => {
    const imeis = IMEIS.slice(0, count);
    const total = imeis.reduce((sum, imei) => sum + Number(imei), 0).toFixed(0);
    const cells = [...imeis, total].map((value) => `<row><c><v>${value}</v></c></row>`).join('');
    const workbook = workbookOfSheets([{ name: 'A', rows: cells }]);
    expect(imeisIn(workbook)).toEqual(imeis);
    expect(problemsIn(workbook)).toEqual([]);
    expect(imeisIn(['IMEI', ...imeis, total].join('\n'))).toEqual(imeis);
  });

  it('is not what repeats the only number above it', () => {
    expect(imeisIn(['IMEI', A, A].join('\n'))).toEqual([A, A]);
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

  it.each([
    ['a total', [ten.reduce((sum, imei) => sum + Number(imei), 0).toFixed(0)]],
    ['a further table of orders', ['', 'Order;Sum', `${ORDERS[0]?.slice(1)};1`, `${ORDERS[1]};2`]],
  ])('is not before the numbers of %s', (_, others) => {
    const lines = ['IMEI;Sum', ...ten, ...others];
    expect(reachIn(lines)).toBe(lines.length);
  });

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
