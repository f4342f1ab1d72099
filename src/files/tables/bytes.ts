import { isUtf8 } from 'node:buffer';
import { Unusable } from '../unusable.ts';
import { textOfMail } from './mail.ts';

/** Most rows of a sheet that are read. */
export const MAX_ROWS = 200_000;
/** SheetJS allocates as much memory as the parts of an archive declare. */
const MAX_UNPACKED = 150_000_000;
const HEAD_BYTES = 4_096;
/** An archive lists its parts at its end. */
const TAIL_BYTES = 65_536;

/** An entry of an archive's directory: its signature, and the bytes before its texts. */
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
/** Where an entry has the unpacked size of its part. */
const UNPACKED_SIZE_AT = 24;
/** Where an entry has the lengths of its texts: name, extra field, comment. */
const TEXT_LENGTHS_AT = [28, 30, 32];

/** GZIP, RAR and 7-Zip. */
const ARCHIVES = ['\x1f\x8b', 'Rar!', '7z\xbc\xaf'];
const ZIP = 'PK\x03\x04';
/** XLS. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0';
const DOCUMENT_PARTS = new RegExp(
  [
    'word/document',
    'ppt/presentation',
    String.raw`opendocument\.(?:text|presentation)`,
    'Index/Slide', // of Keynote
  ].join('|'),
);
const WORKBOOK_PARTS = /xl\/workbook|content\.xml|Index\/.*\.iwa|Index\.zip/;
/**
 * The encodings of texts that are not UTF-8: by their first two bytes, or by the language in which
 * a spreadsheet wrote them.
 */
const ENCODINGS: Readonly<Record<string, string>> = {
  fffe: 'utf-16le',
  feff: 'utf-16be',
  ar: 'windows-1256',
  ru: 'windows-1251',
  uk: 'windows-1251',
  zh: 'gb18030',
  'zh-Hant': 'big5',
};
/** A web page or XML with a table. */
const WRITTEN_WORKBOOK = /^\s*<[\s\S]*<(?:table|(?:ss:)?Workbook|office:spreadsheet)\b/i;

/** What SheetJS reads, or the text of a file. */
type Content = { readonly workbook: Uint8Array | string } | { readonly text: string };

/** Reads the content of a file. `language` is that of its sender. Throws {@link Unusable}. */
export function contentOf(bytes: Uint8Array, language = ''): Content {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = whole.toString('latin1', 0, HEAD_BYTES);
  if (ARCHIVES.some((mark) => head.startsWith(mark))) throw new Unusable('archive');
  if (head.startsWith(ZIP))
    checkArchive(whole, head + whole.toString('latin1', Math.max(0, whole.length - TAIL_BYTES)));
  if (head.startsWith(ZIP) || head.startsWith(COMPOUND_FILE)) return { workbook: bytes };
  const written = decode(bytes, language);
  const text = textOfMail(written) ?? written;
  if (text.trim() === '') throw new Unusable('empty');
  if (text.slice(0, HEAD_BYTES).includes('\0')) throw new Unusable('not-a-table');
  return WRITTEN_WORKBOOK.test(text.slice(0, TAIL_BYTES)) ? { workbook: text } : { text };
}

function checkArchive(bytes: Buffer, names: string): void {
  if (DOCUMENT_PARTS.test(names)) throw new Unusable('document');
  if (!WORKBOOK_PARTS.test(names)) throw new Unusable('archive');
  if (unpackedSize(bytes) > MAX_UNPACKED) throw new Unusable('too-much');
}

/**
 * The size of an archive's parts, as its directory declares them (APPNOTE.TXT 4.3.12 and 4.3.16).
 */
function unpackedSize(bytes: Buffer): number {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let total = 0;
  let offset = end < 0 || end + 20 > bytes.length ? bytes.length : bytes.readUInt32LE(end + 16);
  while (isEntry(bytes, offset)) {
    total += bytes.readUInt32LE(offset + UNPACKED_SIZE_AT);
    const texts = TEXT_LENGTHS_AT.map((field) => bytes.readUInt16LE(offset + field));
    offset += texts.reduce((length, text) => length + text, ENTRY_BYTES);
  }
  return total;
}

function isEntry(bytes: Buffer, offset: number): boolean {
  const isWhole = offset + ENTRY_BYTES <= bytes.length;
  return isWhole && bytes.readUInt32LE(offset) === ENTRY_SIGNATURE;
}

function decode(bytes: Uint8Array, language: string): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = isUtf8(bytes)
    ? 'utf-8'
    : (ENCODINGS[mark] ?? ENCODINGS[language] ?? 'windows-1252');
  return new TextDecoder(encoding).decode(bytes);
}
