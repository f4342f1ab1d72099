import { isUtf8 } from 'node:buffer';
import { Unusable } from '../unusable.ts';
import { textOfMail } from './mail.ts';

/** SheetJS allocates as much memory as the parts of an archive declare. */
const MAX_UNPACKED = 150_000_000;
const HEAD_BYTES = 4_096;
/** An archive lists its parts at its end. */
const TAIL_BYTES = 65_536;

/**
 * The directory of an archive has an entry for each part: its signature, the number of bytes before
 * its texts, and where it has the unpacked size of its part and the lengths of its texts (name,
 * extra field, comment). APPNOTE.TXT 4.3.12.
 */
const ENTRY = { signature: 0x02014b50, bytes: 46, unpackedSizeAt: 24, textLengthsAt: [28, 30, 32] };
/** The end of an archive, and where it has the number and the start of its entries. 4.3.16. */
const END = { signature: 'PK\x05\x06', entryCountAt: 8, firstEntryAt: 16 };

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
/** The encodings of texts by the byte order mark at their start, in hexadecimal. */
const ENCODING_OF_MARK: Readonly<Record<string, string>> = {
  fffe: 'utf-16le',
  feff: 'utf-16be',
};
/** The encodings in which spreadsheets write texts that are not UTF-8, by their language. */
const ENCODING_OF_LANGUAGE: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  ru: 'windows-1251',
  uk: 'windows-1251',
  zh: 'gb18030',
  'zh-Hant': 'big5',
};
/** A web page or XML with a table. */
const WRITTEN_WORKBOOK = /^\s*<[\s\S]*<(?:table|(?:ss:)?Workbook|office:spreadsheet)\b/i;

/** What SheetJS reads, or the text of a file. */
type Content =
  | { readonly kind: 'workbook'; readonly workbook: Uint8Array | string }
  | { readonly kind: 'text'; readonly text: string };

/** Reads the content of a file. `language` is that of its sender. Throws {@link Unusable}. */
export function readContent(bytes: Uint8Array, language = ''): Content {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = whole.toString('latin1', 0, HEAD_BYTES);
  if (ARCHIVES.some((signature) => head.startsWith(signature))) throw new Unusable('archive');
  if (head.startsWith(ZIP)) checkArchive(whole, head);
  if (head.startsWith(ZIP) || head.startsWith(COMPOUND_FILE)) {
    return { kind: 'workbook', workbook: bytes };
  }
  const written = decodeText(bytes, language);
  const text = textOfMail(written) ?? written;
  if (text.trim() === '') throw new Unusable('empty');
  if (text.slice(0, HEAD_BYTES).includes('\0')) throw new Unusable('not-a-table');
  return WRITTEN_WORKBOOK.test(text.slice(0, TAIL_BYTES))
    ? { kind: 'workbook', workbook: text }
    : { kind: 'text', text };
}

/** Throws {@link Unusable} unless an archive is a whole workbook that is not too large. */
function checkArchive(bytes: Buffer, head: string): void {
  const size = unpackedSize(bytes);
  const ends = head + bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES));
  if (DOCUMENT_PARTS.test(ends)) throw new Unusable('document');
  if (!WORKBOOK_PARTS.test(ends)) throw new Unusable('archive');
  if (size > MAX_UNPACKED) throw new Unusable('too-much');
}

/**
 * The size of an archive's parts, as its directory declares them. SheetJS reads the same entries,
 * with or without their signature. A part that is larger than its entry meets the memory limit of
 * the process.
 */
function unpackedSize(bytes: Buffer): number {
  const end = bytes.lastIndexOf(END.signature, undefined, 'latin1');
  if (end < 0 || end + END.firstEntryAt + 4 > bytes.length) throw new Unusable('broken');
  let total = 0;
  let offset = bytes.readUInt32LE(end + END.firstEntryAt);
  for (let count = bytes.readUInt16LE(end + END.entryCountAt); count > 0; count -= 1) {
    if (!isEntry(bytes, offset)) throw new Unusable('broken');
    total += bytes.readUInt32LE(offset + ENTRY.unpackedSizeAt);
    const texts = ENTRY.textLengthsAt.map((at) => bytes.readUInt16LE(offset + at));
    offset += texts.reduce((length, text) => length + text, ENTRY.bytes);
  }
  return total;
}

function isEntry(bytes: Buffer, offset: number): boolean {
  const isWhole = offset + ENTRY.bytes <= bytes.length;
  return isWhole && bytes.readUInt32LE(offset) === ENTRY.signature;
}

function decodeText(bytes: Uint8Array, language: string): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = isUtf8(bytes)
    ? 'utf-8'
    : (ENCODING_OF_MARK[mark] ?? ENCODING_OF_LANGUAGE[language] ?? 'windows-1252');
  return new TextDecoder(encoding).decode(bytes);
}
