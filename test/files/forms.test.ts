import { describe, expect, it } from 'vitest';
import { readTables } from '../../src/tables/read/read.ts';
import type { Table } from '../../src/tables/table.ts';
import {
  encoded,
  odsOf,
  odsRow,
  rowOf,
  workbookOfSheets,
  workbookParts,
  zipOf,
} from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const A = imeiOf('35209900', 100);
const B = imeiOf('35209900', 101);

function bookOf(bytes: Uint8Array) {
  const reading = readTables(bytes);
  if (!reading.ok) throw new Error(reading.why);
  return reading.book;
}

const cell = (text: string): string => `<c t="str"><v>${text}</v></c>`;
const textsOf = (table: Table | undefined): string[][] | undefined =>
  table?.rows.map((row) => row.map(({ text }) => text));

const firstOf = (bytes: Uint8Array) => textsOf(bookOf(bytes).tables[0]);

describe('a workbook as other programs write it', () => {
  const oneSheet = (rows: string) => workbookOfSheets([{ name: 'Phones', rows }]);

  it('may have cells without an address, which follow the one before', () => {
    const rows = `${rowOf(['Name', 'IMEI'])}<row r="3"><c r="B3"><v>${A}</v></c><c><v>1</v></c></row>${rowOf(['ann', B])}`;
    expect(firstOf(oneSheet(rows))).toEqual([
      ['Name', 'IMEI', ''],
      ['', '', ''],
      ['', A, '1'],
      ['ann', B, ''],
    ]);
  });

  it.each([
    ['backslashes', (name: string) => name.replaceAll('/', '\\')],
    ['capitals', (name: string) => name.replace('workbook', 'Workbook').replace('sheet1', 'Sheet1')],
    ['another number', (name: string) => name.replace('workbook.xml', 'workbook2.xml')],
    ['no folder', (name: string) => name.replace('xl/', '')],
  ])('may name its parts with %s', (_, renamed) => {
    const parts = workbookParts(`${rowOf(['IMEI'])}${rowOf([A])}`);
    const main = Object.keys(parts).find((name) => name.endsWith('workbook.xml')) ?? '';
    const root = `<Relationships><Relationship Id="1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/${renamed(main)}"/></Relationships>`;
    const named = Object.entries({ '_rels/.rels': root, ...parts }).map(([name, part]) => [
      renamed(name),
      part,
    ]);
    expect(firstOf(zipOf(Object.fromEntries(named)))).toEqual([['IMEI'], [A]]);
  });

  it('may keep the texts of its cells elsewhere, and be in UTF-16', () => {
    const { 'xl/_rels/workbook.xml.rels': relations = '', ...parts } = workbookParts(
      '<row><c t="s"><v>1</v></c></row><row r="1048576"><c t="inlineStr"><is><t> </t></is></c></row>',
    );
    const strings = '<Relationship Id="9" Type="x/sharedStrings" Target="texts/all.xml"/></Relationships>';
    const bytes = zipOf({
      ...parts,
      'xl/_rels/workbook.xml.rels': relations.replace('</Relationships>', strings),
      'xl/texts/all.xml': Buffer.from(`\uFEFF<sst><si><t>x</t></si><si><t>${A}</t></si></sst>`, 'utf16le'),
    });
    expect(firstOf(bytes)).toEqual([[A]]);
  });

  it('is read without its hidden columns, which are counted', () => {
    const columns = '<cols><col min="2" max="2" hidden="1"/><col min="4" max="9" hidden="true"/></cols>';
    const rows = [rowOf(['Name', 'IMEI 2', 'IMEI', 'Old']), rowOf(['ann', A, B, ''])].join('');
    const parts = workbookParts(rows);
    const sheet = parts['xl/worksheets/sheet1.xml']?.replace('<sheetData>', `${columns}<sheetData>`) ?? '';
    const [table] = bookOf(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet })).tables;
    expect(textsOf(table)).toEqual([
      ['Name', 'IMEI'],
      ['ann', B],
    ]);
    expect(table?.hiddenColumns).toBe(2);
  });

  it('is read without columns and rows that nothing is seen of', () => {
    const rows = [
      rowOf(['IMEI', 'IMEI 2']),
      rowOf([A, B]),
      `<row ht="0" customHeight="1">${cell(B)}</row>`,
    ].join('');
    const parts = workbookParts(rows);
    const columns = '<cols><col min="2" max="2" width="0" customWidth="1"/></cols><sheetData>';
    const sheet = parts['xl/worksheets/sheet1.xml']?.replace('<sheetData>', columns) ?? '';
    const [table] = bookOf(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet })).tables;
    expect(textsOf(table)).toEqual([['IMEI'], [A]]);
    expect([table?.hiddenColumns, table?.hiddenRows.size]).toEqual([1, 1]);
  });

  it.each([
    ['a text', `<c><f>"${A}"</f><v></v></c>`],
    ['a text, said to be 0', `<c><f>"${A}"</f><v>0</v></c>`],
    ['a number', `<c><f>${A}</f><v>0</v></c>`],
    ['a text that is there', `<c t="str"><f>"${A}"</f><v>${A}</v></c>`],
  ])('may have formulas that nobody has calculated: %s', (_, made) => {
    expect(firstOf(oneSheet(`<row>${made}</row>`))).toEqual([[A]]);
  });

  it('shows what other formulas have come to', () => {
    const rows = `<row><c><f>A2+1</f><v>${A}</v></c><c><f>2*3</f><v>6</v></c></row>`;
    expect(firstOf(oneSheet(rows))).toEqual([[A, '6']]);
  });

  it('may have texts in pieces, with escaped characters and readings of words', () => {
    const si = '<si><r><t>IM</t></r><r><t>EI</t></r><rPh><t>x</t></rPh></si><si><t>a_x000D_&amp;b</t></si>';
    const bytes = zipOf({
      'xl/workbook.xml':
        '<x:workbook xmlns:r="r"><x:sheets><x:sheet name="a" r:id="1"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="1" Target="/xl/s.xml"/></Relationships>',
      'xl/sharedStrings.xml': `<sst>${si}</sst>`,
      'xl/s.xml':
        '<x:worksheet><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c><x:c t="str"><x:f>A1</x:f><x:v>y</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(firstOf(bytes)).toEqual([['IMEI', 'a\r&b', 'y']]);
  });

  it('shows dates as dates, and an IMEI never as one', () => {
    const parts = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="1" Target="s.xml"/></Relationships>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d/m/yy;@"/><numFmt numFmtId="165" formatCode="&quot;IMEI &quot;0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/s.xml': `<worksheet><sheetData><row><c s="1"><v>46143</v></c><c s="2"><v>46143.5</v></c><c s="3"><v>${A}</v></c><c s="1"><v>${B}</v></c></row></sheetData></worksheet>`,
    };
    expect(firstOf(zipOf(parts))).toEqual([['2026-05-01', '2026-05-01 12:00:00', A, B]]);
  });

  it('is read without its hidden sheets and rows, which are named', () => {
    const rows = [rowOf(['IMEI']), rowOf([A], 'hidden="1"'), rowOf([B])].join('');
    const book = bookOf(
      workbookOfSheets([
        { name: 'Old', rows: rowOf([A]), state: 'hidden' },
        { name: 'Phones', rows },
        { name: 'Secret', rows: rowOf([A]), state: 'veryHidden' },
        { name: 'Tablets', rows: rowOf([A]) },
      ]),
    );
    expect(book.hiddenSheets).toEqual(['Old', 'Secret']);
    expect(book.tables.map(({ name }) => name)).toEqual(['Phones', 'Tablets']);
    expect(textsOf(book.tables[0])).toEqual([['IMEI'], [''], [B]]);
    expect(book.tables[0]?.hiddenRows).toEqual(new Set([1]));
  });
});

