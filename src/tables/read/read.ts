import { isBlank, MAX_CHARACTERS, type Table, type TableReading, trouble } from '../table.ts';
import { readDelimited } from './delimited.ts';
import { decodeText } from './text.ts';
import { readWorkbook } from './workbook.ts';

/** OLE2, the container of XLS and of password-protected XLSX. Source: [MS-CFB] 2.2. */
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** A non-empty ZIP. Source: APPNOTE.TXT 4.3.7. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The stream with the content of a password-protected workbook. Source: [MS-OFFCRYPTO] 2.3. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Reads a table from a file's bytes: CSV, TSV and other text, or XLSX, identified by content alone. Of a workbook it takes
 * the first non-empty sheet. Never throws because of the content.
 */
export async function readTable(bytes: Uint8Array): Promise<TableReading> {
  const reading = await readAny(bytes);
  if (!reading.ok) return reading;
  if (reading.table.rows.every(isBlank)) return trouble('empty');
  return charactersIn(reading.table) > MAX_CHARACTERS ? trouble('too-much') : reading;
}

/** A workbook can reference one long text from many cells, so characters are counted after unpacking. */
function charactersIn({ rows }: Table): number {
  return rows.reduce((sum, row) => row.reduce((inner, { text }) => inner + text.length, sum), 0);
}

async function readAny(bytes: Uint8Array): Promise<TableReading> {
  if (bytes.byteLength === 0) return trouble('empty');
  if (startsWith(bytes, OLE2)) return trouble(isEncrypted(bytes) ? 'locked' : 'old-workbook');
  if (startsWith(bytes, ZIP)) return readWorkbook(bytes);
  const text = decodeText(bytes);
  return text === undefined ? trouble('not-a-table') : readDelimited(text);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED);
}
