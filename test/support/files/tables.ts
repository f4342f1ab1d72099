import { deflateRawSync } from 'node:zlib';
import * as XLSX from '@e965/xlsx';
import Papa from 'papaparse';
import { expect } from 'vitest';
import type { Reply } from '../../../src/core/reply/reply.ts';

/** The CSV that came with a reply, as trimmed cells. */
export function csvOf({ files }: Reply): string[][] {
  const csv = files.find(({ contentType }) => contentType === 'text/csv');
  const text = Buffer.from(csv?.data ?? []).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true });
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** An XLSX workbook of these sheets, of which some may be hidden. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
  hidden: readonly string[] = [],
): Uint8Array {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  }
  book.Workbook = {
    Sheets: book.SheetNames.map((name) => ({ Hidden: hidden.includes(name) ? 2 : 0 })),
  };
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
}

interface ZipForm {
  /** Between a folder and what is in it. Some programs write a backslash. */
  readonly folderSign?: string;
  /** The directory has its sizes and places in extra fields, as Apache POI writes streams. */
  readonly zip64?: boolean;
}

/** The beginning of an extra field of ZIP64 with three values. */
export const ZIP64_EXTRA = Buffer.from([1, 0, 24, 0]);

/**
 * A ZIP of parts by name, as small as it may be: what a workbook is inside, for making broken and
 * hostile ones.
 */
export function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  { folderSign = '/', zip64 = false }: ZipForm = {},
): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(parts)) {
    const name = path.replaceAll('/', folderSign);
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(plain.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    const parted = [Buffer.from('PK\x01\x02\x14\x00'), head, entry, Buffer.from(name)];
    entries.push(zip64 ? inZip64(Buffer.concat(parted)) : Buffer.concat(parted));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]));
}

/** An entry of a directory whose sizes and place are in an extra field. */
function inZip64(entry: Buffer): Buffer {
  const values = Buffer.alloc(24);
  for (const [index, field] of [24, 20, 42].entries()) {
    values.writeUInt32LE(entry.readUInt32LE(field), index * 8);
    entry.writeUInt32LE(0xffffffff, field);
  }
  entry.writeUInt16LE(ZIP64_EXTRA.length + values.length, 30);
  return Buffer.concat([entry, ZIP64_EXTRA, values]);
}

/** What the parts of a workbook are. */
const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
</Types>`;

/** The parts of a workbook with one sheet, whose rows are given as XML. */
export function workbookParts(sheetData: string): Record<string, string> {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return {
    '[Content_Types].xml': CONTENT_TYPES,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
  };
}

/** A text in the bytes of an encoding. */
export function encoded(
  text: string,
  encoding: 'utf8' | 'utf16le' | 'utf16be' | 'latin1',
  mark = '',
): Uint8Array {
  const bytes = Buffer.from(`${mark}${text}`, encoding === 'utf16be' ? 'utf16le' : encoding);
  return new Uint8Array(encoding === 'utf16be' ? bytes.swap16() : bytes);
}

const HIDING_STYLE =
  '<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>';

/** An OpenDocument spreadsheet whose tables are given as XML; the style `hidden` hides a table. */
export function odsOf(tables: string, style = HIDING_STYLE): Uint8Array {
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest/>',
    'styles.xml': '<office:document-styles/>',
    'content.xml': `<?xml version="1.0"?><office:document-content>${spreadsheetOf(tables, style)}</office:document-content>`,
  });
}

/** The same spreadsheet as a single XML file. */
export function flatOdsOf(tables: string): string {
  return `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet">${spreadsheetOf(tables, HIDING_STYLE)}</office:document>`;
}

function spreadsheetOf(tables: string, style: string): string {
  return `<office:automatic-styles>${style}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
}
