import { describe, expect, it } from 'vitest';
import { hasRightCheckDigit, luhnCheckDigit } from '../../src/imei/digits.ts';
import {
  isCardAlone,
  isCardNumber,
  isPrintedCard,
  maskedCard,
  mayBeginCard,
  withCardsUnmasked,
} from '../../src/imei/number/cards.ts';
import { mistypedCard } from '../../src/imei/text/mistyped-cards.ts';
import { withCardsInOneRun } from '../../src/imei/text/spreadsheet-cards.ts';

/** A number that begins so, of a length, with its check digit. */
function numbered(beginning: string, length: number): string {
  const rest = beginning.padEnd(length - 1, '1234567890');
  return `${rest}${luhnCheckDigit(rest)}`;
}
const nextDigit = (digits: string): string => `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`;

const AMEX = '378282246310005';
const VISA = '4111111111111111';
const IMEI = '356938035643809';

describe('the number of a payment card', () => {
  const issuers: [string, number][] = [
    ...['36', '38', '39'].map((start): [string, number] => [start, 14]),
    ...['40', '49', '51', '55', '22', '27', '6011', '62', '644', '649', '65'].map(
      (start): [string, number] => [start, 16],
    ),
  ];

  it.each(issuers)('begins with %s and has %i digits, with a right check digit', (start, length) => {
    expect(isCardNumber(numbered(start, length))).toBe(true);
    expect(isCardNumber(nextDigit(numbered(start, length)))).toBe(false);
    for (const other of [13, 14, 15, 16, 17].filter((one) => one !== length))
      expect(isCardNumber(numbered(start, other))).toBe(false);
  });

  it('of American Express has 15 digits and may be mistyped in its last', () => {
    for (const start of ['34', '37']) {
      expect(isCardNumber(numbered(start, 15))).toBe(true);
      expect(isCardNumber(nextDigit(numbered(start, 15)))).toBe(true);
    }
    expect(isCardAlone(AMEX)).toBe(true);
    expect(isCardAlone(nextDigit(AMEX))).toBe(false);
  });

  it.each([
    ...['30', '35', '48', '16', '83'].map((start): [string, number] => [start, 14]),
    ...['33', '35', '36', '40', '51', '13'].map((start): [string, number] => [start, 15]),
    ...['50', '56', '21', '28', '6012', '61', '643', '66', '35', '36', '14'].map(
      (start): [string, number] => [start, 16],
    ),
  ])('does not begin with %s where it has %i digits', (start, length) => {
    expect(isCardNumber(numbered(start, length))).toBe(false);
  });

  it('is told by its first four digits to be possible, wherever they stand', () => {
    for (let four = 0; four < 10_000; four += 1) {
      const start = String(four).padStart(4, '0');
      const isOne = [14, 15, 16].some((length) => isCardNumber(numbered(start, length)));
      expect(mayBeginCard(`4${start}`, 1), start).toBe(isOne);
    }
  });

  it('of JCB is known where it is printed four by four: most IMEIs begin so', () => {
    for (const start of ['3528', '3529', '353', '358']) {
      expect(isPrintedCard(numbered(start, 16))).toBe(true);
      expect(isPrintedCard(nextDigit(numbered(start, 16)))).toBe(false);
      for (const length of [14, 15, 17]) expect(isPrintedCard(numbered(start, length))).toBe(false);
    }
    for (const start of ['3527', '352', '359', '1353'])
      expect(isPrintedCard(numbered(start, 16))).toBe(false);
    expect(isPrintedCard(VISA)).toBe(true);
    expect(isPrintedCard(numbered('6012', 16))).toBe(false);
  });

  it('is one whatever stands around it only where no IMEI begins like it', () => {
    expect(isCardAlone(VISA)).toBe(true);
    expect(isCardAlone(numbered('51', 16))).toBe(false);
    expect(isCardAlone(numbered('55', 16))).toBe(true);
    expect(isCardAlone('79927398713'.padEnd(16, '0'))).toBe(false);
  });
});

