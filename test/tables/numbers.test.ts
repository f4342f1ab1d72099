import { describe, expect, it } from 'vitest';
import { columnsOf, imeiColumns } from '../../src/tables/cells/columns.ts';
import { differentIn, findingsOf, numbersOf } from '../../src/tables/numbers.ts';
import { readTables } from '../../src/tables/read/read.ts';
import { encoded, workbookOf } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const [A, B, C] = [100, 101, 102].map((serial) => imeiOf('35209900', serial)) as [string, string, string];
/** Begins with a zero. */
const ZERO = imeiOf('01161200', 77);

async function read(file: string | Uint8Array, most = 500) {
  const reading = readTables(typeof file === 'string' ? encoded(file, 'utf8') : file);
  if (!reading.ok) throw new Error(reading.why);
  const [table = { rows: [] }] = reading.book.tables;
  const known = (): boolean => false;
  const layout = imeiColumns(columnsOf(table, known));
  return layout && numbersOf(table, { known, layout, different: differentIn(most) });
}

/** For each row its IMEIs, or what is wrong. */
async function rowsOf(file: string | Uint8Array): Promise<string[][] | undefined> {
  return (await read(file))?.rows.map((row) =>
    row.map((one) => (one.kind === 'imei' ? one.found.imei : one.problem.problem.kind)),
  );
}

describe('the column with IMEIs', () => {
  it.each([
    ['with a title', `Name,IMEI\nann,${A}\nbob,${B}\n`, [[], [A], [B]]],
    ['without one', `ann,${A}\nbob,${B}\n`, [[A], [B]]],
    ['under another title', `no;what\n1;${A}\n2;${B}\n`, [[], [A], [B]]],
    ['in any place', `${A}|1\n${B}|2`, [[A], [B]]],
    ['in lines without columns', `IMEI: ${A}\n\nthe second ${B}`, [[A], [], [B]]],
    ['with a label in each cell', `a,IMEI: ${A}\nb,IMEI ${B}\n`, [[A], [B]]],
    ['in groups', `x,${A.slice(0, 2)}-${A.slice(2, 8)}-${A.slice(8, 14)}-${A.slice(14)}\n`, [[A]]],
  ])('is found %s', async (_, text, rows) => {
    expect(await rowsOf(text)).toEqual(rows);
  });

  it('may be several: all numbers of a row count', async () => {
    expect(await rowsOf(`IMEI1,model,IMEI2\n${A},x,${B}\n${C},y,\n`)).toEqual([[], [A, B], [C]]);
  });

  it('is not one of other long numbers beside it', async () => {
    const orders = '12345678901234';
    expect(await rowsOf(`order,imei\n${orders},${A}\n${orders},${B}\n`)).toEqual([[], [A], [B]]);
    expect(await rowsOf(`${A},${orders},8949020000012345678\n`)).toEqual([[A]]);
  });

  it('may hold only wrong ones, which are named', async () => {
    expect(await rowsOf('IMEI\n490154203237517\nn/a\n12345')).toEqual([
      [],
      ['check-digit'],
      [],
      ['too-short'],
    ]);
  });

  it('is missing where nothing looks like an IMEI', async () => {
    expect(await read('name,city\nann,Bonn\nbob,Rome\n')).toBeUndefined();
    expect(await read('3.5,12\n4.5,13\n')).toBeUndefined();
  });
});

describe('an IMEI column', () => {
  const laptops = (count: number, row: string): string => `${row}\n`.repeat(count);
  const phones = Array.from({ length: 5 }, (_, serial) => imeiOf('35209900', serial));

  it('is found wherever it begins: below 300 laptops, in a table of 80 columns', async () => {
    const titles = [...Array.from({ length: 79 }, (_, index) => `Column ${index}`), 'IMEI'].join(',');
    const text = `${titles}\n${laptops(300, `${'x,'.repeat(78)}y,`)}${phones.map((imei) => `${'x,'.repeat(79)}${imei}\n`).join('')}`;
    const found = await read(text);
    expect(found?.headerRow).toBe(0);
    expect(found?.rows.flat()).toHaveLength(5);
  });

  it.each([
    ['with a title', 'name,IMEI', 'laptop,'],
    ['with a title, and words where there is no phone', 'name,IMEI', 'laptop,not a phone'],
    ['with another title', 'name,what', 'laptop,N/A'],
  ])('is found behind row 1,200, %s', async (_, titles, laptop) => {
    const found = await read(
      `${titles}\n${laptops(1_200, laptop)}${phones.map((imei) => `x,${imei}\n`).join('')}`,
    );
    expect(found?.headerRow).toBe(0);
    expect(found?.rows.flat()).toHaveLength(5);
  });

  it('may begin where another one ends', async () => {
    const first = phones.map((imei) => `${imei},words`).join('\n');
    const second = phones.map((imei) => `words,1${imei.slice(1)}\nwords,${imei}`).join('\n');
    expect((await read(`${first}\n${second}\n`))?.rows.flat()).toHaveLength(15);
  });

  it('is none for one number in a column of other things', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `${phones[index % 5]},note ${index}\n`);
    expect((await read(`imei,note\n${rows.join('')}${A},see ${B}\n`))?.rows.at(-1)).toHaveLength(1);
  });
});

