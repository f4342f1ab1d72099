import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type Texture, textured } from '../support/files/textures.ts';
import { createMeasuredReader } from '../support/measure/measured-reader.ts';

/** `npm run test:photos` measures all of them and writes the table; `npm test` looks at the quickest. */
const MEASURING = process.env.MODE === 'photos';
const RESULTS = new URL('./RESULTS-NOTHING.md', import.meta.url);
/** Milliseconds of a processor that a picture with nothing on it may cost. */
const MOST_MS = 5_000;

const SIZES = [
  [1_600, 1_200],
  [4_000, 3_000],
] as const;
const ALL = (['white', 'noise', 'fabric', 'wood'] as const).flatMap((texture) =>
  SIZES.map((size) => [texture, ...size] as const),
);

describe('a picture with nothing to read on it', () => {
  const reader = createMeasuredReader();
  const rows: string[] = [];

  afterAll(async () => {
    if (MEASURING) writeFileSync(RESULTS, tableOf(rows));
    await reader.close();
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

Written by \`npm run test:photos\`: surfaces that fill a picture. The times are those of a processor, with the start
of the process where the one before has ended.

| surface | megapixels | processor time |
| ------- | ---------: | -------------: |
${rows.join('\n')}
`;
}