describe('a masked card number', () => {
  it('has its last four digits', () => {
    expect(maskedCard(AMEX)).toBe('•••••••••••0005');
    expect(maskedCard('123')).toBe('123');
  });

  it.each([
    [14, '36'],
    [15, '34'],
    [16, '41'],
  ])('of %i digits stands for a card number of that length and with that end', (length, start) => {
    const mask = `${'•'.repeat(length - 4)}0042`;
    const stands = withCardsUnmasked(`card ${mask}.`).slice(5, -1);
    expect(stands).toHaveLength(length);
    expect(stands.slice(0, 2)).toBe(start);
    expect(stands.slice(-4)).toBe('0042');
    expect(hasRightCheckDigit(stands)).toBe(true);
    expect(isCardAlone(stands)).toBe(true);
  });

  it.each([
    '•••••••••0042',
    '•••••••••••••0042',
    '•••••••••••00423',
    '•••••••••••004',
    '•••••••••••abcd',
    '•0042',
  ])('is not %s', (text) => {
    expect(withCardsUnmasked(text)).toBe(text);
  });
});

describe('a card number with letters that slipped in', () => {
  it.each([
    ['O37828224631OOO5', AMEX],
    ['37828224631OOO5l', AMEX],
    ['O37828224631OOO5l', AMEX],
    ['37828224631O005', AMEX],
    ['x378282246310005y', AMEX],
    ['x378282246310005', AMEX],
    ['378282246310005y', AMEX],
    ['4lllllllllllllll', undefined],
    ['41111111111111ll', VISA],
    ['xx378282246310005', undefined],
    ['3782x2246310005', undefined],
    ['37828224631OOO6', undefined],
    ['356938O35643809', undefined],
    ['x3566380356438', undefined],
  ])('%s: %s', (written, card) => {
    expect(mistypedCard(written)).toBe(card);
  });
});

describe('a card number as spreadsheets show large numbers', () => {
  const run = (text: string): string => withCardsInOneRun(text).replaceAll('\u200b', '');

  it.each([
    ['378,282,246,310,005', AMEX],
    ["378'282'246'310'005", AMEX],
    ['4,111,111,111,111,111', VISA],
    ['is 378,282,246,310,005, and more', `is ${AMEX}, and more`],
    ['378,\u200b\u200b282,\u200b246,310,005', AMEX],
    ['3.78282246310005E+14', AMEX],
    ['3,78282246310005e14', AMEX],
    ['4.111111111111111E+15', VISA],
    ['a 3.78282246310005E+14 b', `a ${AMEX} b`],
    ['36,227,206,271,667', '36227206271667'],
  ])('%s is one run of digits', (text, expected) => {
    expect(run(text)).toBe(expected);
    expect(withCardsInOneRun(text)).toHaveLength(text.length);
  });

  it.each([
    ['an IMEI with thousands marked', '356,938,035,643,809'],
    ['an IMEI with an exponent', '3.56938035643809E+14'],
    ['a number with another check digit', '378,282,246,310,006'],
    ['two kinds of marks', "378,282'246,310,005"],
    ['another mark', '378;282;246;310;005'],
    ['groups of other lengths', '3782,82,246,310,005'],
    ['a group more', '378,282,246,310,005,000'],
    ['a digit more', '378,282,246,310,0051'],
    ['a digit before', '1378,282,246,310,005'],
    ['a fraction before', '1.378,282,246,310,005'],
    ['a group less', '282,246,310'],
    ['another exponent', '3.78282246310005E+13'],
    ['too small an exponent', '3.78282246310005E+12'],
    ['too long an exponent', '3.78282246310005E+145'],
    ['too few digits', '3.782822463100E+14'],
    ['no point', '378282246310005E+14'],
    ['a digit more before the point', '33.78282246310005E+14'],
    ['letters among the digits', '3.78282abc310005E+14'],
  ])('%s stays: %s', (_what, text) => {
    expect(withCardsInOneRun(text)).toBe(text);
  });
});

describe('an IMEI', () => {
  it('is not what a card number is', () => {
    expect(isCardNumber(IMEI)).toBe(false);
    expect(isPrintedCard(IMEI)).toBe(false);
  });
});
