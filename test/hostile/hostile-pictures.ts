import { crc32, deflateSync } from 'node:zlib';
import { documentOf, pageWith, streamOf } from '../support/files/drawn-pdf.ts';
import type { HostileFile } from './hostile-files.ts';

/**
 * A whole PNG of one colour with 16 bits for each of four channels: eight bytes a pixel from a few
 * kilobytes.
 */
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

/**
 * The frame of a progressive JPEG of four colours, for which a decoder takes its memory at once;
 * nothing follows.
 */
export function emptyJpeg(width: number, height: number, bytes = 0): Uint8Array {
  const frame = Buffer.alloc(4 + 6 + 4 * 3);
  frame.set([
    0xff,
    0xc2,
    0,
    frame.length - 2,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    4,
  ]);
  for (let colour = 0; colour < 4; colour += 1) frame.set([colour + 1, 0x11, 0], 10 + colour * 3);
  return new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8]), frame, Buffer.alloc(bytes)]));
}

/** The header of a GIF with one picture, whose content is missing. */
export function emptyGif(width: number, height: number): Uint8Array {
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const header = [...Buffer.from('GIF89a'), ...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  return Uint8Array.from([...header, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 1, 0x44, 0, 0x3b]);
}

/** Forms that each draw the next one ten times, numbered from 5. */
const FORMS = Array.from({ length: 12 }, (_, index) =>
  streamOf(
    `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${Math.min(index + 6, 16)} 0 R >> >>`,
    index < 11 ? '/X Do '.repeat(10) : '0 0 m 1 1 l S',
  ),
);
/** The header of a page of 65,535 pixels by as many. Source: ITU-T T.88, 7.4.8. */
const JBIG2 = Buffer.from(`0000000030000100000013${'0000ffff0000ffff'.padEnd(38, '0')}`, 'hex');
const DRAWN = streamOf('', 'q 595 0 0 842 0 0 cm /X Do Q');
const USES_X = '/XObject << /X 5 0 R >>';

/** Some kilobytes that unpack, in two steps, to this many megabytes of zeros. */
function packedTwice(megabytes: number): Uint8Array {
  return deflateSync(deflateSync(Buffer.alloc(megabytes * 1_048_576), { level: 9 }), { level: 9 });
}

function image(dictionary: string, data: Uint8Array): Uint8Array {
  const head = '/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8';
  return pageWith(DRAWN, USES_X, [streamOf(`${head} ${dictionary}`, data)]);
}

function tree(kids: string, size = '[0 0 595 842]'): Uint8Array {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox ${size} >>`;
  return documentOf(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages ${kids} >>`, page]);
}

const TWICE = '/Filter [/FlateDecode /FlateDecode]';
const TILE = '/BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>';

/** Documents that are made to take the memory or the time of a reader. */
export const HOSTILE_DOCUMENTS: readonly HostileFile[] = (
  [
    ['a million pages', () => tree('/Kids [3 0 R] /Count 1000000')],
    ['a tree of pages of itself', () => tree('/Kids [2 0 R 2 0 R] /Count 10 /Parent 2 0 R')],
    ['a huge page', () => tree('/Kids [3 0 R] /Count 1', '[0 0 1e30 1e30] /UserUnit 9999')],
    ['text that unpacks twice', () => pageWith(streamOf(TWICE, packedTwice(200)))],
    ['forms of ten forms each', () => pageWith(DRAWN, USES_X, FORMS)],
    ['an image that unpacks', () => image(`/Width 30000 /Height 30000 ${TWICE}`, packedTwice(40))],
    ['a huge JBIG2 image', () => image('/Width 65535 /Height 65535 /Filter /JBIG2Decode', JBIG2)],
    ['arrays in arrays', () => documentOf(['['.repeat(100_000)])],
    [
      'a pattern of tiny tiles',
      () =>
        pageWith(streamOf('', '/Pattern cs /T scn 0 0 595 842 re f'), '/Pattern << /T 5 0 R >>', [
          streamOf(
            `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ${TILE}`,
            '0 0 1 1 re f',
          ),
        ]),
    ],
    [
      'dashes without end',
      () => pageWith(streamOf('', '[0.0001 0.0001] 0 d 1 w 0 0 m 595 842 l S '.repeat(1_000))),
    ],
  ] as const
).map(([what, content], index) => ({ what, name: `${index}.pdf`, content }));
