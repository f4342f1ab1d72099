import { describe, expect, it } from 'vitest';
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

const { strong, quiet, left, rise, warning, paid, saved } = COLORS;
const TEXTS = { strong, quiet, left };
const SHAPES = { left, rise, warning, paid, saved };

describe('the colours of a picture', () => {
  it('are measured as the standard does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each(Object.entries(TEXTS))('let the text be read: %s', (_, color) => {
    expect(contrast(color, COLORS.ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(SHAPES))('let the shape be seen: %s', (_, color) => {
    expect(contrast(color, COLORS.ground)).toBeGreaterThanOrEqual(3);
  });

  it('keep paid and saved apart by lightness too, for those who see no hues', () => {
    expect(contrast(COLORS.paid, COLORS.saved)).toBeGreaterThan(1.8);
  });
});
