import { Unusable } from './book.ts';
import type { TableTrouble } from './contract.ts';

/** SheetJS allocates as much memory as the parts of an archive declare. */
const MOST_UNPACKED = 150_000_000;
const HEAD_BYTES = 4_096;
/** An archive lists its parts at its end. */
const TAIL_BYTES = 65_536;

/** Other formats, by how they begin. */
const FOREIGN: readonly (readonly [TableTrouble, readonly string[]])[] = [
  ['archive', ['\x1f\x8b', 'Rar!', '7z\xbc\xaf', 'BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd']],
  ['document', ['%PDF', '{\\rtf']],
  ['not-a-table', ['ID;P', 'TABLE\n0,1', 'TABLE\r\n0,1', 'PAR1', 'MZ\x90', '\x7fELF']],
];
const DOCUMENT_PARTS = /word\/document|ppt\/presentation|opendocument\.(?:text|presentation)|Index\/Slide/;
const WORKBOOK_PARTS = /xl\/workbook|content\.xml|Index\/.*\.iwa|Index\.zip/;
/** XLS since Excel 5, and before. */
const OLD_WORKBOOKS = ['\xd0\xcf\x11\xe0', '\x09\0\x04\0', '\x09\x02\x06\0', '\x09\x04\x06\0'];
/** A web page or XML with a table. */
const WRITTEN_WORKBOOK = /^\s*<[\s\S]*<(?:table|(?:ss:)?Workbook|office:spreadsheet)\b/i;

/** The text of a file, if it is text, and whether it is a workbook. Throws `Unusable`. */
export function contentOf(bytes: Uint8Array): { readonly isWorkbook: boolean; readonly text?: string } {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = whole.toString('latin1', 0, HEAD_BYTES);
  const foreign = FOREIGN.find(([, marks]) => marks.some((mark) => head.startsWith(mark)));
  if (foreign !== undefined) throw new Unusable(foreign[0]);
  if (OLD_WORKBOOKS.some((mark) => head.startsWith(mark))) return { isWorkbook: true };
  if (head.startsWith('PK\x03\x04')) {
    checkArchive(whole, head + whole.toString('latin1', Math.max(0, whole.length - TAIL_BYTES)));
    return { isWorkbook: true };
  }
  const text = decode(bytes);
  if (text.trim() === '') throw new Unusable('empty');
  if (text.slice(0, HEAD_BYTES).includes('\0')) throw new Unusable('not-a-table');
  return { isWorkbook: WRITTEN_WORKBOOK.test(text.slice(0, TAIL_BYTES)), text };
}

function checkArchive(bytes: Buffer, names: string): void {
  if (DOCUMENT_PARTS.test(names)) throw new Unusable('document');
  if (!WORKBOOK_PARTS.test(names)) throw new Unusable('archive');
  if (unpackedSize(bytes) > MOST_UNPACKED) throw new Unusable('too-much');
}

/** The size of an archive's parts, as its directory declares them (APPNOTE.TXT 4.3.12 and 4.3.16). */
function unpackedSize(bytes: Buffer): number {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let total = 0;
  let at = end < 0 || end + 20 > bytes.length ? bytes.length : bytes.readUInt32LE(end + 16);
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    total += bytes.readUInt32LE(at + 24);
    at += [28, 30, 32].reduce((size, field) => size + bytes.readUInt16LE(at + field), 46);
  }
  return total;
}

/** Decodes UTF-16 and UTF-8, recognized by their mark or form, else Windows-1252. */
function decode(bytes: Uint8Array): string {
  const start = bytes.subarray(0, 200);
  /** `zero`: which byte of a pair is 0 for a Latin letter, 0xfe in a mark. */
  const isWide = (zero: 0 | 1): boolean =>
    (bytes[zero] === 0xfe && bytes[1 - zero] === 0xff) ||
    start.filter((byte, at) => byte === 0 && at % 2 === zero).length > start.length / 4;
  if (isWide(1)) return new TextDecoder('utf-16le').decode(bytes);
  if (isWide(0)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
