import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { megapixelsOf } from '../../src/photos/picture.ts';
import type { Drawing } from '../support/files/drawn-codes.ts';
import { invoice, receipt } from '../support/files/drawn-papers.ts';
import { prose } from '../support/files/drawn-prose.ts';
import { chat, SCREEN_WORDS } from '../support/files/drawn-screens.ts';
import { type Damage, photoOf } from '../support/files/photos.ts';
import { type Texture, textured } from '../support/files/textures.ts';
import { createMeasuredReader } from '../support/measure/measured-reader.ts';

/** `npm run test:photos` measures all of them and writes the table; `npm test` looks at the quickest. */
const MEASURING = process.env.MODE === 'photos';
const RESULTS = new URL('./RESULTS-NOTHING.md', import.meta.url);
/** Milliseconds of a processor that a picture with nothing on it may cost. */
const MOST_MS = 4_000;

const SIZES = [
  [1_600, 1_200],
  [4_000, 3_000],
] as const;
const ALL = (['white', 'noise', 'fabric', 'wood'] as const).flatMap((texture) =>
  SIZES.map((size) => [texture, ...size] as const),
);

/** Papers and screens full of words, which can be read. */
const PHOTO: Partial<Damage> = {
  margin: 1.1,
  turnedBy: 2,
  light: 0.8,
  noise: 6,
  blurBars: 0.25,
  quality: 80,
};
const SHARP: Partial<Damage> = { ...PHOTO, barPx: 3.5 };
const ACCOUNT = { 20: 'to the account DE44 5001 0517 5407 3249 31 of the owner' };
const ORDER = { 20: 'the order 302-5512843-7719562 that was sent in May' };
const CHAT = Array.from({ length: 10 }, () => 'Would you take 250 for it? Call +49 151 2345678');
const PAGES: readonly (readonly [string, Drawing, Partial<Damage>])[] = [
  ['prose, scanned', prose(), { barPx: 3.5, margin: 1, noise: 6, quality: 85 }],
  ['prose, photographed', prose(), SHARP],
  ['prose, photographed', prose(), { ...PHOTO, barPx: 4.25 }],
  ...[90, 180, 270].map(
    (turn) => [`prose, turned by ${turn}°`, prose(), { ...SHARP, turnedBy: 2 + turn }] as const,
  ),
  ['prose with the number of an account', prose(ACCOUNT), SHARP],
  ['prose with the number of an order', prose(ORDER), SHARP],
  ...[0, 90, 180, 270].map(
    (turn) => [`an invoice, turned by ${turn}°`, invoice(), { ...SHARP, turnedBy: 2 + turn }] as const,
  ),
  ['an invoice with small print', invoice(26), SHARP],
  ...[0, 15, 90].map(
    (turn) => [`a receipt, turned by ${turn}°`, receipt(), { ...PHOTO, barPx: 3.2, turnedBy: turn }] as const,
  ),
  ['a chat', chat(CHAT, { dark: true, words: SCREEN_WORDS.en }), { barPx: 3, margin: 1, quality: 90 }],
];

describe('a picture with nothing to read on it', () => {
  const reader = createMeasuredReader();
  const rows: string[] = [];

  afterAll(async () => {
    if (MEASURING) writeFileSync(RESULTS, tableOf(rows));
    await reader.close();
  });

  it.runIf(MEASURING).each(PAGES)('costs little: %s', async (name, drawing, damage) => {
    const picture = photoOf(drawing, damage);

    const { reading, processorMs: ms } = await reader.read(picture);

    rows.push(`| ${name} | ${megapixelsOf(picture).toFixed(1)} | ${Math.round(ms)} ms |`);
    expect(reading).toMatchObject({ ok: true, codes: [], texts: [], look: { hasText: true } });
    expect(ms).toBeLessThan(MOST_MS);
  });

  const shown: readonly (readonly [Texture, number, number])[] = MEASURING ? ALL : [['white', 1_600, 1_200]];
  it.each(shown)('costs little: %s, %i × %i pixels', async (texture, width, height) => {
    const picture = textured(texture, width, height);

    const { reading, processorMs: ms } = await reader.read(picture);

    rows.push(`| ${texture} | ${(width * height) / 1e6} | ${Math.round(ms)} ms |`);
    expect(reading).toMatchObject({ ok: true, codes: [], texts: [], look: { hasText: false } });
    expect(ms).toBeLessThan(MOST_MS);
  });
});

function tableOf(rows: readonly string[]): string {
  return `# What a picture costs on which there is nothing

Written by \`npm run test:photos\`: surfaces that fill a picture, and papers and screens full of words without an IMEI, drawn by the
tests. The times are those of a processor, with the start of the process where the one before has ended.

| surface | megapixels | processor time |
| ------- | ---------: | -------------: |
${rows.join('\n')}
`;
}
