import * as XLSX from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { read, readFile, writtenWithAnswers } from '../support/files/files-in-process.ts';
import {
  flatOdsOf,
  odsOf,
  workbookOf,
  workbookParts,
  ZIP64_EXTRA,
  zipOf,
} from '../support/files/tables.ts';

const [A, B, C] = ['356938031000012', '356938031000020', '490154203237518'];

/** The formats that the library writes. */
const FORMATS = ['xlsx', 'xlsb', 'biff8', 'biff5', 'fods', 'ods', 'xlml'] as const;

/** A table of OpenDocument with one IMEI. */
function sheet(attributes: string, imei: string): string {
  const rows = ['IMEI', imei].map(
    (text) =>
      `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`,
  );
  return `<table:table ${attributes}>${rows.join('')}</table:table>`;
}

describe('a workbook', () => {
  const rows = [
    ['Näme', 'IMEI', 'Number'],
    ['Ann', A, 1.5],
    ['Bob', Number(B), 2],
  ];
  it.each(FORMATS)('a workbook is read as %s', async (bookType) => {
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows), 'Phones');
    const bytes = XLSX.write(book, { type: 'buffer', bookType });
    expect(await read(bytes, 'a.xls')).toEqual([`2 ${A}`, `3 ${B}`]);
  });

  it('is read as a web page, whose numbers keep their zeros', async () => {
    const page = `<html><table><tr><th>Name<th>IMEI</tr><tr><td>Ann<td>012345678901237</tr></table></html>`;
    expect(await read(page, 'a.xls')).toEqual(['2 012345678901237']);
  });

  it('is read as Apple Numbers', async () => {
    // The library writes it only with a template of 40 kB, which is in its package.
    const { default: numbers } = await import('@e965/xlsx/dist/xlsx.zahl.mjs');
    const book = XLSX.utils.book_new(
      XLSX.utils.aoa_to_sheet([
        ['Name', 'IMEI'],
        ['Ann', A],
      ]),
      'Phones',
    );
    const bytes = XLSX.write(book, {
      type: 'buffer',
      bookType: 'numbers',
      numbers: numbers as unknown as string,
    });
    expect(await read(bytes, 'a.numbers')).toEqual([`2 ${A}`]);
  });

  it.each([
    ['with backslashes in the names of its parts', { folderSign: '\\' }],
    ['with the sizes of its parts in fields of ZIP64', { zip64: true }],
  ])('a workbook is read %s', async (_, form) => {
    const row = `<row><c t="str"><v>IMEI</v></c></row><row><c t="str"><v>${A}</v></c></row>`;
    expect(await read(zipOf(workbookParts(row), form), 'a.xlsx')).toEqual([`2 ${A}`]);
  });

  it('is read sheet by sheet, without the hidden ones', async () => {
    const sheets = {
      First: [['IMEI'], [A]],
      Secret: [['IMEI'], [C]],
      Notes: [['nothing']],
      Last: [['IMEI'], [B]],
    };
    const bytes = workbookOf(sheets, ['Secret']);
    expect(await read(bytes)).toEqual([`2 ${A}`, `3:2 ${B}`]);
    expect(await readFile(bytes)).toMatchObject({
      table: { coverage: { read: ['First', 'Last'], hidden: ['Secret'] } },
    });
  });

  const phone = [
    ['IMEI', A],
    ['Serial', C],
  ];
  const long = Array.from({ length: 60 }, (_, row) => [`Note ${row}`, 'none']);
  const list = [
    ['Name', 'IMEI'],
    ['Ann', B],
  ];
  it.each([
    ['before a list', { Phone: phone, List: list }, [`1 ${A}`, `2 ${C}?`, `1:2 ${B}`]],
    ['after a list', { List: list, Phone: phone }, [`2 ${B}`, `1:1 ${A}`, `1:2 ${C}?`]],
    [
      'with many rows',
      { Phone: [...phone, ...long], List: list },
      [`1 ${A}`, `2 ${C}?`, `1:2 ${B}`],
    ],
    ['beside notes', { Phone: phone, Notes: [['nothing', 'more', 'here']] }, 'text'],
  ])('a sheet of names and values is read by its names: %s', async (_, sheets, rows) => {
    expect(await read(workbookOf(sheets))).toEqual(rows);
  });

  const typo = '490154203237519';
  it.each([
    ['IMEI', typo, 'B1:C1', ['Name', 'IMEI'], [`2 ${A} check-digit`]],
    ['another number', B, 'B1:C1', ['Name', 'Order no.'], [`Order no.? ${A}`, `Order no.? ${B}`]],
    ['a heading', B, 'A1:C1', ['Order no. 7'], [`2 ${A} ${B}`]],
  ])('a title may be over several columns: %s', async (_, second, merged, titles, expected) => {
    const withMerged = XLSX.utils.aoa_to_sheet([titles, ['Ann', A, second]]);
    withMerged['!merges'] = [XLSX.utils.decode_range(merged)];
    for (const bookType of ['xlsx', 'biff8', 'ods'] as const) {
      const bytes = XLSX.write(XLSX.utils.book_new(withMerged), { type: 'buffer', bookType });
      expect(await read(bytes, 'a.xls')).toEqual(expected);
    }
  });

  it('the title of a table far below another one may be over several columns', async () => {
    const others = Array.from({ length: 60 }, () => ['Cable', 'none', 'none']);
    const sheetOfTwo = XLSX.utils.aoa_to_sheet([
      ['Name', 'Price', 'Price'],
      ...others,
      [],
      ['Name', 'IMEI'],
      ['Ann', A, typo],
    ]);
    sheetOfTwo['!merges'] = [XLSX.utils.decode_range('B63:C63')];
    const bytes = XLSX.write(XLSX.utils.book_new(sheetOfTwo), { type: 'buffer', bookType: 'xlsx' });
    expect(await read(bytes, 'a.xlsx')).toEqual([`64 ${A} check-digit`]);
  });

  describe('as ODS has hidden sheets too', () => {
    const phones = sheet('table:name="Phones" table:style-name="shown"', A);
    const secret = sheet('table:name="Secret" table:style-name="hidden"', C);
    const styleNamedLast =
      '<style:style style:family="table" style:name="hidden"><style:table-properties style:writing-mode="lr-tb" table:display="false"/></style:style>';

    it.each([
      ['before the one that is shown', odsOf(secret + phones), `1:2 ${A}`],
      ['after one without a style', odsOf(sheet('table:name="Phones"', A) + secret), `2 ${A}`],
      [
        'whose style comes before its name',
        odsOf(phones + sheet('table:style-name="hidden" table:name="Secret"', C)),
        `2 ${A}`,
      ],
      [
        'after one with a sign of XML in its name',
        odsOf(sheet('table:name="&lt;5>" table:style-name="shown"', A) + secret),
        `2 ${A}`,
      ],
      [
        'after an empty one, which is not read',
        odsOf(`<table:table table:name="Empty" table:style-name="shown"/>${phones}${secret}`),
        `2 ${A}`,
      ],
      ['by a style that is named last', odsOf(phones + secret, styleNamedLast), `2 ${A}`],
      ['in one file of XML', flatOdsOf(phones + secret), `2 ${A}`],
    ])('%s', async (_, content, expected) => {
      expect(await read(content, 'a.ods')).toEqual([expected]);
      expect(await readFile(content)).toMatchObject({
        table: { coverage: { hidden: ['Secret'] } },
      });
    });
  });

  it('of OpenDocument has the names of its sheets as people gave them', async () => {
    const bytes = odsOf(
      sheet('table:name="New &amp; used"', A) + sheet('table:name="Ann&apos;s &lt;5&gt;"', B),
    );
    expect(await readFile(bytes)).toMatchObject({
      table: { coverage: { read: ['New & used', "Ann's <5>"] } },
    });
    const { xlsx } = await writtenWithAnswers(bytes, 'a.ods');
    expect(XLSX.read(xlsx).SheetNames).toEqual(['New & used', "Ann's <5>"]);
  });

  it('of OpenDocument may have a table without a name', async () => {
    const bytes = odsOf(sheet('table:name="Phones"', A) + sheet('', B));
    expect(await read(bytes, 'a.ods')).toEqual([`2 ${A}`, `1:2 ${B}`]);
    expect((await writtenWithAnswers(bytes, 'a.ods')).xlsx).toBeDefined();
  });

  it('without IMEIs says what is in its place, such as a card', async () => {
    const bytes = workbookOf({ Seen: [['Card'], ['4111111111111111']] });
    expect(await readFile(bytes)).toMatchObject({
      findings: { invalid: [{ why: { kind: 'card' } }] },
    });
  });

  it('without IMEIs says what is hidden', async () => {
    const bytes = workbookOf({ Seen: [['nothing']], Secret: [[A]] }, ['Secret']);
    expect(await readFile(bytes)).toMatchObject({
      why: 'no-imeis',
      coverage: { hidden: ['Secret'] },
    });
  });
});

