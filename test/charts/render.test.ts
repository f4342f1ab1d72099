import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isDrawable, type QuotaPicture } from '../../src/charts/picture.ts';
import { fontOptions, renderQuota } from '../../src/charts/render.ts';
import { quotaPicture } from '../../src/format/quota/trend.ts';
import { adminView, courseOf, type Month } from '../support/checks/quota-trend.ts';

function pictureOf(month: Month, expirationDate?: string): QuotaPicture {
  return quotaPicture(adminView(), courseOf(month), expirationDate);
}

describe('a picture of the quota', () => {
  it.each<[string, Month]>([
    ['a day', { days: 1, start: 50, perHour: 0 }],
    ['nothing left', { days: 10, start: 0, perHour: 0 }],
    ['a million checks', { days: 30, start: 9_999_999, perHour: 9_000 }],
  ])('of %s is a sharp PNG that a chat takes easily', async (_, month) => {
    const png = await renderQuota(pictureOf(month));
    expect(await sharp(png).metadata()).toMatchObject({
      width: 2_000,
      height: 1_200,
      format: 'png',
    });
    expect((await sharp(png).stats()).isOpaque).toBe(true);
    expect(png.byteLength).toBeLessThan(200_000);
  });
});

/** How one letter looks in the font of the pictures. */
function drawn(letter: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="5" y="30" font-size="24">${letter}</text></svg>`;
  return new Resvg(svg, { font: fontOptions }).render().pixels.toString('base64');
}

it.each(['1,234 (12 %) – “now”', 'Größe façade', 'Проверок їжак', 'έλεγχοι', 'الفحوص ١٢٣'])(
  'the letters of a picture are in the font: %s',
  (text) => {
    expect(isDrawable(text)).toBe(true);
    for (const letter of text.replaceAll(' ', ''))
      expect(drawn(letter), letter).not.toBe(drawn('\u{e123}'));
  },
);
