import { isUtf8 } from 'node:buffer';
import { Unusable } from '../unusable.ts';
import { workbookArchive } from './archive.ts';
import { textOfMail } from './mail.ts';

const HEAD_BYTES = 4_096;
/** How far into a text a table may begin. */
const MARKUP_CHARACTERS = 65_536;

/** GZIP, RAR and 7-Zip. */
const ARCHIVES = ['\x1f\x8b', 'Rar!', '7z\xbc\xaf'];
const ZIP = 'PK\x03\x04';
/** XLS. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0';
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

/**
 * Reads the content of a file. `language` is that of its sender.
 * @throws Unusable
 */
export function readContent(bytes: Uint8Array, language = ''): Content {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = whole.toString('latin1', 0, HEAD_BYTES);
  if (ARCHIVES.some((signature) => head.startsWith(signature))) throw new Unusable('archive');
  if (head.startsWith(ZIP)) return { kind: 'workbook', workbook: workbookArchive(whole) };
  if (head.startsWith(COMPOUND_FILE)) return { kind: 'workbook', workbook: bytes };
  const written = decodeText(bytes, language);
  const text = textOfMail(written) ?? written;
  if (text.trim() === '') throw new Unusable('empty');
  if (text.slice(0, HEAD_BYTES).includes('\0')) throw new Unusable('not-a-table');
  return WRITTEN_WORKBOOK.test(text.slice(0, MARKUP_CHARACTERS))
    ? { kind: 'workbook', workbook: text }
    : { kind: 'text', text };
}

function decodeText(bytes: Uint8Array, language: string): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = isUtf8(bytes)
    ? 'utf-8'
    : (ENCODING_OF_MARK[mark] ?? ENCODING_OF_LANGUAGE[language] ?? 'windows-1252');
  return new TextDecoder(encoding).decode(bytes);
}
