import { openArchive } from '../books/archive.ts';
import { readFlatOds, readOds } from '../books/ods.ts';
import type { Sheets } from '../books/sheet.ts';
import { Unreadable } from '../books/unreadable.ts';
import { isWebTable, readWebTable } from '../books/web-table.ts';
import { readWorkbook, workbookIn } from '../books/workbook.ts';
import { type Book, isBlank, MAX_CHARACTERS, type TableReading, trouble } from '../table.ts';
import { readDelimited } from './delimited.ts';
import { foreignArchive, foreignBytes, foreignText, startsWith } from './foreign.ts';
import { decodeText } from './text.ts';

/** A non-empty ZIP. Source: APPNOTE.TXT 4.3.7. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';
/** One that is a single file of XML. */
const FLAT_ODS = /^\s*<\?xml[^>]*>\s*<office:document\s[^>]*opendocument\.spreadsheet/u;

/**
 * Reads the tables of a file: CSV, TSV and other text, HTML, XLSX or ODS, identified by content alone. Of a workbook it
 * takes all visible sheets. Never throws because of the content.
 */
export function readTables(bytes: Uint8Array): TableReading {
  try {
    const reading = readAny(bytes);
    if (!reading.ok) return reading;
    if (isEmpty(reading.book)) return trouble('empty');
    return charactersIn(reading.book) > MAX_CHARACTERS ? trouble('too-much') : reading;
  } catch (error) {
    // Anything else comes from a file that is broken; what is wrong inside it means the same to its sender.
    return trouble(error instanceof Unreadable ? error.why : 'not-a-table');
  }
}

/** What is hidden is something: its sender is told of it. */
function isEmpty({ tables, hiddenSheets }: Book): boolean {
  const isBare = tables.every(
    ({ rows, hiddenRows, hiddenColumns }) => hiddenRows.size + hiddenColumns === 0 && rows.every(isBlank),
  );
  return isBare && hiddenSheets.length === 0;
}

/** A workbook can reference one long text from many cells, so characters are counted after unpacking. */
function charactersIn({ tables }: Book): number {
  let sum = 0;
  for (const { rows } of tables) for (const row of rows) for (const { text } of row) sum += text.length;
  return sum;
}

function readAny(bytes: Uint8Array): TableReading {
  if (bytes.byteLength === 0) return trouble('empty');
  const foreign = foreignBytes(bytes);
  if (foreign !== undefined) return trouble(foreign);
  if (startsWith(bytes, ZIP)) return readZip(bytes);
  const text = decodeText(bytes);
  if (text === undefined) return trouble('not-a-table');
  const other = foreignText(text);
  if (other !== undefined) return trouble(other);
  if (FLAT_ODS.test(text.slice(0, 5_000))) return asBook(readFlatOds(bytes));
  if (isWebTable(text)) return asBook(readWebTable(text));
  return readDelimited(text);
}

function readZip(bytes: Uint8Array): TableReading {
  const archive = openArchive(bytes);
  const workbook = workbookIn(archive);
  if (workbook !== undefined) return asBook(readWorkbook(archive, workbook));
  const isOds = archive.names.has('mimetype') && archive.read('mimetype')?.toString('latin1').startsWith(ODS);
  return isOds === true ? asBook(readOds(archive)) : trouble(foreignArchive(archive));
}

function asBook(sheets: Sheets): TableReading {
  return { ok: true, book: { ...sheets, kind: 'workbook' } };
}
