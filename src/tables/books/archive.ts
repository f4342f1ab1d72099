import { inflateRawSync } from 'node:zlib';
import { codeOf } from '../../core/errors.ts';
import { Unreadable } from './unreadable.ts';

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

/** A ZIP whose parts are unpacked one by one. Their names are told apart by neither case nor kind of slash, as programs write them. */
export interface Archive {
  /** In lower case, with slashes. */
  readonly names: ReadonlySet<string>;
  /** Unpacks a part; undefined if there is none of this name. Throws if it is broken, or `tooMuch`. */
  read(name: string): Buffer | undefined;
}

/**
 * Opens a ZIP; throws if it is broken. Its parts share a bound on their unpacked size: five megabytes can unpack to five
 * gigabytes. A part that nobody asks for, such as a picture, is not unpacked.
 */
export function openArchive(bytes: Uint8Array): Archive {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map(entriesOf(archive).map((entry) => [plainName(entry.name), entry]));
  let left = MAX_UNPACKED_BYTES;
  return {
    names: new Set(entries.keys()),
    read: (name) => {
      const entry = entries.get(plainName(name));
      if (entry === undefined) return undefined;
      if (entry.encrypted) throw new Unreadable('locked');
      const part = unpack(archive, entry, left);
      left -= part.byteLength;
      return part;
    },
  };
}

function plainName(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase();
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
  return inflated(packed, maxBytes);
}

function inflated(packed: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new Unreadable('too-much');
    throw error;
  }
}

function bounded(part: Buffer, maxBytes: number): Buffer {
  if (part.byteLength > maxBytes) throw new Unreadable('too-much');
  return part;
}
