import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenPicture, LockedDocument, UnknownPicture } from '../../src/photos/decode/broken.ts';
import { TooLargePicture } from '../../src/photos/decode/decoder-memory.ts';
import { decodeHeic } from '../../src/photos/decode/heic.ts';
import { decodeWebp } from '../../src/photos/decode/webp.ts';
import { readPages } from '../../src/photos/documents/pdf.ts';
import { pictureProblem } from '../../src/photos/picture.ts';
import { heicOf } from '../support/files/drawn-heic.ts';
import { pdfOf } from '../support/files/drawn-pdf.ts';
import { movingWebp, webpOf } from '../support/files/drawn-webp.ts';
import { runs } from '../support/nightly.ts';

const SIDE = 64;
const never = { most: 2, hasTime: () => true };
/** What a decoder may say of a file; anything else would end its thread, and is a mistake. */
const TOLD = [BrokenPicture, LockedDocument, TooLargePicture, UnknownPicture];

const shades = { pixels: new Uint8Array(SIDE * SIDE).fill(90, 0, 900), width: SIDE, height: SIDE };
const colours = { data: new Uint8Array(SIDE * SIDE * 4).fill(90, 0, 900), width: SIDE, height: SIDE };
const page = { text: [[60, 80, 'IMEI 356938035643809']] as const };

const FORMATS: readonly (readonly [
  name: string,
  make: () => Promise<Uint8Array> | Uint8Array,
  read: (file: Uint8Array) => Promise<unknown>,
])[] = [
  ['WebP', () => webpOf(colours), decodeWebp],
  ['WebP without loss', () => webpOf(colours, 100), decodeWebp],
  ['WebP that moves', async () => movingWebp(await webpOf(colours), colours), decodeWebp],
  ['HEIC', () => heicOf(shades), decodeHeic],
  ['PDF', () => pdfOf([page, page]), (file) => readPages(file, never, ({ lines, draw }) => [lines, draw()])],
];

describe.each(FORMATS)('any damaged %s', (_, make, read) => {
  it('is read or told what it is, and nothing else', async () => {
    const whole = await make();
    const change = fc.tuple(
      fc.nat(whole.length - 1),
      fc.oneof(fc.nat(255), fc.constantFrom(0, 127, 128, 255)),
    );
    const damage = fc.tuple(
      fc.array(change, { minLength: 1, maxLength: 12 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(whole.length) },
        { weight: 1, arbitrary: fc.nat(whole.length) },
      ),
    );
    await fc.assert(
      fc.asyncProperty(damage, async ([changes, length]) => {
        const damaged = whole.slice();
        for (const [at, byte] of changes) damaged[at] = byte;
        const file = damaged.slice(0, length);
        if (pictureProblem(file) !== undefined) return;
        const error: unknown = await read(file).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error !== undefined) expect(TOLD.some((kind) => error instanceof kind)).toBe(true);
      }),
      runs(6, 1_000, { seed: 8 }),
    );
  });
});

describe('any bytes behind the beginning of a picture', () => {
  it.each([
    ['WebP', 'RIFF\0\0\0\0WEBP'],
    ['HEIC', '\0\0\0\x18ftypheic'],
    ['PDF', '%PDF-1.7\n'],
    ['JPEG', '\xff\xd8\xff\xc0'],
    ['PNG', '\x89PNG\r\n\x1a\n'],
  ])('are told apart by their header without reading all of them: %s', (_, magic) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4_000 }), (bytes) => {
        const file = Buffer.concat([Buffer.from(magic, 'latin1'), bytes]);
        expect(pictureProblem(file)?.kind).not.toBe('no-picture');
      }),
      runs(40, 20_000, { seed: 9 }),
    );
  });
});
