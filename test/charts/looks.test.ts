import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { isDrawable } from '../../src/charts/picture.ts';
import { fontOptions } from '../../src/charts/render.ts';

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
});