describe('an OpenDocument spreadsheet', () => {
  it('is read with its repeated cells and rows, its numbers and its breaks, without comments', () => {
    const rows = [
      odsRow(['IMEI', 'a<text:s text:c="2"/>b</text:p><text:p>c']),
      '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"/></table:table-row>',
      `<table:table-row><table:table-cell office:value-type="float" office:value="${A}"><office:annotation><text:p>note</text:p></office:annotation><text:p>3.52E+14</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row>`,
      '<table:table-row><table:table-cell office:value-type="date" office:date-value="2026-05-01"><text:p>1.5.</text:p></table:table-cell><table:covered-table-cell/><table:table-cell office:boolean-value="true"/></table:table-row>',
      '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    ];
    expect(firstOf(odsOf(`<table:table table:name="a">${rows.join('')}</table:table>`))).toEqual([
      ['IMEI', 'a  b\nc', ''],
      ['', '', ''],
      ['', '', ''],
      [A, 'x', 'x'],
      ['2026-05-01', '', 'TRUE'],
    ]);
  });

  it('is read without its hidden columns, also as one file of XML', () => {
    const columns =
      '<table:table-column/><table:table-column-group><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/></table:table-column-group>';
    const rows = [odsRow(['IMEI', 'IMEI 2', 'IMEI 3', 'x']), odsRow([A, B, B, 'y'])].join('');
    const table = `<table:table table:name="a">${columns}${rows}</table:table>`;
    const flat = `<?xml version="1.0"?>\n<office:document office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document>`;
    for (const bytes of [odsOf(table), encoded(flat, 'utf8')]) {
      const [read] = bookOf(bytes).tables;
      expect(textsOf(read)).toEqual([
        ['IMEI', 'x'],
        [A, 'y'],
      ]);
      expect(read?.hiddenColumns).toBe(2);
    }
  });

  it.each([`of:=&quot;${A}&quot;`, `of:=${A}`, `=${A}`])(
    'may have formulas that nobody has calculated: %s',
    (formula) => {
      const made = `<table:table-row><table:table-cell table:formula="${formula}" office:value="0"/></table:table-row>`;
      expect(firstOf(odsOf(`<table:table table:name="A">${made}</table:table>`))).toEqual([[A]]);
    },
  );

  it('is read without its hidden sheets and filtered rows', () => {
    const rows = [odsRow(['IMEI']), odsRow([A], 'table:visibility="filter"'), odsRow([B])].join('');
    const hidden = `<table:table table:name="Old" table:style-name="hidden">${odsRow([A])}</table:table>`;
    const book = bookOf(odsOf(`${hidden}<table:table table:name="Phones">${rows}</table:table>`));
    expect(book.hiddenSheets).toEqual(['Old']);
    expect(book.tables.map((table) => [table.name, textsOf(table)])).toEqual([
      ['Phones', [['IMEI'], [''], [B]]],
    ]);
    expect(book.tables[0]?.hiddenRows).toEqual(new Set([1]));
  });
});

describe('a web page that is called .xls', () => {
  it('is read as its table: with merged cells, entities, and numbers that Excel tells beside', () => {
    const html = `<html><head><style>td{x:y}</style></head><body><table>
      <tr><th colspan=2>Report&nbsp;of May</th></tr>
      <tr><td rowspan="2">ann<td>IM<b>EI</b>
      <tr><td x:num="${A}">3.52E+14</td></tr>
      <tr style='display:none'><td>bob</td><td>${B}</td></tr>
      <tr><td>eve &amp; co</td><td>${B}</td><td style="display: none">${A}</td></tr></table></body></html>`;
    const { tables, kind } = bookOf(encoded(html, 'utf8'));
    expect(kind).toBe('workbook');
    expect(textsOf(tables[0])).toEqual([
      ['Report of May', ''],
      ['ann', 'IMEI'],
      ['', A],
      ['', ''],
      ['eve & co', B],
    ]);
    expect(tables[0]?.hiddenRows).toEqual(new Set([3]));
    expect(tables[0]?.hiddenColumns).toBe(1);
  });

  it('is read without its comments, and with the numbers that LibreOffice tells beside', () => {
    const html = `<html><body><table><tr><td sdval="${A}" sdnum="1033;">3.52E+14</td><td sdval="46143">1 May</td></tr>
      <tr><td><a class="comment-indicator"></a><comment>was ${A}</comment><font>${B}</font></td></tr></table></body></html>`;
    expect(firstOf(encoded(html, 'utf8'))).toEqual([
      [A, '1 May'],
      [B, ''],
    ]);
  });
});

it.each(['\u001A', '\u001A\0\0\0'])('a text that ends as those of DOS do is read', (end) => {
  expect(firstOf(encoded(`IMEI\n${A}\n${end}`, 'utf8'))).toEqual([['IMEI'], [A]]);
});
