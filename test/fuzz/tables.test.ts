import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/files/tables/write-table.ts';
import { readFile } from '../support/files/files-in-process.ts';
import { encoded, workbookOf, workbookParts, zipOf } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';
import { runs } from '../support/nightly.ts';

const imei = fc
  .tuple(
    fc.constantFrom('35209900', '01161200', '49015420', '86012345'),
    fc.integer({ min: 1, max: 999_999 }),
  )
  .map(([tac, serial]) => imeiOf(tac, serial));
/** Nothing that could be an IMEI. */
const other = fc.oneof(
  fc.constantFrom(
    ...'|Nokia 3110|a;b|c,"d"|two\nlines|3,5|=1+1|constructor|2024-05-01|ä€|\t|7"'.split('|'),
    '|',
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
    first?.kind === 'sure' ? [first.imei] : [],
  );
}

const imeisIn = (rows: readonly (readonly string[])[]): readonly string[] =>
  rows.flatMap(([first = '']) => (/^\d{15}$/u.test(first) ? [first] : []));

describe('any table of phones', () => {
  it('is read row by row, whatever is next to the numbers, however it is written', async () => {
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
      runs(50, 2_000, { seed: 1 }),
    );
  });

  it('comes back from a CSV and from a workbook as it was, and holds no formula', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const csv = toCsv(rows, ';');
        const text = Buffer.from(csv).toString('utf8').slice(1);
        for (const cell of Papa.parse<string[]>(text, { delimiter: ';' }).data.flat()) {
          expect(cell).not.toMatch(/^\s*[=+@]/u);
        }
        expect(await imeisOf(csv)).toEqual(imeisIn(rows));
        expect(await imeisOf(workbookOf({ Phones: rows }))).toEqual(imeisIn(rows));
        const numbers = imeisIn(rows).map((one) => [Number(one)]);
        expect(await imeisOf(workbookOf({ Phones: [['IMEI'], ...numbers] }))).toEqual(
          imeisIn(rows),
        );
      }),
      runs(10, 2_000, { seed: 2 }),
    );
  });
});

/** The first bytes of files that are read in their own ways. */
const BEGINNINGS = ['', 'd0cf11e0a1b11ae1', '504b0304', 'efbbbf', 'fffe', 'feff'];
const piece = fc.oneof(
  fc.constantFrom(...'<row r="1"> </row> <c r="A1"> </c> <v> </v> <c  " \' < > /> ='.split(' ')),
  fc.string({ maxLength: 6 }),
);
const bytes = fc.oneof(
  fc
    .tuple(fc.constantFrom(...BEGINNINGS), fc.uint8Array({ maxLength: 2_000 }))
    .map(([start, rest]) => Uint8Array.from([...Buffer.from(start, 'hex'), ...rest])),
  fc.array(piece, { maxLength: 60 }).map((pieces) => zipOf(workbookParts(pieces.join('')))),
);

it('any bytes are a table or none, and never break the reader', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (file) => {
      expect((await readFile(file)).kind).toMatch(/^(?:table|text|unusable)$/);
    }),
    runs(60, 40_000, { seed: 4 }),
  );
});