describe('a file that is not a table', () => {
  it.each([
    ['empty', '', 'a.csv'],
    ['empty', ' \r\n', 'a.csv'],
    ['archive', zipOf({ 'list.csv': A }), 'a.zip'],
    ['archive', zipOf({ 'content.xml': A, 'Index/a.iwa': A }), 'a.zip'],
    ['archive', zipOf({ 'xl/workbook.txt': A, 'old/xl/workbook.xml': A }), 'a.zip'],
    ['archive', Uint8Array.of(0x1f, 0x8b, 8, 0), 'a.csv.gz'],
    ['archive', Buffer.from('BZh91AY&SY'), 'a.bz2'],
    ['archive', Buffer.from('\xfd7zXZ\0', 'latin1'), 'a.xz'],
    ['document', zipOf({ 'word/document.xml': '<w:t/>' }), 'a.docx'],
    ['document', zipOf({ 'META-INF/container.xml': '<container/>' }), 'a.epub'],
    ['document', `{\\rtf1\\ansi IMEI ${A.slice(0, 6)}\\b ${A.slice(6)}}`, 'a.rtf'],
    ['document', compoundOf('WordDocument'), 'a.doc'],
    ['document', compoundOf('__substg1.0_1000001F'), 'a.msg'],
    ['document', zipOf({ 'ppt/presentation.xml': '<p/>' }), 'a.pptx'],
    ['document', zipOf({ 'word/document.xml': '<w:t/>' }, { folderSign: '\\' }), 'a.docx'],
    ['not-a-table', Uint8Array.of(0x50, 0x41, 0x52, 0x31, 0), 'a.parquet'],
    ['not-a-table', Uint8Array.of(1, 2, 0, 4, 9, 200), 'a.bin'],
    ['not-a-table', zipOf({ 'xl/workbook.xml': '<workbook' }), 'a.xlsx'],
    ['locked', compoundOf('EncryptedPackage', 'EncryptionInfo'), 'a.xlsx'],
    // Its size must be known before SheetJS allocates memory for it.
    ['too-much', withDirectory((entry) => entry.writeUInt32LE(200_000_000, 24)), 'a.xlsx'],
    ['too-much', withZip64((values) => values.writeUInt32LE(200_000_000)), 'a.xlsx'],
    ['too-much', withZip64((values) => values.writeUInt32LE(1, 4)), 'a.xlsx'],
    ['broken', withDirectory((entry) => entry.write('PK??')), 'a.xlsx'],
    ['broken', withoutEnd(zipOf(workbookParts(''))), 'a.xlsx'],
    ['broken', workbookOf({ Phones: [['IMEI'], [A]] }).slice(0, 3_000), 'a.xlsx'],
  ])('is %s', async (why, content, name) => {
    expect(await read(content, name)).toBe(why);
  });
});

