import { inflateRawSync } from 'node:zlib';

/** Most bytes of all unpacked parts of a workbook together; one with 20,000 rows has a few megabytes. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const MAX_ENTRIES = 1_000;

/** APPNOTE.TXT 4.3.16 and 4.3.12: the end of the central directory, and one of its entries. */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Placeholder for a number in the ZIP64 part, which no workbook of a few megabytes needs. */
const ELSEWHERE = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
const UTF8_NAME = 0x0800;
/** Room before the end for the locator of a ZIP64 part, which is then not looked for in the name of an entry. */
const NO_LOCATOR = Buffer.alloc(20);

/** What can be read of a ZIP. */
export interface XmlParts {
  /** The unpacked XML parts by name. */
  readonly parts: ReadonlyMap<string, Buffer>;
  /** The same ZIP with a directory of these parts alone, and with their true sizes. */
  readonly archive: Uint8Array<ArrayBuffer>;
}

/** The XML parts of a ZIP, or why they cannot be unpacked. */
export type Unpacked = XmlParts | 'not-a-table' | 'locked' | 'too-much';

/**
 * Unpacks the XML parts of a workbook, with a bound on their size, and leaves the library no others: it has no bound, unpacks
 * pictures as well, and takes as much memory as a directory claims; five megabytes can unpack to five gigabytes.
 */
export function unpackXml(bytes: Uint8Array): Unpacked {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = new Map<string, Buffer>();
  const entries = new Map<string, Entry>();
  let left = MAX_UNPACKED_BYTES;
  try {
    for (const entry of entriesOf(archive)) {
      if (!/\.xml(?:\.rels)?$/.test(entry.name)) continue;
      if (entry.encrypted) return 'locked';
      const part = unpack(archive, entry, left);
      left -= part.byteLength;
      parts.set(entry.name, part);
      entries.set(entry.name, entry);
    }
    return { parts, archive: withDirectory(archive, { parts, entries }) };
  } catch (error) {
    // Any other error means that the archive is broken.
    return isTooLarge(error) ? 'too-much' : 'not-a-table';
  }
}

interface Entry {
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

function entriesOf(archive: Buffer): Entry[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new RangeError('too many entries');
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new RangeError('no entry');
    const nameBytes = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      encrypted: (archive.readUInt16LE(at + 8) & 1) === 1,
      method: archive.readUInt16LE(at + 10),
      packedBytes: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - LONGEST_COMMENT);
  for (let at = archive.length - END_BYTES; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new RangeError('no end');
}

interface Listed {
  readonly parts: ReadonlyMap<string, Buffer>;
  readonly entries: ReadonlyMap<string, Entry>;
}

/** The archive with a directory behind it that lists these parts alone. */
function withDirectory(archive: Buffer, { parts, entries }: Listed): Uint8Array<ArrayBuffer> {
  const listed = [...parts].flatMap(([name, { byteLength }]) => {
    const entry = entries.get(name);
    return entry === undefined ? [] : [listing(entry, byteLength)];
  });
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(listed.length, 8);
  end.writeUInt16LE(listed.length, 10);
  end.writeUInt32LE(directory.byteLength, 12);
  end.writeUInt32LE(archive.byteLength, 16);
  return Buffer.concat([archive, directory, NO_LOCATOR, end]);
}

function listing({ name, method, packedBytes, offset }: Entry, bytes: number): Buffer {
  const nameBytes = Buffer.from(name);
  const head = Buffer.alloc(ENTRY_BYTES);
  head.writeUInt32LE(ENTRY, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(UTF8_NAME, 8);
  head.writeUInt16LE(method, 10);
  head.writeUInt32LE(packedBytes, 20);
  head.writeUInt32LE(bytes, 24);
  head.writeUInt16LE(nameBytes.byteLength, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, nameBytes]);
}

function unpack(archive: Buffer, { method, packedBytes, offset }: Entry, maxBytes: number): Buffer {
  if (packedBytes === ELSEWHERE || offset === ELSEWHERE) throw new RangeError('ZIP64');
  const from = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const packed = archive.subarray(from, from + packedBytes);
  if (packed.byteLength < packedBytes) throw new RangeError('cut off');
  if (method === STORED) return bounded(packed, maxBytes);
  if (method !== DEFLATED) throw new RangeError('packed in another way');
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
}

function bounded(part: Buffer, maxBytes: number): Buffer {
  if (part.byteLength > maxBytes) throw Object.assign(new RangeError('too large'), { code: TOO_LARGE });
  return part;
}

const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === TOO_LARGE;
}
