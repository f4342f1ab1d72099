import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { isDrawable } from '../../src/charts/picture.ts';
import { fontOptions } from '../../src/charts/render.ts';

/** How one letter looks in the font of the pictures. */
function drawn(letter: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="5" y="30" font-size="24">${letter}</text></svg>`;
  return new Resvg(svg, { font: fontOptions }).render().pixels.toString('base64');
}

/** How a letter looks that the font does not have: one of the characters that will never be any. */
const missing = drawn('\u{e123}');

describe('the letters of the pictures', () => {
  it.each([
    'Checks left: 1,234 (12 %) – “now”',
    'Größe año façade ação',
    'Проверок осталось, їжак',
    'έλεγχοι',
    'الفحوص المتبقية ١٢٣',
  ])('can be drawn: %s', (text) => {
    expect(isDrawable(text)).toBe(true);
    for (const letter of text.replaceAll(' ', '')) expect(drawn(letter), letter).not.toBe(missing);
  });

  it.each(['शेष जाँच', '剩余查询次数', '10月31日', 'チェック'])('cannot be drawn: %s', (text) => {
    expect(isDrawable(text)).toBe(false);
    // Nor are they taken from another font of this machine, which the next one may not have.
    const [letter = ''] = text.match(/\p{Lo}/u) ?? [];
    expect(drawn(letter)).toBe(missing);
  });

  it('are drawn by the font that comes with the bot', () => {
    expect(drawn('m')).not.toBe(missing);
  });
});
