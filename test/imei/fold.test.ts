import { describe, expect, it } from 'vitest';
import { foldText, UNSEEN } from '../../src/imei/text/fold.ts';

describe('a folded text', () => {
  it.each([
    ['spaces', '\u00a0\u2003\u2009\u202f\u3000\t', ' '],
    ['dashes', '\u2010\u2013\u2014\u2212\u2043\u02d7\u23af\u2500\u2501\u30fc\uff70', '-'],
    ['slashes', '\u2044\u2215\u2571\u29f8', '/'],
    ['dots', '\u00b7\u2024\u2027\u2219\u22c5\u3002\u30fb', '.'],
    ['line ends', '\r\v\f\u0085\u2028\u2029', '\n'],
    ['signs that are not seen', '\u200b\u200e\u00ad\ufeff\ufe0f\u20e3', UNSEEN],
    ['nines of every script', '9\u0669\u06f9\u096f\u0e59\uff19', '9'],
  ])('has all %s as the plain one', (_what, text, plain) => {
    expect(foldText(text)).toBe(plain.repeat(text.length));
  });

  it('has full-width letters and signs as ASCII, and leaves all other letters as they are', () => {
    expect(foldText('ＩＭＥＩ：！～')).toBe('IMEI:!~');
    expect(foldText('héllo мир 手机 ｱ')).toBe('héllo мир 手机 ｱ');
  });

  it('keeps its length: what is left over is not seen', () => {
    expect(foldText('a\r\nb\rc\n')).toBe(`a${UNSEEN}\nb\nc\n`);
    expect(foldText('𝟒𝟗')).toBe(`${UNSEEN}4${UNSEEN}9`);
    expect(foldText('😀')).toBe('😀');
  });

  it('is the text itself where it is plain', () => {
    expect(foldText('IMEI: 490154203237518\n')).toBe('IMEI: 490154203237518\n');
    expect(foldText('')).toBe('');
  });

  it('is the same wherever a long text is divided', () => {
    for (const [sign, folded] of [
      ['\r\n', `${UNSEEN}\n`],
      ['𝟒', `${UNSEEN}4`],
      ['٣x', '3x'],
      ['x٣', 'x3'],
    ] as const) {
      for (const before of [4_094, 4_095, 4_096, 4_097]) {
        const padding = 'x'.repeat(before);
        expect(foldText(`${padding}${sign}é${padding}${sign}`)).toBe(
          `${padding}${folded}é${padding}${folded}`,
        );
      }
    }
  });
});
