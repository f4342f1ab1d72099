import { describe, expect, test } from 'vitest';
import { isolated } from '../../../src/adapters/rendering/isolate.ts';

/** The marks in readable form. */
const seen = (text: string): string =>
  text.replace(/[\u2066\u2068]/gu, '⟨').replaceAll('\u2069', '⟩');

describe('left-to-right text in a right-to-left line', () => {
  test.each([
    ['رقم IMEI هو 490154203237518.', 'رقم ⟨IMEI⟩ هو ⟨490154203237518⟩.'],
    ['اطلب *#06# لرؤيته', 'اطلب ⟨*#06#⟩ لرؤيته'],
    ['ربما NOKIA 3110 (جدول TAC)', 'ربما ⟨NOKIA 3110⟩ (جدول ⟨TAC⟩)'],
    [
      '49-015420-323751-8 · Samsung GT-I9300 · محفوظ',
      '⟨49-015420-323751-8⟩ · ⟨Samsung GT-I9300⟩ · محفوظ',
    ],
    ['رمز النوع (TAC): 49015420', 'رمز النوع (⟨TAC⟩): ⟨49015420⟩'],
    ['النطاقات: 900, 1800, 1900', 'النطاقات: ⟨900, 1800, 1900⟩'],
    ['قال «iPhone (2nd)»، ثم', 'قال «⟨iPhone (2nd)⟩»، ثم'],
    // The full stop before a bracket is the sentence's.
    ['(والأخيرة هي 490154.)', '(والأخيرة هي ⟨490154⟩.)'],
    ['בדיקה של Nokia', 'בדיקה של ⟨Nokia⟩'],
  ])('is isolated: %s', (line, shown) => {
    expect(seen(isolated(line))).toBe(shown);
  });

  test('in a left-to-right line, what is quoted is isolated instead', () => {
    const line = 'Careful: the text says “ايفون 13”, but this is a different phone.';
    expect(seen(isolated(line))).toBe(line.replace('ايفون 13', '⟨ايفون 13⟩'));
  });

  test.each([
    'NOKIA 3110',
    '',
    '   ',
    '...',
    'Привет 490154203237518',
    'بعد 5 دقائق',
    '(والأخيرة هي 8 لا 7.)',
  ])('is unchanged if there is nothing to isolate: “%s”', (line) =>
    expect(isolated(line)).toBe(line),
  );
});
