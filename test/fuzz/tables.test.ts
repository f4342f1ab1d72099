import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/files/tables/csv.ts';
import { readFile } from '../support/files/read-table.ts';
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
  .map(([rows, titled]) => [...(titled ? [['IMEI', 'x', 'y']] : []), ...rows]);

/** The first IMEI of each row that has one. */
async function imeisOf(bytes: Uint8Array): Promise<string[]> {
  const reading = await readFile(bytes);
  const [sheet] = reading.kind === 'table' ? reading.table.sheets : [];
  return (sheet?.rows ?? []).flatMap(({ numbers: [first] }) =>
    first?.kind === 'found' ? [first.found.imei] : [],
  );
}

const imeisIn = (rows: readonly (readonly string[])[]): readonly string[] =>
  rows.flatMap(([first = '']) => (/^\d{15}$/u.test(first) ? [first] : []));

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
        expect(await imeisOf(encoded(text, encoding, '\uFEFF'))).toEqual(imeisIn(rows));
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
        expect(await imeisOf(csv)).toEqual(imeisIn(rows));
        expect(await imeisOf(await workbookOf(rows))).toEqual(imeisIn(rows));
      }),
      runs(60, 2_000, { seed: 2 }),
    );
  });

  it('has the same numbers where a workbook keeps them as numbers, but for a zero that is put back', async () => {
    const numbers = fc.array(imei, { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(numbers, async (imeis) => {
        const book = await workbookOf([['IMEI'], ...imeis.map((one) => [Number(one)])]);
        expect(await imeisOf(book)).toEqual(imeis);
      }),
      runs(40, 2_000, { seed: 3 }),
    );
  });
});

const KIND = /^(?:table|text|unusable)$/;
const kindOf = async (bytes: Uint8Array): Promise<string> => (await readFile(bytes)).kind;

describe('any bytes', () => {
  it('are a table or none, and never break the reader', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect(await kindOf(bytes)).toMatch(KIND);
      }),
      runs(300, 20_000, { seed: 4 }),
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
        expect(await kindOf(Uint8Array.from([...magic, ...bytes]))).toMatch(KIND);
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
        expect(await kindOf(zipOf(workbookParts(pieces.join(''))))).toMatch(KIND);
      }),
      runs(60, 20_000, { seed: 7 }),
    );
  });
});
