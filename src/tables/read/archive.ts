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

/** The XML parts of a ZIP by name, or why they cannot be unpacked. */
export type Unpacked = ReadonlyMap<string, Buffer> | 'not-a-table' | 'locked' | 'too-much';

/**
 * Unpacks the parts the workbook library reads, with a bound on their size: the library has none, and five megabytes can
 * unpack to five gigabytes. Reads the central directory, as the library does, so that both see the same parts.
 */
export function unpackXml(bytes: Uint8Array): Unpacked {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = new Map<string, Buffer>();
  let left = MAX_UNPACKED_BYTES;
  try {
    for (const entry of entriesOf(archive)) {
      if (!/\.xml(?:\.rels)?$/.test(entry.name)) continue;
      if (entry.encrypted) return 'locked';
      const part = unpack(archive, entry, left);
      left -= part.byteLength;
      parts.set(entry.name, part);
    }
    return parts;
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
