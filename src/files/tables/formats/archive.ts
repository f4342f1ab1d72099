import { Unusable } from '../../work/unusable-file.ts';

/**
 * In bytes. SheetJS 0.20.3 allocates as much memory as the parts of an archive declare. After an
 * update try an archive that declares more than it has.
 */
const MAX_UNPACKED = 150_000_000;
/** The first part, whose content may say what the archive is. */
const HEAD_BYTES = 4_096;

/**
 * The directory of an archive has a header for each part. It begins with these bytes: a signature,
 * and at these offsets the unpacked and the packed size of its part, its place, and the lengths of
 * the texts that follow (name, extra field, comment). APPNOTE.TXT 4.3.12.
 */
const HEADER = {
  signature: 0x02014b50,
  bytes: 46,
  unpackedSizeAt: 24,
  packedSizeAt: 20,
  placeAt: 42,
  textLengthsAt: [28, 30, 32],
} as const;
/** The end of an archive, with the offsets of the number and the start of its headers. 4.3.16. */
const END = { signature: 'PK\x05\x06', headerCountAt: 8, firstHeaderAt: 16 };
/**
 * The extra field with the values that a header lacks, in this order; the header has {@link LACKS}
 * in their places. Programs that write a stream, such as Apache POI, always use it. 4.5.3.
 */
const ZIP64 = {
  id: 0x0001,
  values: [HEADER.unpackedSizeAt, HEADER.packedSizeAt, HEADER.placeAt],
  valueBytes: 8,
};
const LACKS = 0xffffffff;
/** An extra field begins with its id and its length. */
const EXTRA_HEAD_BYTES = 4;

const DOCUMENT_PARTS = new RegExp(
  [
    'word/document',
    'ppt/presentation',
    String.raw`opendocument\.(?:text|presentation)`,
    'Index/Slide', // of Keynote
    String.raw`META-INF/container\.xml`, // of EPUB
  ].join('|'),
);
/** The names by which SheetJS knows XLSX and XLSB, ODS, and both forms of Numbers. */
const WORKBOOK_PARTS =
  /^\/?(?:xl\/workbook\w*\.(?:xml|bin)|META-INF\/manifest\.xml|Index\/Document\.iwa|Index\.zip)$/im;

/**
 * Returns an archive as SheetJS reads it, if its parts are those of a workbook:
 *
 *     [Content_Types].xml, xl/workbook.xml, xl/worksheets/sheet1.xml    returned
 *     [Content_Types].xml, word/document.xml                            Unusable: document
 *     phones.csv                                                        Unusable: archive
 *
 * @throws Unusable unless the archive is a whole workbook that is not too large
 */
export function workbookArchive(bytes: Buffer): Buffer {
  const archive = Buffer.from(bytes);
  const headers = headersOf(archive);
  const names = headers.map(nameOf).join('\n').replaceAll('\\', '/');
  const head = archive.toString('latin1', 0, HEAD_BYTES);
  if (DOCUMENT_PARTS.test(`${head}\n${names}`)) throw new Unusable('document');
  if (!WORKBOOK_PARTS.test(names)) throw new Unusable('archive');
  // SheetJS 0.20.3 does not read the place of a part in the extra field. After an update try a
  // workbook that Apache POI wrote as a stream.
  for (const header of headers) takeValuesOfZip64(header);
  if (unpackedSize(headers) > MAX_UNPACKED) throw new Unusable('too-much');
  return archive;
}

/** The headers of the directory. SheetJS reads the same ones, with or without their signature. */
function headersOf(archive: Buffer): readonly Buffer[] {
  const end = archive.lastIndexOf(END.signature, undefined, 'latin1');
  if (end < 0 || end + END.firstHeaderAt + 4 > archive.length) throw new Unusable('broken');
  const headers: Buffer[] = [];
  let offset = archive.readUInt32LE(end + END.firstHeaderAt);
  for (let count = archive.readUInt16LE(end + END.headerCountAt); count > 0; count -= 1) {
    const header = headerAt(archive, offset);
    headers.push(header);
    offset += header.length;
  }
  return headers;
}

function headerAt(archive: Buffer, offset: number): Buffer {
  const rest = archive.subarray(offset);
  const isWhole = rest.length >= HEADER.bytes && rest.readUInt32LE() === HEADER.signature;
  if (!isWhole) throw new Unusable('broken');
  const textLengths = HEADER.textLengthsAt.map((offset) => rest.readUInt16LE(offset));
  const length = textLengths.reduce((sum, textLength) => sum + textLength, HEADER.bytes);
  return rest.subarray(0, length);
}

function nameOf(header: Buffer): string {
  const [nameLengthAt] = HEADER.textLengthsAt;
  return header.toString('latin1', HEADER.bytes, HEADER.bytes + header.readUInt16LE(nameLengthAt));
}

/** The size by the directory. A part that is larger reaches the memory limit of the process. */
function unpackedSize(headers: readonly Buffer[]): number {
  return headers.reduce((size, header) => size + header.readUInt32LE(HEADER.unpackedSizeAt), 0);
}

/** Writes the values that a header only has in its extra field to their usual places. */
function takeValuesOfZip64(header: Buffer): void {
  let values = valuesOfZip64(header);
  for (const offset of ZIP64.values) {
    if (header.readUInt32LE(offset) !== LACKS || values.length < ZIP64.valueBytes) continue;
    header.writeUInt32LE(Math.min(Number(values.readBigUInt64LE()), LACKS), offset);
    values = values.subarray(ZIP64.valueBytes);
  }
}

/** The content of the extra field for ZIP64; empty if the header has none. */
function valuesOfZip64(header: Buffer): Buffer {
  const [nameLengthAt, extraLengthAt] = HEADER.textLengthsAt;
  const start = HEADER.bytes + header.readUInt16LE(nameLengthAt);
  let extra = header.subarray(start, start + header.readUInt16LE(extraLengthAt));
  while (extra.length >= EXTRA_HEAD_BYTES) {
    const end = EXTRA_HEAD_BYTES + extra.readUInt16LE(2);
    if (extra.readUInt16LE() === ZIP64.id) return extra.subarray(EXTRA_HEAD_BYTES, end);
    extra = extra.subarray(end);
  }
  return Buffer.alloc(0);
}
