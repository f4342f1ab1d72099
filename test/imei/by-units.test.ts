import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areDigits, firstOther } from '../../src/imei/number/digits.ts';
import { asImei, completeImei } from '../../src/imei/number/imei.ts';
import { isSlippedDigit, isSlippedNumber, withDigits } from '../../src/imei/number/letters.ts';
import { hasRightCheckDigit } from '../../src/imei/number/luhn.ts';
import { otherNumber } from '../../src/imei/number/other-numbers.ts';
import { digitsOf } from '../../src/imei/text/printed-cards.ts';
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
});