/** A workbook with a change to the first entry of its ZIP directory. */
function withDirectory(change: (entry: Buffer) => void): Uint8Array {
  const file = Buffer.from(zipOf(workbookParts(`<row><c t="str"><v>${A}</v></c></row>`)));
  change(file.subarray(file.indexOf('PK\x01\x02')));
  return new Uint8Array(file);
}

/** A workbook with a change to the values of ZIP64 of the first entry of its directory. */
function withZip64(change: (values: Buffer) => void): Uint8Array {
  const file = Buffer.from(zipOf(workbookParts(''), { zip64: true }));
  change(file.subarray(file.indexOf(ZIP64_EXTRA) + ZIP64_EXTRA.length));
  return new Uint8Array(file);
}

/** A ZIP whose last bytes, which say where its directory is, are missing. */
function withoutEnd(file: Uint8Array): Uint8Array {
  return file.slice(0, Buffer.from(file).lastIndexOf('PK\x05\x06'));
}

/** What Excel writes for a workbook with a password, without its contents. */
/** A file of streams as old programs of Office write it. */
function compoundOf(...streams: readonly string[]): Uint8Array {
  const file = XLSX.CFB.utils.cfb_new();
  for (const name of streams) XLSX.CFB.utils.cfb_add(file, `/${name}`, Buffer.alloc(64));
  return XLSX.CFB.write(file, { type: 'buffer' });
}

