import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { columnsOf, imeiColumns } from '../../src/tables/cells/columns.ts';
import { differentIn, numbersOf } from '../../src/tables/numbers.ts';
import { readTables } from '../../src/tables/read/read.ts';
import { toCsv } from '../../src/tables/write/csv.ts';
import { toXlsx } from '../../src/tables/write/xlsx.ts';
import { encoded, workbookOf, workbookParts, zipOf } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';
import { runs } from '../support/nightly.ts';

const imei = fc
  .tuple(
    fc.constantFrom('35209900', '01161200', '49015420', '86012345'),
    fc.integer({ min: 1, max: 999_999 }),
  )
  .map(([tac, serial]) => imeiOf(tac, serial));
/** What else stands in a table of phones: nothing that could be an IMEI. */
const other = fc.oneof(
  fc.constantFrom(
    '',
    'Nokia 3110',
    'a;b',
    'c,"d"',
    'two\nlines',
    '3,5',
    '=1+1',
    'constructor',
    '2024-05-01',
    'ä€',
    '|',
    '\t',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/\p{N}|\p{Cc}/gu, '')),
);
const table = fc
  .tuple(fc.array(fc.tuple(imei, other, other), { minLength: 1, maxLength: 30 }), fc.boolean())
  .map(([rows, titled]) => [...(titled ? [['Number', 'x', 'y']] : []), ...rows]);

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const reading = readTables(bytes);
  if (!reading.ok) throw new Error(reading.why);
  return (reading.book.tables[0]?.rows ?? []).map((row) => row.map(({ text }) => text));
}

async function imeisOf(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const reading = readTables(bytes);
  const [table] = reading.ok ? reading.book.tables : [];
  const different = differentIn(500);
  const known = (): boolean => false;
  const layout = table && imeiColumns(columnsOf(table, known));
  const numbers = table && layout && numbersOf(table, { known, layout, different });
  return (numbers?.rows ?? []).map(([first]) => (first?.kind === 'imei' ? first.found.imei : undefined));
}

const imeiIn = ([first = '']: readonly string[]): string | undefined =>
  /^\d{15}$/u.test(first) ? first : undefined;

describe('any table of phones', () => {
  it('is read row by row, whatever stands beside the numbers, however it is written', async () => {
    const written = fc.tuple(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('utf8', 'utf16le', 'utf16be'),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(written, async ([rows, delimiter, newline, encoding, quotes]) => {
        const text = Papa.unparse(rows, { delimiter, newline, quotes });
        expect(await imeisOf(encoded(text, encoding, '\uFEFF'))).toEqual(rows.map(imeiIn));
      }),
      runs(150, 2_000, { seed: 1 }),
    );
  });

  it('comes back from a CSV and from a workbook as it was, and holds no formula', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const csv = toCsv(rows, ';');
        const cells = Papa.parse<string[]>(Buffer.from(csv).toString('utf8').slice(1), {
          delimiter: ';',
        }).data;
        for (const cell of cells.flat()) expect(cell).not.toMatch(/^\s*[=+@]/u);
        expect(await imeisOf(csv)).toEqual(rows.map(imeiIn));
        expect((await rowsOf(await toXlsx([{ name: 'a', rows }]))).map(([first]) => first)).toEqual(
          rows.map(([first]) => first),
        );
      }),
      runs(60, 2_000, { seed: 2 }),
    );
  });

  it('has the same numbers where a workbook keeps them as numbers, but for a zero that is put back', async () => {
    const numbers = fc.array(imei, { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(numbers, async (imeis) => {
        const book = await workbookOf([['IMEI'], ...imeis.map((one) => [Number(one)])]);
        expect((await imeisOf(book)).slice(1)).toEqual(imeis);
      }),
      runs(40, 2_000, { seed: 3 }),
    );
  });
});

describe('any bytes', () => {
  it('are a table or none, and never break the reader', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect(typeof readTables(bytes).ok).toBe('boolean');
      }),
      runs(300, 20_000, { seed: 4 }),
    );
  });

  it('of a workbook that was damaged do not either', async () => {
    const rows = '<row r="1"><c r="A1"><v>490154203237518</v></c><c r="B1" t="b"><v>1</v></c></row>';
    const whole = zipOf(workbookParts(rows));
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (changes, cutBytes) => {
        const damaged = whole.slice();
        for (const [at, byte] of changes) damaged[at] = byte;
        for (const bytes of [damaged, damaged.subarray(0, cutBytes)])
          expect(typeof readTables(bytes).ok).toBe('boolean');
      }),
      runs(200, 20_000, { seed: 5 }),
    );
  });

  it.each([
    ['a workbook with a password, or an old one', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
    ['an archive', [0x50, 0x4b, 0x03, 0x04]],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf]],
    ['UTF-16 LE', [0xff, 0xfe]],
    ['UTF-16 BE', [0xfe, 0xff]],
  ])('behind the beginning of %s do not either', async (_, magic) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect(typeof readTables(Uint8Array.from([...magic, ...bytes])).ok).toBe('boolean');
      }),
      runs(40, 4_000, { seed: 6 }),
    );
  });

  it('as the sheet of a workbook that is whole otherwise do not either', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<row r="1">',
        '</row>',
        '<c r="A1">',
        '</c>',
        '<v>',
        '</v>',
        '<c ',
        '"',
        "'",
        '<',
        '>',
        '/>',
        '=',
      ),
      fc.string({ maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        expect(typeof readTables(zipOf(workbookParts(pieces.join('')))).ok).toBe('boolean');
      }),
      runs(60, 20_000, { seed: 7 }),
    );
  });
});
