import type { TableTrouble } from '../table.ts';

/** OLE2, the container of XLS, DOC and of password-protected XLSX. Source: [MS-CFB] 2.2. */
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** gzip, 7z and RAR. */
const PACKED = [
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
];
const RTF = [0x7b, 0x5c, 0x72, 0x74, 0x66];
/** The stream with the content of a password-protected workbook. Source: [MS-OFFCRYPTO] 2.3. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const OTHER_OLE2 = ['WordDocument', 'PowerPoint Document'].map((name) => Buffer.from(name, 'utf16le'));

/** What bytes are instead of a table, by how they begin; undefined if that is not known. */
export function foreignBytes(bytes: Uint8Array): TableTrouble | undefined {
  if (startsWith(bytes, OLE2)) return oleTrouble(bytes);
  if (PACKED.some((magic) => startsWith(bytes, magic))) return 'archive';
  return startsWith(bytes, RTF) ? 'document' : undefined;
}

/** What a ZIP is instead of a workbook, by the names of its parts. */
export function foreignArchive(names: ReadonlySet<string>): TableTrouble {
  const all = [...names];
  if (names.has('xl/workbook.bin')) return 'binary-workbook';
  if (names.has('Index.zip') || all.some((name) => name.endsWith('.iwa'))) return 'numbers';
  const isDocument = names.has('content.xml') || all.some((name) => /^(?:word|ppt)\//.test(name));
  return isDocument ? 'document' : 'archive';
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
  return /^\s*<\?xml/u.test(start) && start.includes(OLD_XML) ? 'old-workbook' : undefined;
}

/** Whether bytes begin with these. */
export function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function oleTrouble(bytes: Uint8Array): TableTrouble {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.includes(ENCRYPTED)) return 'locked';
  return OTHER_OLE2.some((name) => all.includes(name)) ? 'document' : 'old-workbook';
}
