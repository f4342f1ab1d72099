import { describe, expect, it } from 'vitest';
import { readTables } from '../../src/tables/read/read.ts';
import type { Table } from '../../src/tables/table.ts';
import { encoded, workbookOf, workbookParts, zipOf } from '../support/files/tables.ts';

const IMEI = '490154203237518';
const MARK = '\uFEFF';

/** The texts of a table's cells; fails when there is no table. */
async function cellsOf(bytes: Uint8Array): Promise<string[][]> {
  const reading = readTables(bytes);
  if (!reading.ok) throw new Error(`no table: ${reading.why}`);
  return textsOf(reading.book.tables[0]);
}

const textsOf = (table: Table | undefined): string[][] =>
  table?.rows.map((row) => row.map(({ text }) => text)) ?? [];

async function whyNot(bytes: Uint8Array): Promise<string> {
  const reading = readTables(bytes);
  return reading.ok ? `read: ${JSON.stringify(reading.book)}` : reading.why;
}

describe('a text', () => {
  it.each([
    ['commas', `imei,model\r\n${IMEI},3110\r\n`],
    ['semicolons', `imei;model\n${IMEI};3110\n`],
    ['tabs', `imei\tmodel\r\n${IMEI}\t3110`],
    ['bars', `imei|model\r${IMEI}|3110`],
    ['quotes', `"imei","model"\n"${IMEI}","3110"\n`],
  ])('may have %s between its cells', async (_, text) => {
    expect(await cellsOf(encoded(text, 'utf8'))).toEqual([
      ['imei', 'model'],
      [IMEI, '3110'],
    ]);
  });

  it('may have separators, quotes and line breaks inside a quoted cell', async () => {
    expect(await cellsOf(encoded(`a;"b;""c""\nd"\n${IMEI};e\n`, 'utf8'))).toEqual([
      ['a', 'b;"c"\nd'],
      [IMEI, 'e'],
    ]);
  });

  it('is not misled by other separators inside quoted cells', async () => {
    const rows = [
      [IMEI, '|', '|'],
      [IMEI, '', '|'],
    ];
    const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
    expect(await cellsOf(encoded(text, 'utf8'))).toEqual(rows);
  });

  it('may have a title above its rows, and rows of any length', async () => {
    const text = `Phones of May\n\n${IMEI};3110\n352099001761481\n${IMEI};1;2\n`;
    expect(await cellsOf(encoded(text, 'utf8'))).toEqual([
      ['Phones of May'],
      [''],
      [IMEI, '3110'],
      ['352099001761481'],
      [IMEI, '1', '2'],
    ]);
  });

  it('is one column where nothing separates', async () => {
    expect(await cellsOf(encoded(`${IMEI}\n352099001761481\n`, 'utf8'))).toEqual([
      [IMEI],
      ['352099001761481'],
    ]);
  });

  it.each([
    ['UTF-8', 'utf8', ''],
    ['UTF-8 with its mark', 'utf8', MARK],
    ['UTF-16 LE', 'utf16le', ''],
    ['UTF-16 LE with its mark', 'utf16le', MARK],
    ['UTF-16 BE', 'utf16be', ''],
    ['UTF-16 BE with its mark', 'utf16be', MARK],
    ['Windows-1252', 'latin1', ''],
  ] as const)('may be written in %s', async (_, encoding, mark) => {
    expect(await cellsOf(encoded(`Gerät,IMEI\nEins,${IMEI}\n`, encoding, mark))).toEqual([
      ['Gerät', 'IMEI'],
      ['Eins', IMEI],
    ]);
  });

  it.each([true, false])('may be written in UTF-32, big end first: %s', async (isBig) => {
    const characters = [...`${MARK}Gerät 😀,IMEI\nEins,${IMEI}\n`];
    const bytes = new DataView(new ArrayBuffer(4 * characters.length + 3));
    for (const [index, one] of characters.entries())
      bytes.setUint32(4 * index, one.codePointAt(0) ?? 0, !isBig);

    expect(await cellsOf(new Uint8Array(bytes.buffer))).toEqual([
      ['Gerät 😀', 'IMEI'],
      ['Eins', IMEI],
    ]);
  });

  it.each(['sep=;\r\n', '"sep=;"\n'])('may tell its separator in a first line: %j', async (line) => {
    expect(await cellsOf(encoded(`${line}a,b;c,d\n`, 'utf8'))).toEqual([['a,b', 'c,d']]);
  });

  it('gives back what a spreadsheet was kept from changing', async () => {
    expect(await cellsOf(encoded(`="${IMEI}",="0123","\t0456"\n`, 'utf8'))).toEqual([[IMEI, '0123', '0456']]);
  });

  it('keeps its empty rows and cells, so that rows stay where they are', async () => {
    expect(await cellsOf(encoded(`a,b\n\n,${IMEI}\n`, 'utf8'))).toEqual([['a', 'b'], [''], ['', IMEI]]);
  });
});

