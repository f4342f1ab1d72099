import { describe, expect, it } from 'vitest';
import { maskCards } from '../../src/imei/cards.ts';
import { findImeis } from '../../src/imei/find.ts';
import { imeiFrom14 } from '../support/imeis.ts';
import { A, B, verdicts } from './verdicts.ts';

/** Numbers that makers of payment software publish for tests; no account has them. */
const CARDS =
  '378282246310005 371449635398431 4111111111111111 5555555555554444 2223003122003222 6011111111111117 38520000023237 30569309025904 5019717010103742 6212345678900000003'.split(
    ' ',
  );
const WRITTEN = [
  ...CARDS,
  ...'4111 1111 1111 1111|4111-1111-1111-1111|3782 822463 10005|3782 8224631 0005|3056 930902 5904'.split(
    '|',
  ),
  ...'4111-111111111111|4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1|3530 1113 3330 0000'.split('|'),
  '٣٧٨٢٨٢٢٤٦٣١٠٠٠٥',
  '4111\u200b1111\u00a01111 1111',
  '3.78282246310005E+14',
  'visa4111111111111111exp1227',
  '+378282246310005',
];

describe('a card number', () => {
  it.each(WRITTEN)('a card number is invalid and shown with its last four digits: %s', (card) => {
    for (const text of [card, `IMEI: ${A}\npay with ${card}`]) {
      const { invalid } = findImeis(text);
      expect(invalid).toMatchObject([
        { text: expect.stringMatching(/^•{10,15}\d{4}$/), why: { kind: 'card' } },
      ]);
    }
  });

  it.each(WRITTEN)('a stored card number is masked, and the same numbers are found: %s', (card) => {
    for (const text of [card, `${A} ${card} ${B}`, `Order ${A}\nmy card: ${card}\nIMEI ${B}`]) {
      const masked = maskCards(text);
      expect(masked).toMatch(/•{10,15}\d{4}/);
      expect(masked.replaceAll(A, '').replaceAll(B, '')).not.toMatch(/\d{5}/);
      expect(verdicts(findImeis(masked))).toEqual(verdicts(findImeis(text)));
      expect(maskCards(masked)).toBe(masked);
    }
  });

  it.each([
    'Order no.  340000000000009 370000000000002 370000000000002 4111 1111 1111 1111 ۳۵۰۰۰۰۰۰۰۰۰۰۰۰۶',
    'IMEI:  Order no.  Order no.  IMEI:  370000000000002 340000000000009 and  ;  ٣٥٠٠٠٠٠٠٠٠٠٠٠٠٦',
    `370000000000002 order\u00a0${A}`,
    '370000000000002 %2३५००००००००००००६',
  ])('leaves the words before a number and their distance from it: %s', (text) => {
    expect(findImeis(maskCards(text))).toEqual(findImeis(text));
  });

  it.each([
    [`4111111111111111 order no. ${A}`, 'order no.'],
    [`378282246310005 order no.\u00a0${A}`, 'order no.'],
    [`35693803******2 order no. ${A}`, 'order no.'],
    [`IMSI of my phone 4111 1111 1111 1111 is ${A}`, 'IMSI of my phone … is'],
  ])('is not part of the name that people read: %s', (text, name) => {
    expect(findImeis(text).unsure).toMatchObject([{ why: { name } }]);
  });

  it('is one behind any number of bullets', () => {
    for (const bullets of ['•', '••••', '•'.repeat(12)]) {
      expect(verdicts(findImeis(`${bullets}4111 1111 1111 1111`))).toEqual([
        'invalid ••••••••••••1111 card',
      ]);
    }
  });

  it('has an issuer, a length and a right check digit', () => {
    for (const card of CARDS) {
      expect(maskCards(card)).toBe(card.slice(-4).padStart(card.length, '•'));
      const wrong = `${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`;
      expect(maskCards(wrong)).toBe(wrong);
    }
    for (const digits of [
      '4006381333931',
      '35693803564380',
      A,
      imeiFrom14('49015420323751'),
      '7700000000000',
    ])
      expect(maskCards(digits)).toBe(digits);
  });

  it('is found between other numbers, and behind them', () => {
    for (const text of [
      '1234 4111 1111 1111 1111',
      '4111 1111 1111 1111 123',
      '2 4111-1111-1111-1111 12/27',
    ])
      expect(maskCards(text)).toContain('••••••••••••1111');
    expect(maskCards(`4 ${A}`)).toBe(`4 ${A}`);
  });

  it('of JCB is one only in groups of four, since IMEIs begin like it', () => {
    expect(verdicts(findImeis('IMEISV 3530111333300000'))).toEqual([
      expect.stringContaining('imeisv'),
    ]);
    expect(maskCards('3530111333300000')).toBe('3530111333300000');
    expect(maskCards('3530-1113-3330-0000')).toBe('••••••••••••0000');
  });

  it('is one also where it is called IMEI', () => {
    expect(verdicts(findImeis('IMEI: 5105105105105100'))).toEqual([
      'invalid ••••••••••••5100 card',
    ]);
    expect(maskCards('IMEISV 5555555555554444')).toBe('IMEISV ••••••••••••4444');
  });

  it('leaves a text without one as it is', () => {
    for (const text of [
      '',
      'hello\r\n',
      `${A}\u00a0${B}`,
      String.raw`IMEI\n${A}`,
      '3907 1234 5678 901',
    ])
      expect(maskCards(text)).toBe(text);
  });
});
