import sharp from 'sharp';

/** Pixels of four bytes, row by row. */
export interface Colours {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const LONG = 10;

/** A WebP as a phone writes it; of quality 100 without loss. */
export async function webpOf({ data, width, height }: Colours, quality = 80): Promise<Uint8Array> {
  const pixels = sharp(data, { raw: { width, height, channels: 4 } });
  return new Uint8Array(await pixels.webp({ quality, lossless: quality === 100 }).toBuffer());
}

/** The picture of a WebP behind the header of one that moves, on a canvas of another size, between further chunks. */
export function movingWebp(still: Uint8Array, canvas: Omit<Colours, 'data'>): Uint8Array {
  const header = Buffer.alloc(LONG);
  header.writeUIntLE(canvas.width - 1, 4, 3);
  header.writeUIntLE(canvas.height - 1, 7, 3);
  const frame = Buffer.concat([Buffer.alloc(16), still.subarray(12)]);
  return riff(
    chunk('VP8X', header),
    chunk('ICCP', Buffer.alloc(7)),
    chunk('ANMF', frame),
    chunk('ANMF', frame),
  );
}

/** A WebP without loss whose header says this size, and whose picture is missing. */
export function emptyWebp(width: number, height: number): Uint8Array {
  const picture = Buffer.alloc(40);
  picture.writeUInt8(0x2f);
  picture.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1);
  return riff(chunk('VP8L', picture));
}

/** A WebP with loss of this size, whose picture is zeros: read to the end, it is of one colour. */
export function lossyWebp(width: number, height: number, bytes: number): Uint8Array {
  const header = Buffer.alloc(10);
  header.writeUIntLE(0x10, 0, 3);
  header.set([0x9d, 0x01, 0x2a], 3);
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return riff(chunk('VP8 ', Buffer.concat([header, Buffer.alloc(bytes)])));
}

function riff(...chunks: readonly Buffer[]): Uint8Array {
  const body = Buffer.concat(chunks);
  const header = Buffer.from('RIFF....WEBP', 'latin1');
  header.writeUInt32LE(4 + body.length, 4);
  return new Uint8Array(Buffer.concat([header, body]));
}

function chunk(name: string, data: Uint8Array): Buffer {
  const header = Buffer.from(`${name}....`, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}