describe('the answer', () => {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

  it('is the same CSV with columns behind it', async () => {
    const { csv, xlsx, hasOnlyNumbers } = await writtenWithAnswers(
      `Name;IMEI;Note\nAnn;${A}\nBob;;"a;b"\nCy;${B};x\n`,
    );
    expect(xlsx).toBeUndefined();
    expect(hasOnlyNumbers).toBe(false);
    expect(text(csv)).toBe(
      `\uFEFFName;IMEI;Note;IMEI;Result\r\nAnn;\t${A};;\t${A};found\r\nBob;;"a;b";;\r\nCy;\t${B};x;\t${B};found\r\n`,
    );
  });

  it('gets titles if the file has none', async () => {
    const { csv } = await writtenWithAnswers(`Ann,${A}\nBob,${B}\n`);
    expect(text(csv).split('\r\n')[0]).toBe('\uFEFF,,IMEI,Result');
  });

  it('is safe to open', async () => {
    const { csv } = await writtenWithAnswers(
      `IMEI;=1+1;+49 151;-5;007;@a\n${A};"=HYPERLINK(""x"")";+49151;-5.5;007;-a\n`,
    );
    expect(text(csv)).toContain(`;'=1+1;'+49 151;-5;\t007;'@a;`);
    expect(text(csv)).toContain(`;"'=HYPERLINK(""x"")";\t+49151;-5.5;\t007;'-a;`);
  });

  it.each([
    [` ${A} `],
    [`\u00A0${B}`],
    [`${A}.0`],
    [`${A},00`],
    [' 007'],
    ['007,50'],
    ['12E34'],
    [' +49151'],
  ])('the answer has a tab before a number that a spreadsheet would change: "%s"', async (cell) => {
    const { csv } = await writtenWithAnswers(`IMEI;Note\n${A};${cell}\n`);
    expect(text(csv).replaceAll('"', '')).toContain(`\r\n\t${A};\t${cell};`);
  });

  it('is as safe and as plain if it is sent again', async () => {
    const rows = `="Name";IMEI;Note\n="0123";="${A}";="=1+1"\n`;
    const once = (await writtenWithAnswers(rows)).csv;
    expect(text(once)).toBe(
      `\uFEFFName;IMEI;Note;IMEI;Result\r\n\t0123;\t${A};'=1+1;\t${A};found\r\n`,
    );
    const again = text((await writtenWithAnswers(once)).csv);
    expect(again).toContain(`\r\n\t0123;\t${A};'=1+1;\t${A};found;`);
  });

  it('has columns as wide as their cells, in a workbook', async () => {
    const { xlsx } = await writtenWithAnswers(
      workbookOf({
        Phones: [
          ['Name', 'IMEI'],
          ['Ann', A],
        ],
      }),
    );
    const columns = XLSX.read(xlsx, { cellStyles: true }).Sheets.Phones?.['!cols'] ?? [];
    expect(columns[2]?.wch).toBeGreaterThanOrEqual(A.length);
  });

  it.each([
    ['phones that we bought in November', 'phones that we bought in Novemb'],
    [`${'x'.repeat(30)}📱`, `${'x'.repeat(30)}_`],
    ["'11/2026' [new]: a*b?", "_11_2026' _new__ a_b_"],
    ['phones', 'phones (2)'],
    ['History', 'History (2)'],
    ['', 'Sheet2'],
  ])(
    'the answer to a workbook with a sheet name that Excel forbids is a workbook too: %j',
    async (name, given) => {
      const bytes = odsOf(sheet('table:name="Phones"', A) + sheet(`table:name="${name}"`, B));
      const { SheetNames, Sheets } = XLSX.read((await writtenWithAnswers(bytes, 'a.ods')).xlsx);
      expect(SheetNames).toEqual(['Phones', given]);
      expect(XLSX.utils.sheet_to_csv(Sheets[given] ?? {})).toContain(`${B},${B},found`);
    },
  );

  it('is a workbook too where one came, with its types and hidden sheets', async () => {
    const phones = XLSX.utils.aoa_to_sheet(
      [
        ['Name', 'IMEI', 'Date', 'Price'],
        ['Ann', Number(A), new Date(Date.UTC(2026, 10, 26)), 19.5],
        ['x'.repeat(32_767), B, '', true],
      ],
      { UTC: true },
    );
    const book = XLSX.utils.book_new(phones, 'Phones');
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['hidden']]), 'Secret');
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
    const { csv, xlsx } = await writtenWithAnswers(
      XLSX.write(book, { type: 'buffer', bookType: 'biff8' }),
      'a.xls',
    );
    expect(text(csv)).toContain(`Ann,\t${A},2026-11-26,19.5,\t${A},found`);
    const again = XLSX.read(xlsx);
    expect(again.SheetNames).toEqual(['Phones', 'Secret']);
    expect(again.Workbook?.Sheets?.[1]?.Hidden).toBe(1);
    expect(
      XLSX.utils.sheet_to_json(again.Sheets.Phones ?? {}, { header: 1, UTC: true }).slice(0, 2),
    ).toEqual([
      ['Name', 'IMEI', 'Date', 'Price', 'IMEI', 'Result'],
      ['Ann', Number(A), expect.anything(), 19.5, A, 'found'],
    ]);
  });
});

