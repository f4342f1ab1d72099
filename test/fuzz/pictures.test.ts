import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pdfOf } from '../support/files/drawn-pdf.ts';
import { filesInProcess } from '../support/files/files-in-process.ts';
import { runs } from '../support/nightly.ts';

const SIDE = 64;
const pixels = new Uint8Array(SIDE * SIDE).fill(90, 0, 900);
const picture = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } });

const FORMATS: readonly (readonly [name: string, make: () => Promise<Uint8Array> | Uint8Array])[] =
  [
    ['WebP', () => picture.clone().webp().toBuffer()],
    ['PNG', () => picture.clone().png().toBuffer()],
    ['JPEG', () => picture.clone().jpeg().toBuffer()],
    ['HEIC', () => readFileSync(new URL('../photos/cases/dial.heic', import.meta.url))],
    ['PDF', () => pdfOf([{ text: [[60, 80, 'IMEI 356938035643809']] }])],
  ];

describe.each(FORMATS)('any damaged %s', (_, make) => {
  it('is read, or refused for a reason', async () => {
    const whole = await make();
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 8 }),
        fc.nat(whole.length),
        async (changes, end) => {
          const damaged = Uint8Array.from(whole.subarray(0, Math.max(16, end)));
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
          const question = { bytes: damaged, name: '' };
          const reading = await filesInProcess().read(question, new AbortController().signal);
          expect(reading.kind).toMatch(/^(?:picture|unusable|text)$/);
        },
      ),
      runs(5, 1_000, { seed: 7 }),
    );
  });
});
