import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areDigits,
  firstOther,
  hasRightCheckDigit,
  longestRun,
  luhnCheckDigit,
  numberAt,
} from '../../src/imei/digits.ts';
import { asImei, completeImei, hasReportingBody, isInTestRange, placeholderOf } from '../../src/imei/imei.ts';
import { isCardAlone, isCardNumber, isPrintedCard, isRightCard } from '../../src/imei/number/cards.ts';
import { isSlippedDigit, isSlippedNumber, withDigits } from '../../src/imei/number/letters.ts';
import { isDialledAbroad, isEpoch, isTimestamp, otherNumber } from '../../src/imei/number/other-numbers.ts';
import { digitsOf } from '../../src/imei/text/digit-runs.ts';
import { runs } from '../support/nightly.ts';

/** Digits above all, letters that look like one, and what does not, of one unit and of two. */
const SIGNS = ['0123456789'.repeat(4), 'OoDQIilLZzЗзSsGbBgq', 'ABCDEFabcdef', 'xé三٣１ \n/', '🙂'].join('');
const sign = fc.constantFrom(...SIGNS);
const numbers = fc.oneof(
  fc.string({ unit: sign, maxLength: 34 }),
  // Nothing but digits, of the lengths that mean something, with at most one other sign.
  fc
    .tuple(fc.integer({ min: 9, max: 23 }), fc.nat(), sign)
    .chain(([length, at, other]) =>
      fc
        .string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
        .map((digits) => digits.slice(0, at % length) + other + digits.slice((at % length) + 1)),
    ),
);

/** What the patterns said that numbers were read with before they were read by units. */
const COMMON = /^\d{0,17}$/;
const FORMS = [
  [/^89\d{30}$/, 'eid'],
  [/^89\d{16,20}$/, 'iccid'],
  [/^(?:[A-F][\dA-F]{13}|99(?=\d*[A-F])[\dA-F]{12}|A[\dA-F]{14})$/i, 'meid'],
  [/^(?=(?:[^A-Z]*[A-Z]){3})(?=(?:\D*\d){2})[A-HJ-NP-Z\d]{10,12}$/, 'apple-serial'],
] as const;
const AMEX = /^3[47]/;
const DINERS = /^3[689]/;
const SIXTEEN = /^(?:4|5[1-5]|2[2-7]|6011|62|64[4-9]|65)/;
const JCB = /^35(?:2[89]|[3-8])/;
const BODY = /^(?:01|10|30|33|35|44|45|49|5[0-4]|86|91|9[89])/;
const YEAR_FIRST = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d/;
const DAY_FIRST = /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d(?:[01]\d|2[0-3])[0-5]\d[0-5]\d/;
const STAMP_WORD = /^\d{8}T\d{4,9}Z?$/i;
const ABROAD = /^00[1-9]\d{7,12}$/;

/** Numbers that begin in each way that means something, as often as in any other, and some with a letter behind that. */
const begun = fc
  .tuple(
    fc.integer({ min: 0, max: 9_999 }).map((first) => String(first).padStart(4, '0')),
    fc.stringMatching(/^[0-9]{7,12}$/),
    fc.constantFrom('', '', '', 'O', 'T', 't', 'x'),
    fc.nat(),
    fc.boolean(),
  )
  .map(([first, rest, other, at, isRight]) => {
    const digits = first + rest;
    const cut = at % digits.length;
    const whole = digits.slice(0, cut) + other + digits.slice(cut + other.length);
    return isRight ? whole + luhnCheckDigit(whole) : whole;
  });
const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((field) => String(field).padStart(2, '0'));
/** The fields of a day and a time, each within its bounds or one beyond, in both orders. */
const moments = fc
  .tuple(
    two(18, 21),
    two(0, 13),
    two(0, 32),
    two(0, 24),
    two(0, 60),
    two(0, 60),
    fc.boolean(),
    fc.nat({ max: 5 }),
  )
  .map(([century, month, day, hour, minute, second, isYearFirst, behind]) => {
    const date = isYearFirst ? `${century}24${month}${day}` : `${day}${month}${century}24`;
    return `${date}${['', 'T', 't', '', '', ''][behind] ?? ''}${hour}${minute}${second}${['', '', 'Z', '1', '12', '123'][behind] ?? ''}`;
  });