describe('the titles of a table', () => {
  it.each([
    ['with a number in them', `IMEI 1,IMEI 2\n${A},${B}\n`, 0, 2],
    ['where one column has none', `IMEI 1,\n${A},${B}\n`, 0, 2],
    ['below the title of a report', `IMEI list of May 2026,\n,\nIMEI 1,Name\n${A},ann\n`, 2, 1],
    ['below a line of a report', `Created,2026-05-01\nBy,ann\nName,IMEI 1 (SIM 1)\nann,${A}\n`, 2, 1],
    ['in two rows', `Device,IMEI,IMEI\nName,IMEI 1,IMEI 2\nann,${A},${B}\n`, 1, 2],
    ['without the word', `no;what\n1;${A}\n`, 0, 1],
  ])('are found %s, and judged as no number', async (_, text, headerRow, count) => {
    const found = await read(text);
    expect(found?.headerRow).toBe(headerRow);
    expect(found?.rows.flat().map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => 'imei'));
  });

  it('are judged as no number where they come once more', async () => {
    expect(await rowsOf(`IMEI 1\n${A}\nIMEI 1\n${B}\n`)).toEqual([[], [A], [], [B]]);
  });

  it('are missing where only the title of a report stands above', async () => {
    expect((await read(`Phones of May;\n${A};3110\n`))?.headerRow).toBeUndefined();
  });
});

describe('a number that a spreadsheet has changed', () => {
  it.each([
    ['thousands', '352,099,001,761,481', '352099001761481'],
    ['thousands and decimals', '352.099.001.761.481,00', '352099001761481'],
    ['thousands in a narrow space', '352\u202F099\u202F001\u202F761\u202F481', '352099001761481'],
    ['decimals', '352099001761481.0', '352099001761481'],
  ])('is read with separators of %s', async (_, cell, imei) => {
    expect(await rowsOf(`IMEI\n"${cell}"\n`)).toEqual([[], [imei]]);
  });

  it('is read where a narrow cell has it in two lines, and two numbers are not taken for one', async () => {
    expect(await rowsOf('IMEI\n"35209900\n1761481"\n')).toEqual([[], ['352099001761481']]);
    expect((await rowsOf('IMEI\n"35209900\n1761482"\n'))?.flat()).not.toContain('352099001761482');
    const order = imeiOf('10209900', 176148);
    expect((await rowsOf(`Number\n"${order.slice(0, 8)}\n${order.slice(8)}"\n`))?.flat()).toEqual([
      'too-short',
    ]);
  });

  it('is cut off also with separators of thousands', async () => {
    expect(await rowsOf(`IMEI\n"352,000,000,000,000"\n${A}\n`)).toEqual([[], ['cut-off'], [A]]);
  });

  it.each(['3.52E+14', '3,52E+14', '3.52099E+14', '3.52099e14'])(
    '%s is cut off, and named so',
    async (cell) => {
      expect(await rowsOf(`IMEI\n"${cell}"\n${A}\n`)).toEqual([[], ['cut-off'], [A]]);
    },
  );

  it('is read where all its digits are left', async () => {
    const whole = `${A[0]}.${A.slice(1)}E+14`;
    expect(await rowsOf(`IMEI\n${whole}\n`)).toEqual([[], [A]]);
  });

  it('is cut off as a number of a workbook that was typed from the short form', async () => {
    const book = await workbookOf([['IMEI'], [352_000_000_000_000], [11_600_000_000_000], [Number(A)]]);
    expect(await rowsOf(book)).toEqual([[], ['cut-off'], ['cut-off'], [A]]);
  });

  it('has its leading zero back where the check digit says so', async () => {
    const numbers = await read(await workbookOf([['IMEI'], [Number(ZERO)], [Number(A)]]));
    expect(numbers?.rows.flat()).toMatchObject([
      { found: { imei: ZERO, from: 'imei', line: 2 }, zeroRestored: true },
      { found: { imei: A }, zeroRestored: false },
    ]);
  });

  it('gets no zero that no phone has: 04 is of test devices, although the check digit agrees', async () => {
    const [only] = (await read('IMEI\n49015420323751\n'))?.rows.flat() ?? [];
    expect(only).toMatchObject({ found: { imei: '490154203237518' }, zeroRestored: false });
  });

  it('of 14 digits is completed where most of its column had no zero before them', async () => {
    const bodies = Array.from({ length: 20 }, (_, index) => imeiOf('35209900', index).slice(0, 14));
    const numbers = await read(bodies.join('\n'));
    expect(numbers?.rows.flat().every((one) => one.kind === 'imei' && !one.zeroRestored)).toBe(true);
    expect(numbers?.rows.flat()).toHaveLength(20);
  });
});

describe('the findings of a table', () => {
  it('have each IMEI once in the order of the rows, the wrong ones with their row, and the repeated ones', async () => {
    const numbers = await read(`IMEI\n${B}\n${A}\n490154203237517\n${B}\n`);
    if (numbers === undefined) throw new Error('no column');
    const rows = numbers.rows.map((found, row) => ({ row, numbers: found }));
    expect(findingsOf({ tables: [{ table: 0, headerRow: 0, rows }], aside: [] })).toMatchObject({
      found: [
        { imei: B, line: 2 },
        { imei: A, line: 3 },
      ],
      problems: [{ text: '490154203237517', line: 4 }],
      duplicates: 1,
    });
  });

  it('end where there are more different IMEIs than allowed, or far more numbers', async () => {
    const lines = (count: number): string =>
      Array.from({ length: count }, (_, serial) => imeiOf('35209900', serial)).join('\n');
    expect((await read(lines(10), 10))?.tooManyAt).toBeUndefined();
    expect((await read(lines(12), 10))?.tooManyAt).toBe(11);
    expect((await read(`${A}\n`.repeat(101), 10))?.tooManyAt).toBe(101);
  });
});
