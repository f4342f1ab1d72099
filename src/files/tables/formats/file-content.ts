import { findImeis } from '../../../imei/find.ts';
import { isEmpty } from '../../../imei/findings.ts';
import { Unusable } from '../../work/unusable-file.ts';
import { workbookArchive } from './archive.ts';
import { decodeText } from './encoding.ts';
import { textOfMail } from './mail.ts';
import {
  isWebPage,
  tablesOfHtml,
  textOfHtml,
  textOutsideTables,
  withPlainSigns,
} from './web-page.ts';

const HEAD_BYTES = 4_096;
/** The last place in a text where a workbook may begin. */
const MARKUP_CHARACTERS = 65_536;

/** GZIP, RAR, 7-Zip, BZIP2 and XZ. */
const ARCHIVES = ['\x1f\x8b', 'Rar!', '7z\xbc\xaf', 'BZh91AY&SY', '\xfd7zXZ'];
/** RTF. What it formats cuts its numbers in two. */
const RICH_TEXT = '{\\rtf';
const ZIP = 'PK\x03\x04';
/** XLS. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0';
/** Zero bytes with which a device fills up a text. */
const FILLED_UP = /(?<=[\n\r])\0+$/;
/** XML, or a piece of a web page. */
const MARKUP = /^\s*</;
/** A workbook as XML, or a table that is written for programs: DIF and SYLK. */
const WRITTEN_WORKBOOK =
  /^(?:\s*<[\s\S]*<(?:(?:ss:)?Workbook|office:spreadsheet)\b|TABLE\r?\n0,1\r?\n|ID;P)/i;

/** Input for SheetJS, or the text of a file. */
type Content =
  | { readonly kind: 'workbook'; readonly workbook: Uint8Array | string }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Decides by its first bytes what a file is, and makes it a workbook for SheetJS or a plain text:
 *
 *     PK…                            workbook, unless it is another archive
 *     <html>… with tables of numbers   workbook: its tables
 *     <html>… without                text: what the page shows
 *     MIME-Version: 1.0…             text: the subject and the text of the mail
 *     IMEI;Price…                    text
 *     Rar!…                          Unusable: archive
 *
 * @param language that of the sender, which suggests the encoding of a text
 * @throws Unusable
 */
export function readContent(bytes: Uint8Array, language = ''): Content {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = whole.toString('latin1', 0, HEAD_BYTES);
  if (ARCHIVES.some((signature) => head.startsWith(signature))) throw new Unusable('archive');
  if (head.startsWith(RICH_TEXT)) throw new Unusable('document');
  if (head.startsWith(ZIP)) return { kind: 'workbook', workbook: workbookArchive(whole) };
  if (head.startsWith(COMPOUND_FILE)) return { kind: 'workbook', workbook: bytes };
  const written = textOfMail(whole, language) ?? decodeText(bytes, { language });
  const text = written.replace(FILLED_UP, '');
  if (text.trim() === '') throw new Unusable('empty');
  if (text.slice(0, HEAD_BYTES).includes('\0')) throw new Unusable('not-a-table');
  if (isWebPage(text)) return readWebPage(text, tablesOfHtml(text));
  if (WRITTEN_WORKBOOK.test(text.slice(0, MARKUP_CHARACTERS))) {
    return { kind: 'workbook', workbook: text };
  }
  if (!MARKUP.test(text)) return { kind: 'text', text };
  const tables = tablesOfHtml(text);
  return tables === '' ? { kind: 'text', text: withPlainSigns(text) } : readWebPage(text, tables);
}

/** SheetJS reads only the tables of a web page. */
function readWebPage(html: string, tables: string): Content {
  if (tables !== '' && isEmpty(findImeis(textOutsideTables(html)))) {
    return { kind: 'workbook', workbook: tables };
  }
  return { kind: 'text', text: textOfHtml(html) };
}
