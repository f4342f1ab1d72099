import { describe, expect, it } from 'vitest';
import { readTables } from '../../src/tables/read/read.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { encoded, odsOf, odsRow, rowOf, workbookOfSheets, zipOf } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const A = imeiOf('35209900', 100);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const ole2 = (stream: string): Uint8Array =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), utf16(stream.padEnd(32, '\0'))]);
const sylk = `ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"IMEI"\r\nC;Y2;X1;K${A}\r\nE\r\n`;
/** The beginning of a document of Apple: the first object's number, and its type. */
const iwa = (type: string): Buffer => Buffer.from(`00471500c22af441150801120508${type}1839`, 'hex');
const flat = (kind: string): string =>
  `<?xml version="1.0"?>\n<office:document office:mimetype="application/vnd.oasis.opendocument.${kind}"/>`;
const dif = `TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,1\r\n""\r\nDATA\r\n0,0\r\n""\r\n-1,0\r\nBOT\r\n0,${A}\r\nV\r\n`;

/** What each is, and the one step that helps. */
const REFUSED: readonly (readonly [string, string, Uint8Array, string])[] = [
  ['XLS', 'old-workbook', ole2('Workbook'), 'save it as XLSX or CSV'],
  [
    'XML of an older Excel',
    'old-workbook',
    encoded(
      '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'utf8',
    ),
    'save it as XLSX or CSV',
  ],
  ['XLSB', 'binary-workbook', zipOf({ 'xl/workbook.bin': 'x' }), 'save it as XLSX'],
  ['XLS of Excel 5', 'old-workbook', ole2('Book'), 'save it as XLSX or CSV'],
  ['XLS of Excel 2', 'old-workbook', Buffer.from('090004000000100000', 'hex'), 'save it as XLSX or CSV'],
  ['Numbers', 'numbers', zipOf({ 'Index/Document.iwa': iwa('01') }), 'Export To'],
  ['Pages', 'document', zipOf({ 'Index/Document.iwa': iwa('904e') }), 'send them as a message'],
  ['Keynote', 'slides', zipOf({ 'Index/Document.iwa': iwa('01'), 'Index/Slide-1.iwa': 'x' }), 'presentation'],
  ['PPTX', 'slides', zipOf({ 'ppt/presentation.xml': '<a/>' }), 'send them as a message'],
  ['PPT', 'slides', ole2('PowerPoint Document'), 'send them as a message'],
  [
    'ODP',
    'slides',
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': '<a/>' }),
    'send them as a message',
  ],
  ['flat ODP', 'slides', encoded(flat('presentation'), 'utf8'), 'send them as a message'],
  ['flat ODT', 'document', encoded(flat('text'), 'utf8'), 'send them as a message'],
  ['a mail of Outlook', 'document', ole2('__properties_version1.0'), 'send them as a message'],
  ['another file of Office', 'not-a-table', ole2('VisioDocument'), 'Send a list as CSV'],
  ['DOCX', 'document', zipOf({ 'word/document.xml': '<a/>' }), 'send them as a message'],
  ['DOC', 'document', ole2('WordDocument'), 'send them as a message'],
  [
    'ODT',
    'document',
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' }),
    'send them as a message',
  ],
  ['RTF', 'document', encoded('{\\rtf1 a}', 'utf8'), 'send them as a message'],
  ['ZIP', 'archive', zipOf({ 'list.csv': A }), 'Unpack it'],
  ['gzip', 'archive', Buffer.from('1f8b080000000000', 'hex'), 'Unpack it'],
  ['bzip2', 'archive', Buffer.from('425a683931415926', 'hex'), 'Unpack it'],
  ['xz', 'archive', Buffer.from('fd377a585a000004', 'hex'), 'Unpack it'],
  ['Zstandard', 'archive', Buffer.from('28b52ffd04000000', 'hex'), 'Unpack it'],
  ['tar', 'archive', Buffer.from(`list.csv${'\0'.repeat(249)}ustar\0${A}`, 'latin1'), 'Unpack it'],
  [
    'a film',
    'not-a-table',
    Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2', 'latin1'),
    'a picture as a JPEG',
  ],
  ['Parquet', 'not-a-table', Buffer.from(`PAR1${'\0'.repeat(200)}`, 'latin1'), 'Send a list as CSV'],
  ['a program of Windows', 'not-a-table', Buffer.from('MZ\x90\0\0', 'latin1'), 'Send a list as CSV'],
  ['a program of Linux', 'not-a-table', Buffer.from('\x7fELF\0\0', 'latin1'), 'Send a list as CSV'],
  ['SYLK', 'exchange', encoded(sylk, 'utf8'), 'save it as XLSX or CSV'],
  ['DIF', 'exchange', encoded(dif, 'utf8'), 'save it as XLSX or CSV'],
  [
    'ODS with a password',
    'locked',
    odsOf('', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
    'password',
  ],
];

describe('a file of another kind', () => {
  it.each(REFUSED)('%s is told as %s', (_, why, bytes) => {
    expect(readTables(new Uint8Array(bytes))).toEqual({ ok: false, why });
  });

  it.each(REFUSED)(
    '%s is refused with the one step that helps, and costs nothing',
    async (_, _why, bytes, step) => {
      const checker = scriptedChecker(() => answers.found(basic()), 60_000);
      const { send } = conversation({ needs: { checker } });
      (await send({ name: 'list.xls', content: new Uint8Array(bytes) })).expect(step, 'No check used');
      expect(checker.asked).toEqual([]);
    },
  );

  it('is not seen in a list whose titles begin as SYLK does', () => {
    expect(readTables(encoded(`ID;Phone\nA1;${A}\n`, 'utf8'))).toMatchObject({ ok: true });
  });
});

/** A workbook that says so many times that all columns of its sheet are hidden. */
function hidingColumns(times: number): Uint8Array {
  const columns = '<col min="1" max="16384" hidden="1"/>'.repeat(times);
  return workbookOfSheets([{ name: 'a', rows: `${columns}${rowOf([A])}` }]);
}

describe('a spreadsheet made to fill the memory is refused:', () => {
  const table = (rows: string) => odsOf(`<table:table table:name="a">${rows}</table:table>`);
  const html = (rows: string) => encoded(`<table>${rows}</table>`, 'utf8');
  it.each([
    ['a row repeated very often', table(odsRow(['x'], 'table:number-rows-repeated="1000000"'))],
    [
      'a cell repeated very often',
      table(
        odsRow([
          'x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="99999999"><text:p>y',
        ]),
      ),
    ],
    ['cells far apart', table(`<table:table-row table:number-rows-repeated="900000"/>${odsRow(['x'])}`)],
    ['columns hidden very often', hidingColumns(2_000)],
    ['cells of a page that span very much', html('<tr><td rowspan=1000 colspan=1000>a'.repeat(300))],
    ['more rows of a page than a list has', html(`<tr><td>${A}`.repeat(20_001))],
  ])('%s', (_, bytes) => {
    expect(readTables(bytes)).toEqual({ ok: false, why: 'too-much' });
  });

  it('and one of elements within each other without end', () => {
    expect(readTables(html('<div>'.repeat(10_000)))).toMatchObject({ ok: false });
  });
});
