import { Unusable } from '../../unusable-file.ts';

/**
 * In bytes. SheetJS 0.20.3 allocates as much memory as the parts of an archive declare. After an
 * update try an archive that declares more than it has.
 */
const MAX_UNPACKED = 150_000_000;
/** The first part, whose content may say what the archive is. */
const HEAD_BYTES = 4_096;

/**
 * The directory of an archive has an entry for each part. It begins with these bytes: a signature,
 * and at these offsets the unpacked and the packed size of its part, its place, and the lengths of
 * the texts that follow (name, extra field, comment). APPNOTE.TXT 4.3.12.
 */
const ENTRY = {
  signature: 0x02014b50,
  bytes: 46,
  unpackedSizeAt: 24,
  packedSizeAt: 20,
  placeAt: 42,
  textLengthsAt: [28, 30, 32],
} as const;
/** The end of an archive, with the offsets of the number and the start of its entries. 4.3.16. */
const END = { signature: 'PK\x05\x06', entryCountAt: 8, firstEntryAt: 16 };
/**
 * The extra field with the values that an entry lacks, in this order; the entry has {@link LACKS}
 * in their places. Programs that write a stream, such as Apache POI, always use it. 4.5.3.
 */
const ZIP64 = {
  id: 0x0001,
  values: [ENTRY.unpackedSizeAt, ENTRY.packedSizeAt, ENTRY.placeAt],
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
 * Returns an archive as SheetJS reads it.
 * @throws Unusable unless the archive is a whole workbook that is not too large
 */
export function workbookArchive(bytes: Buffer): Buffer {
  const archive = Buffer.from(bytes);
  const entries = entriesOf(archive);
  const names = entries.map(nameOf).join('\n').replaceAll('\\', '/');
  const head = archive.toString('latin1', 0, HEAD_BYTES);
  if (DOCUMENT_PARTS.test(`${head}\n${names}`)) throw new Unusable('document');
  if (!WORKBOOK_PARTS.test(names)) throw new Unusable('archive');
  // SheetJS 0.20.3 does not read the place of a part in the extra field. After an update try a
  // workbook that Apache POI wrote as a stream.
  for (const entry of entries) takeValuesOfZip64(entry);
  if (unpackedSize(entries) > MAX_UNPACKED) throw new Unusable('too-much');
  return archive;
}

/** The entries of the directory. SheetJS reads the same ones, with or without their signature. */
function entriesOf(archive: Buffer): readonly Buffer[] {
  const end = archive.lastIndexOf(END.signature, undefined, 'latin1');
  if (end < 0 || end + END.firstEntryAt + 4 > archive.length) throw new Unusable('broken');
  const entries: Buffer[] = [];
  let offset = archive.readUInt32LE(end + END.firstEntryAt);
  for (let count = archive.readUInt16LE(end + END.entryCountAt); count > 0; count -= 1) {
    const entry = entryAt(archive, offset);
    entries.push(entry);
    offset += entry.length;
  }
  return entries;
}

function entryAt(archive: Buffer, offset: number): Buffer {
  const rest = archive.subarray(offset);
  const isWhole = rest.length >= ENTRY.bytes && rest.readUInt32LE() === ENTRY.signature;
  if (!isWhole) throw new Unusable('broken');
  const textLengths = ENTRY.textLengthsAt.map((offset) => rest.readUInt16LE(offset));
  const length = textLengths.reduce((sum, textLength) => sum + textLength, ENTRY.bytes);
  return rest.subarray(0, length);
}

function nameOf(entry: Buffer): string {
  const [nameLengthAt] = ENTRY.textLengthsAt;
  return entry.toString('latin1', ENTRY.bytes, ENTRY.bytes + entry.readUInt16LE(nameLengthAt));
}

/** The size by the directory. A part that is larger reaches the memory limit of the process. */
function unpackedSize(entries: readonly Buffer[]): number {
  return entries.reduce((size, entry) => size + entry.readUInt32LE(ENTRY.unpackedSizeAt), 0);
}

/** Writes the values that an entry only has in its extra field to their usual places. */
function takeValuesOfZip64(entry: Buffer): void {
  let values = valuesOfZip64(entry);
  for (const offset of ZIP64.values) {
    if (entry.readUInt32LE(offset) !== LACKS || values.length < ZIP64.valueBytes) continue;
    entry.writeUInt32LE(Math.min(Number(values.readBigUInt64LE()), LACKS), offset);
    values = values.subarray(ZIP64.valueBytes);
  }
}

/** The content of the extra field for ZIP64; empty if the entry has none. */
function valuesOfZip64(entry: Buffer): Buffer {
  const [nameLengthAt, extraLengthAt] = ENTRY.textLengthsAt;
  const start = ENTRY.bytes + entry.readUInt16LE(nameLengthAt);
  let extra = entry.subarray(start, start + entry.readUInt16LE(extraLengthAt));
  while (extra.length >= EXTRA_HEAD_BYTES) {
    const end = EXTRA_HEAD_BYTES + extra.readUInt16LE(2);
    if (extra.readUInt16LE() === ZIP64.id) return extra.subarray(EXTRA_HEAD_BYTES, end);
    extra = extra.subarray(end);
  }
  return Buffer.alloc(0);
}
