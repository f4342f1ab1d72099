/** Pixels of a picture. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The picture of a WebP that is decoded: its only one, or the first of a moving one. */
export interface WebpFrame extends Size {
  /** Where its chunk, with name and length, begins and ends in the file; the end may lie beyond a truncated file. */
  readonly from: number;
  readonly to: number;
}

/** A file has a handful of chunks before its picture; one with hundreds is hostile. */
const MOST_CHUNKS = 100;
const FILE_HEADER = 12;
const CHUNK_HEADER = 8;
/** A frame of a moving picture begins with its place and its time. */
const FRAME_HEADER = 16;
const SIDE_BITS = 14;
const SIDE = (1 << SIDE_BITS) - 1;

/**
 * Finds the picture of a WebP and the size that its own data say, which a canvas around it need not have. Source: "WebP
 * Container Specification"; RFC 6386, 9.1; RFC 9649, 3.4.
 */
export function webpFrame(bytes: Buffer): WebpFrame | undefined {
  let from = FILE_HEADER;
  for (let chunks = 0; chunks < MOST_CHUNKS && from + CHUNK_HEADER <= bytes.length; chunks += 1) {
    const name = bytes.toString('latin1', from, from + 4);
    const start = from + CHUNK_HEADER;
    if (name === 'VP8 ' || name === 'VP8L') {
      const size = name === 'VP8 ' ? lossySize(bytes, start) : losslessSize(bytes, start);
      return size && { ...size, from, to: start + bytes.readUInt32LE(from + 4) };
    }
    const length = name === 'ANMF' ? FRAME_HEADER : bytes.readUInt32LE(from + 4);
    from = start + length + (length % 2);
  }
  return undefined;
}

/** A key frame has its size behind three bytes and three that are the same in each. */
function lossySize(bytes: Buffer, start: number): Size | undefined {
  if (start + 10 > bytes.length || bytes.toString('hex', start + 3, start + 6) !== '9d012a') return undefined;
  return { width: bytes.readUInt16LE(start + 6) & SIDE, height: bytes.readUInt16LE(start + 8) & SIDE };
}

function losslessSize(bytes: Buffer, start: number): Size | undefined {
  if (start + 5 > bytes.length || bytes[start] !== 0x2f) return undefined;
  const bits = bytes.readUInt32LE(start + 1);
  return { width: (bits & SIDE) + 1, height: ((bits >>> SIDE_BITS) & SIDE) + 1 };
}
