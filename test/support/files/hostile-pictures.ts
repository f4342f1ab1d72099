import { crc32, deflateSync } from 'node:zlib';

/** A whole PNG of one colour with 16 bits for each of four channels: eight bytes a pixel from a few kilobytes. */
export function deepPng(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc((width * 8 + 1) * height);
  return png(width, height, deflateSync(rows, { level: 1 }));
}

/** The header of such a PNG, and nothing that could be decoded. */
export function emptyPng(width: number, height: number): Uint8Array {
  return png(width, height, deflateSync(Buffer.alloc(100)));
}

function png(width: number, height: number, data: Buffer): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The frame of a progressive JPEG of four colours, for which a decoder takes its memory at once; nothing follows. */
export function emptyJpeg(width: number, height: number, bytes = 0): Uint8Array {
  const frame = Buffer.alloc(4 + 6 + 4 * 3);
  frame.set([0xff, 0xc2, 0, frame.length - 2, 8, height >> 8, height & 255, width >> 8, width & 255, 4]);
  for (let colour = 0; colour < 4; colour += 1) frame.set([colour + 1, 0x11, 0], 10 + colour * 3);
  return new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8]), frame, Buffer.alloc(bytes)]));
}

/** The header of a GIF with one picture, whose content is missing. */
export function emptyGif(width: number, height: number): Uint8Array {
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const header = [...Buffer.from('GIF89a'), ...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  return Uint8Array.from([...header, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 1, 0x44, 0, 0x3b]);
}
