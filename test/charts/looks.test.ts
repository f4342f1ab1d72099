import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { isDrawable } from '../../src/charts/picture.ts';
import { fontOptions } from '../../src/charts/render.ts';
import { COLORS } from '../../src/charts/style.ts';

/** Relative luminance by WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio by WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colours of a picture', () => {
  it.each(['strong', 'quiet', 'left'] as const)('let people read a text: %s', (name) => {
    expect(contrast(COLORS[name], COLORS.ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['left', 'rise', 'warning', 'paid', 'saved'] as const)('let people see a shape: %s', (name) => {
    expect(contrast(COLORS[name], COLORS.ground)).toBeGreaterThanOrEqual(3);
  });

  it('separate paid and saved by lightness too', () => {
    expect(contrast(COLORS.paid, COLORS.saved)).toBeGreaterThan(1.8);
  });
});

/** How one letter looks in the font of the pictures. */
function drawn(letter: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="5" y="30" font-size="24">${letter}</text></svg>`;
  return new Resvg(svg, { font: fontOptions }).render().pixels.toString('base64');
}

describe('the letters of a picture', () => {
  /** A letter that the font does not have. */
  const missing = drawn('\u{e123}');

  it.each(['1,234 (12 %) – “now”', 'Größe façade', 'Проверок їжак', 'έλεγχοι', 'الفحوص ١٢٣'])(
    'are in the font: %s',
    (text) => {
      expect(isDrawable(text)).toBe(true);
      for (const letter of text.replaceAll(' ', '')) expect(drawn(letter), letter).not.toBe(missing);
    },
  );

  it.each(['शेष जाँच', '剩余查询次数', '10月31日', 'チェック'])(
    'are in no other font of the machine either: %s',
    (text) => {
      expect(isDrawable(text)).toBe(false);
      expect(drawn(text.match(/\p{Lo}/u)?.[0] ?? '')).toBe(missing);
    },
  );
});