describe('a workbook with empty rows and columns', () => {
  it.each(['xlsx', 'biff8', 'ods'] as const)(
    'a workbook with empty rows and columns is written: %s',
    async (bookType) => {
      const rows = [['Stock list'], [], ['IMEI', 'Color'], [A, 'red'], [], [B, 'blue']];
      const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows), 'Phones');
      XLSX.utils.book_append_sheet(
        book,
        XLSX.utils.sheet_add_aoa({}, [['IMEI'], [C]], { origin: 'B4' }),
        'More',
      );
      const wide = XLSX.utils.aoa_to_sheet([['a'], [], ['b']]);
      wide['!ref'] = 'A1:Z1000';
      XLSX.utils.book_append_sheet(book, wide, 'Notes');
      XLSX.utils.book_append_sheet(book, {}, 'Sheet4');
      const { xlsx } = await writtenWithAnswers(
        XLSX.write(book, { type: 'buffer', bookType }),
        `a.${bookType}`,
      );
      const again = XLSX.read(xlsx);
      const written = again.SheetNames.map((name) =>
        XLSX.utils.sheet_to_csv(again.Sheets[name] ?? {}),
      );
      expect(written[0]).toContain(
        `IMEI,Color,IMEI,Result\n${A},red,${A},found\n,,,\n${B},blue,${B},found`,
      );
      expect(written[1]).toContain(`\n,IMEI,IMEI,Result\n,${C},${C},found`);
      expect(written.slice(2)).toEqual(['a\n\nb', '']);
    },
  );
});
