import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../src/tables/read/read.ts';
import { toCsv } from '../../src/tables/write/csv.ts';
import { toXlsx } from '../../src/tables/write/xlsx.ts';

const written = (rows: readonly (readonly string[])[], separator = ','): string =>
  Buffer.from(toCsv(rows, separator)).toString('utf8');

async function cellsOf(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const reading = readTables(bytes);
  return reading.ok ? (reading.book.tables[0]?.rows.map((row) => row.map(({ text }) => text)) ?? []) : [];
}

describe('a CSV for spreadsheets', () => {
  it('begins with the mark of UTF-8, ends its lines with CR LF, and quotes what needs it', () => {
    expect(
      written([
        ['ü', 'a"b'],
        ['c,d', ''],
      ]),
    ).toBe('\uFEFFü,"a""b"\r\n"c,d",\r\n');
    expect(written([['a', 'b,c;d']], ';')).toBe('\uFEFFa;"b,c;d"\r\n');
  });

  it.each(['490154203237518', '0123', '00', '+491701234567', '3.52E+14', '1e5'])(
    'keeps %s as it is: a tab makes it text, and trimming gives it back',
    async (number) => {
      const text = written([[number, 'x']]);
      expect(text).toBe(`\uFEFF\t${number},x\r\n`);
      expect(Papa.parse<string[]>(text.slice(1)).data[0]?.[0]?.trim()).toBe(number);
      expect(await cellsOf(toCsv([[number, 'x']], ','))).toEqual([[number, 'x']]);
    },
  );

  it.each(['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', ' =1+1', '\t=1', '\r=1', '\uFEFF=1', '＝1'])(
    'carries no formula: %j',
    (formula) => {
      const cell = Papa.parse<string[]>(written([[formula, 'x']]).slice(1)).data[0]?.[0];
      expect(cell).toBe(`'${formula}`);
    },
  );

  it.each(['-5', '3.5', '-12,5', '2004', 'Nokia 3110', ''])('leaves %j alone', (text) => {
    expect(Papa.parse<string[]>(written([[text, 'x']]).slice(1)).data[0]?.[0]).toBe(text);
  });
});

describe('an XLSX', () => {
  it('has text cells only, so that no digit is lost and no formula runs', async () => {
    const rows = [
      ['490154203237518', '0123', '=1+1'],
      ['', 'ü', '-5'],
    ];
    const bytes = await toXlsx([{ name: 'a', rows }]);
    const reading = readTables(bytes);
    expect(await cellsOf(bytes)).toEqual(rows);
    expect(reading.ok && reading.book.tables[0]?.rows.flat().some(({ number }) => number === true)).toBe(
      false,
    );
  });

  it.each(['constructor', '__proto__', 'valueOf'])('can hold the text %s', async (text) => {
    const [[cell, next] = []] = await cellsOf(await toXlsx([{ name: 'a', rows: [[text, 'x']] }]));
    expect([cell?.trim(), next]).toEqual([text, 'x']);
  });

  it('can be opened whatever stood in the cells', async () => {
    const rows = [['a\u0000\u0008b', '\uD800x', '<&>"\']]>', 'a'.repeat(40_000)]];
    const [[first, second, third, fourth] = []] = await cellsOf(await toXlsx([{ name: 'a', rows }]));
    expect([first, second, third, fourth?.length]).toEqual(['ab', 'x', '<&>"\']]>', 32_767]);
  });
});
