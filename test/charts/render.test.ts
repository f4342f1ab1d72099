import { Resvg } from '@resvg/resvg-js';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { isDrawable, type QuotaPicture } from '../../src/charts/picture.ts';
import { fontOptions, renderQuota } from '../../src/charts/render.ts';
import { COLORS } from '../../src/charts/style.ts';
import { quotaPicture } from '../../src/format/quota/trend.ts';
import { DAY_MS, NOW } from '../support/checks/answers.ts';
import { adminView, courseOf, type Month } from '../support/checks/quota-trend.ts';

const WIDTH = 2_000;
const HEIGHT = 1_200;
/** Where the upper plot is in the picture, in pixels. */
const PLOT = { left: 204, right: 1_928, top: 320, foot: 660 };

function pictureOf(month: Month, expirationDate?: string): QuotaPicture {
  return quotaPicture(adminView(), courseOf(month), expirationDate);
}

/** The picture as a screen shows it: asks for the colour of a pixel. */
async function shown(picture: QuotaPicture) {
  const data = Buffer.from(await renderQuota(picture)).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <image width="${WIDTH}" height="${HEIGHT}" href="data:image/png;base64,${data}"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  const colorAt = (x: number, y: number): string =>
    `#${pixels.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3).toString('hex')}`;
  /** The heights at which a colour stands in the upper plot, above a moment. */
  const heights = (color: string, at: number): number[] => {
    const share = (at - picture.from) / (picture.to - picture.from);
    const x = Math.round(PLOT.left + share * (PLOT.right - PLOT.left));
    const ys = Array.from({ length: PLOT.foot - PLOT.top + 16 }, (_, index) => PLOT.top - 8 + index);
    return ys.filter((y) => [x - 1, x, x + 1].some((near) => colorAt(near, y) === color));
  };
  const isOpaque = pixels.every((value, index) => index % 4 !== 3 || value === 255);
  return { colorAt, heights, isOpaque };
}

describe('a picture of the quota', () => {
  it.each<[string, Month]>([
    ['two figures', { days: 1, start: 50, perHour: 0, unseen: [24, 0] }],
    ['nothing left', { days: 10, start: 0, perHour: 0 }],
    ['a million checks', { days: 30, start: 9_999_999, perHour: 9_000 }],
  ])('of %s is a sharp PNG that a chat takes easily', async (_, month) => {
    const png = await renderQuota(pictureOf(month));
    expect(imageSize(png)).toMatchObject({ width: WIDTH, height: HEIGHT, type: 'png' });
    expect(png.byteLength).toBeLessThan(200_000);
  });

  it('is opaque, and has an edge and a line', async () => {
    const { colorAt, isOpaque, heights } = await shown(pictureOf({ days: 8, start: 2_100, perHour: 3 }));
    expect(isOpaque).toBe(true);
    expect([colorAt(0, 0), colorAt(WIDTH - 1, HEIGHT - 1)]).toEqual([COLORS.border, COLORS.border]);
    expect(colorAt(20, 20)).toBe(COLORS.ground);
    expect(heights(COLORS.left, NOW - 7 * DAY_MS)).not.toEqual([]);
    expect(heights(COLORS.left, NOW - 1.5 * DAY_MS)).not.toEqual([]);
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
    for (const letter of text.replaceAll(' ', '')) expect(drawn(letter), letter).not.toBe(drawn('\u{e123}'));
  },
);
