import type { Archive } from '../books/archive.ts';
import type { TableTrouble } from '../table.ts';

/** OLE2, the container of XLS, DOC and of password-protected XLSX. Source: [MS-CFB] 2.2. */
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Workbooks before there was that container. Source: OpenOffice, "Excel File Format", 5.8.1. */
const OLDEST_WORKBOOKS = [0x00, 0x02, 0x04].map((version) => [
  0x09,
  version,
  version === 0 ? 0x04 : 0x06,
  0x00,
]);
/** gzip, bzip2, xz, Zstandard, 7z and RAR. */
const PACKED = [
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
];
/** Parquet, and programs of Windows and Linux: what of them is text would be taken for a list without IMEIs. */
const NO_TEXT = [
  [0x50, 0x41, 0x52, 0x31],
  [0x4d, 0x5a, 0x90, 0x00],
  [0x7f, 0x45, 0x4c, 0x46],
];
/** The mark of a tape archive, and where it stands. Source: POSIX.1-1988, ustar. */
const TAPE = { mark: 'ustar', at: 257 };
const RTF = [0x7b, 0x5c, 0x72, 0x74, 0x66];
/**
 * The streams by which an OLE2 file is known: of a workbook with a password ([MS-OFFCRYPTO] 2.3), a Word document, a mail of
 * Outlook, slides, and workbooks since Excel 5.
 */
const STREAMS: readonly (readonly [name: string, what: TableTrouble])[] = [
  ['EncryptedPackage', 'locked'],
  ['WordDocument', 'document'],
  ['__properties_version1.0', 'document'],
  ['PowerPoint Document', 'slides'],
  ['Workbook', 'old-workbook'],
  ['Book\0', 'old-workbook'],
];

/** What bytes are instead of a table, by how they begin; undefined if that is not known. */
export function foreignBytes(bytes: Uint8Array): TableTrouble | undefined {
  if (startsWith(bytes, OLE2)) return oleTrouble(bytes);
  if (OLDEST_WORKBOOKS.some((magic) => startsWith(bytes, magic))) return 'old-workbook';
  const isTape = Buffer.from(bytes.subarray(TAPE.at, TAPE.at + TAPE.mark.length)).toString() === TAPE.mark;
  if (isTape || PACKED.some((magic) => startsWith(bytes, magic))) return 'archive';
  if (NO_TEXT.some((magic) => startsWith(bytes, magic))) return 'not-a-table';
  return startsWith(bytes, RTF) ? 'document' : undefined;
}

/** What a ZIP is instead of a workbook, by its parts. */
export function foreignArchive(archive: Archive): TableTrouble {
  const { names } = archive;
  const begins = (start: string): boolean => [...names].some((name) => name.startsWith(start));
  if (names.has('xl/workbook.bin')) return 'binary-workbook';
  if (names.has('index.zip') || begins('index/')) return ofApple(archive, begins('index/slide'));
  const isOfSlides = archive.read('mimetype')?.includes('opendocument.presentation') === true;
  if (isOfSlides || begins('ppt/')) return 'slides';
  return names.has('content.xml') || begins('word/') ? 'document' : 'archive';
}

/** The first object of a document of Pages, as its file begins: number 1, of type 10000. Source: proto-dump's TP.DocumentArchive. */
const PAGES = Buffer.from([0x08, 0x90, 0x4e]);
const MOST_BEFORE = 64;

/** Numbers, Pages and Keynote have the same parts but for slides, and tell which they are by the type of their first object. */
function ofApple(archive: Archive, hasSlides: boolean): TableTrouble {
  if (hasSlides) return 'slides';
  const start = archive.read('index/document.iwa')?.subarray(0, MOST_BEFORE);
  return start?.includes(PAGES) === true ? 'document' : 'numbers';
}

/** SYLK begins as a table with the titles ID and P may, so one of its cells is looked for. */
const SYLK = /^ID;P/;
const SYLK_CELL = /[\r\n]C;[XYK]/;
const DIF = /^TABLE\r?\n0,1\r?\n/;
const OLD_XML = 'urn:schemas-microsoft-com:office:spreadsheet';

/** What a text is instead of a table, by how it begins; undefined if that is not known. */
export function foreignText(text: string): TableTrouble | undefined {
  if (DIF.test(text) || (SYLK.test(text) && SYLK_CELL.test(text))) return 'exchange';
  const start = text.slice(0, 2_000);
  if (!/^\s*<\?xml/u.test(start)) return undefined;
  if (start.includes(OLD_XML)) return 'old-workbook';
  if (!start.includes('<office:document')) return undefined;
  if (start.includes('opendocument.presentation')) return 'slides';
  return start.includes('opendocument.text') ? 'document' : undefined;
}

/** Whether bytes begin with these. */
export function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function oleTrouble(bytes: Uint8Array): TableTrouble {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = STREAMS.find(([name]) => all.includes(Buffer.from(name, 'utf16le')));
  return found?.[1] ?? 'not-a-table';
}