describe('a number that is read unit by unit', () => {
  it('is read as the patterns say', () => {
    fc.assert(
      fc.property(numbers, (text) => {
        expect(areDigits(text)).toBe(/^\d+$/.test(text));
        expect(firstOther(text)).toBe(text.search(/\D/));
        expect(digitsOf(text)).toBe(text.replace(/\D/g, ''));
        const right = /^\d{15}$/.test(text) && hasRightCheckDigit(text);
        expect(asImei(text)).toBe(right ? text : undefined);
        expect(completeImei(text) !== undefined).toBe(/^\d{14}$/.test(text));
      }),
      runs(2_000, 100_000, { seed: 19 }),
    );
  });

  it('has each letter replaced by the digit that the letter alone is replaced by', () => {
    fc.assert(
      fc.property(numbers, (text) => {
        const units = text.split('');
        expect(withDigits(text)).toBe(units.map((unit) => withDigits(unit)).join(''));
        const letters = units.filter((unit) => !/\d/.test(unit));
        const isSlipped = letters.length <= 2 && letters.length * 2 < units.length && units.length <= 16;
        expect(isSlippedNumber(text)).toBe(isSlipped && letters.every(isSlippedDigit));
      }),
      runs(2_000, 100_000, { seed: 19 }),
    );
  });

  it('is another kind of number where its form says so, whatever its length', () => {
    fc.assert(
      fc.property(numbers, (text) => {
        const form = COMMON.test(text) ? undefined : FORMS.find(([pattern]) => pattern.test(text))?.[1];
        const found = otherNumber(text);
        // Decimal ones are told by their value as well.
        expect(found === 'meid-decimal' ? /^\d{18}$/.test(text) && form === undefined : found === form).toBe(
          true,
        );
      }),
      runs(2_000, 100_000, { seed: 19 }),
    );
  });

  it('is a card number, or one of a reporting body, where its first digits say so', () => {
    fc.assert(
      fc.property(fc.oneof(begun, numbers), (text) => {
        const { length } = text;
        const right = hasRightCheckDigit(text);
        const issued = (length === 14 && DINERS.test(text)) || (length === 16 && SIXTEEN.test(text));
        const isCard = length >= 14 && length <= 16 && (AMEX.test(text) || (issued && right));
        expect(isCardNumber(text)).toBe(isCard);
        expect(isRightCard(text)).toBe(isCard && right);
        expect(isCardAlone(text)).toBe(isCard && right && !BODY.test(text));
        expect(isPrintedCard(text)).toBe(isCard || (length === 16 && JCB.test(text) && right));
        expect(hasReportingBody(text)).toBe(BODY.test(text));
        expect(isInTestRange(text)).toBe(/^0[02-9]/.test(text));
        expect(placeholderOf(text) !== undefined).toBe(/^(\d)\1{13}/.test(text));
        expect(numberAt(text, 1, 3)).toBe(/^.\d{3}/s.test(text) ? Number(text.slice(1, 4)) : -1);
        expect(longestRun(text)).toBe(
          Math.max(0, ...Array.from(text.matchAll(/\d+/g), ([run]) => run.length)),
        );
      }),
      runs(2_000, 100_000, { seed: 19 }),
    );
    for (const digit of '0123456789') {
      expect(placeholderOf(digit.repeat(15))).toBe(digit === '0' ? 'zeros' : 'repeated');
      expect(placeholderOf(`${digit.repeat(13)}x${digit}`)).toBeUndefined();
    }
  });

  it('is a moment, or dialled, where its fields say so', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          moments,
          begun,
          begun.map((number) => `00${number}`),
          numbers,
        ),
        (text) => {
          const isStamp = [12, 14, 15, 16, 17].includes(text.length);
          const isMoment = isStamp && (YEAR_FIRST.test(text) || DAY_FIRST.test(text));
          expect(isTimestamp(text)).toBe(isMoment || STAMP_WORD.test(text));
          expect(isDialledAbroad(text)).toBe(ABROAD.test(text));
          expect(isEpoch(text)).toBe(/^1\d{12}$/.test(text));
        },
      ),
      runs(2_000, 100_000, { seed: 19 }),
    );
  });
});