describe('a workbook', () => {
  it('gives numbers in whole digits, however the sheet shows or writes them', async () => {
    expect(
      await cellsOf(
        await workbookOf([
          ['IMEI', 'n'],
          [490154203237518, 3.5],
          ['0123', null],
        ]),
      ),
    ).toEqual([
      ['IMEI', 'n'],
      [IMEI, '3.5'],
      ['0123', ''],
    ]);
    const short = '<row r="1"><c r="A1"><v>4.90154203237518E+14</v></c><c r="C1" t="b"><v>1</v></c></row>';
    expect(await cellsOf(zipOf(workbookParts(short)))).toEqual([[IMEI, '', 'TRUE']]);
  });

  it('is read at all its sheets with anything in them', async () => {
    const reading = readTables(await workbookOf([['', null]], [[IMEI]], [['352099001761481']]));
    const tables = reading.ok ? reading.book.tables : [];
    expect(tables.map((table) => [table.name, textsOf(table)])).toEqual([
      ['Sheet 2', [[IMEI]]],
      ['Sheet 3', [['352099001761481']]],
    ]);
  });

  it('is read without its pictures, which nobody unpacks', async () => {
    const parts = workbookParts(`<row r="1"><c r="A1"><v>${IMEI}</v></c></row>`);
    const picture = Buffer.alloc(1_000, 'a picture ');
    const bytes = zipOf({ ...parts, 'xl/media/1.png': picture });
    // It cannot be unpacked: a block of the last kind, of which there is none.
    bytes[Buffer.from(bytes).indexOf('xl/media/1.png') + 'xl/media/1.png'.length] = 7;
    expect(await cellsOf(bytes)).toEqual([[IMEI]]);
  });

  it('is told by its content, and not by its name', async () => {
    const reading = readTables(await workbookOf([[IMEI]]));
    expect(reading).toMatchObject({ ok: true, book: { kind: 'workbook' } });
  });
});

describe('what is no table', () => {
  const ole2 = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  it.each([
    ['nothing at all', new Uint8Array(), 'empty'],
    ['white space', encoded(' \n\n\t\n', 'utf8'), 'empty'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not-a-table'],
    ['a program', Buffer.alloc(1_000, 1), 'not-a-table'],
    ['an archive of something else', zipOf({ 'a.png': 'x' }), 'archive'],
    ['a broken archive', Buffer.from('PK\x03\x04 and nothing more'), 'not-a-table'],
    [
      'an Excel file of before 2007',
      Buffer.concat([ole2, Buffer.from('Workbook', 'utf16le')]),
      'old-workbook',
    ],
    [
      'a workbook with a password',
      Buffer.concat([ole2, Buffer.from('EncryptedPackage', 'utf16le')]),
      'locked',
    ],
    ['an archive with a password', zipOf(workbookParts(''), 1), 'locked'],
    ['a workbook that is broken inside', zipOf({ 'xl/workbook.xml': '<workbook' }), 'not-a-table'],
  ])('%s', async (_, bytes, why) => {
    expect(await whyNot(new Uint8Array(bytes))).toBe(why);
  });

  it('an empty workbook', async () => {
    expect(await whyNot(await workbookOf([[null]]))).toBe('empty');
  });
});

describe('what would fill the memory is refused before it does:', () => {
  const cell = (place: string) => `<row><c r="${place}"><v>1</v></c></row>`;
  it.each([
    [
      'an archive that unpacks to very much',
      zipOf({ ...workbookParts(''), 'xl/sharedStrings.xml': Buffer.alloc(34_000_000) }),
    ],
    ['two cells far apart', zipOf(workbookParts(`${cell('A1')}${cell('XFD1000')}`))],
    ['a row beyond the last one', zipOf(workbookParts('<row r="9999999999"/>'))],
    ['a row that hides its number', zipOf(workbookParts(`<row x='">' r="9999999999"/>`))],
    ['a cell that hides its place', zipOf(workbookParts('<row r="1"><c r="&#90;ZZ1"><v>1</v></c></row>'))],
    ['a column beyond the last one', zipOf(workbookParts(cell('ZZZ1')))],
    ['more rows than a list has', encoded(`${IMEI}\n`.repeat(20_001), 'utf8')],
    ['more cells than a list has', encoded(`${','.repeat(999)}\n`.repeat(251), 'utf8')],
  ])('%s', async (_, bytes) => {
    expect(await whyNot(bytes)).toBe('too-much');
  });

  it('a long text that is named in many cells', async () => {
    const parts = workbookParts(
      Array.from({ length: 300 }, (_, row) => `<row><c r="A${row + 1}" t="s"><v>0</v></c></row>`).join(''),
    );
    const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'a'.repeat(100_000)}</t></si></sst>`;
    expect(await whyNot(zipOf({ ...parts, 'xl/sharedStrings.xml': strings }))).toBe('too-much');
  });

  it('but not a sheet that is only coloured down to its last row', async () => {
    const rows = `<row r="1"><c r="A1"><v>${IMEI}</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>`;
    expect(await cellsOf(zipOf(workbookParts(rows)))).toEqual([[IMEI]]);
  });
});
