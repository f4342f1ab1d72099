import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../src/core/async/event-loop.ts';
import { hasRightCheckDigit, luhnCheckDigit } from '../../src/imei/digits.ts';
import { findImeis, imeiAlone } from '../../src/imei/find/find.ts';
import { searchSteps } from '../../src/imei/find/search.ts';
import { asImei, completeImei, imeiParts, legacyParts, maskSerial, tacOf } from '../../src/imei/imei.ts';
import { numbered } from '../../src/imei/text/digit-runs.ts';
import { scatteredCards } from '../../src/imei/text/scattered-cards.ts';
import { anyText } from '../support/any-text.ts';
import { runs } from '../support/nightly.ts';

const SEED = { seed: 20_260_115 };

const digitText = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''));
/** IMEIs of allocated reporting bodies, without placeholders. */
const imei = fc
  .tuple(fc.constantFrom('01', '35', '86', '99', '49'), digitText(12))
  .map(([body, rest]) => completeImei(`${body}${rest}`) ?? '');
const grouping = fc.constantFrom([15], [2, 6, 6, 1], [8, 6, 1], [6, 2, 6, 1], [3, 3, 3, 3, 3], [4, 4, 4, 3]);
const separator = fc.constantFrom(' ', '-', '.', '/', '_', '\u00a0', '–', '\u2009', '\t');
const zero = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966, 0xff10, 0xe50, 0x1d7ce, 0x1d7f6);

function written(text: string, lengths: readonly number[], between: string, zeroAt: number): string {
  const ends = lengths.map((_, index) =>
    lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0),
  );
  const groups = ends.map((end, index) => text.slice(end - (lengths[index] ?? 0), end));
  return groups.join(between).replace(/[0-9]/g, (digit) => String.fromCodePoint(zeroAt + Number(digit)));
}

describe('for every IMEI', () => {
  it('any usual writing of it is read back as it', () => {
    fc.assert(
      fc.property(imei, grouping, separator, zero, (one, lengths, between, zeroAt) => {
        expect(findImeis(written(one, lengths, between, zeroAt)).found.map((found) => found.imei)).toEqual([
          one,
        ]);
      }),
      runs(1_000, 20_000, SEED),
    );
  });

  it('no other check digit is accepted', () => {
    fc.assert(
      fc.property(imei, fc.integer({ min: 1, max: 9 }), (one, step) => {
        const wrong = `${one.slice(0, 14)}${(Number(one[14]) + step) % 10}`;
        expect(findImeis(wrong).found).toEqual([]);
        expect(findImeis(wrong).problems[0]?.problem.kind).toBe('check-digit');
        expect(asImei(wrong)).toBeUndefined();
      }),
      runs(1_000, 20_000, SEED),
    );
  });

  it('that is the whole text is read without a search as a search would read it, whatever TACs are known', () => {
    const bodies = Array.from({ length: 100 }, (_, body) => String(body).padStart(2, '0'));
    const known = fc.constantFrom(
      () => false,
      () => true,
    );
    fc.assert(
      fc.property(fc.constantFrom(...bodies), digitText(12), known, (body, rest, tacs) => {
        const text = `${body}${rest}${luhnCheckDigit(`${body}${rest}`)}`;
        const alone = imeiAlone(text);
        const { collector } = atOnce(searchSteps(text, text, tacs));
        if (alone === undefined) return;
        expect(collector.findings).toEqual({ found: [alone], problems: [], duplicates: 0 });
        expect([...collector.cards, ...scatteredCards(numbered(text))]).toEqual([]);
      }),
      runs(3_000, 20_000, SEED),
    );
    expect(imeiAlone('490154203237518')).toEqual({
      ...{ imei: '490154203237518', from: 'imei', warning: 'sample', line: 1 },
    });
    expect(
      ['490154203237519', '000000000000000', '378282246310005', '4901542032375182'].map(imeiAlone),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('its parts put together are the IMEI again, and the mask shows nothing but the TAC', () => {
    fc.assert(
      fc.property(imei, (text) => {
        const one = asImei(text);
        if (one === undefined) throw new Error('not an IMEI');
        expect(Object.values(imeiParts(one)).join('')).toBe(one);
        const { tac, fac, snr, cd } = legacyParts(one);
        expect(tac + fac + snr + cd).toBe(one);
        expect(maskSerial(one)).toBe(`${tacOf(one)}•••••••`);
      }),
      runs(1_000, 20_000, SEED),
    );
  });

  it('it is found among words, telephone numbers, times and other numbers, and nothing else is', () => {
    const noise = fc.constantFrom(
      'call +49 151 23456789',
      'iPhone 15',
      '2026-01-15 12:30',
      'ts 1763722800000',
      'sim 89490200001234567890',
      'https://example.org/?n=490154203237518',
      'for 199.99 euro',
      'ok?',
    );
    fc.assert(
      fc.property(imei, noise, noise, (one, before, after) => {
        expect(findImeis(`${before}, ${one}, ${after}`).found.map((found) => found.imei)).toEqual([one]);
      }),
      runs(1_000, 20_000, SEED),
    );
  });
});

describe('for every text', () => {
  it('what is found has 15 ASCII digits and a right check digit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('0', '1', '4', '9', '35', '-', ' ', '/', 'IMEI', '\n', 'x', '٣', '+'), {
          maxLength: 60,
        }),
        (parts) => {
          for (const { imei: one } of findImeis(parts.join('')).found) {
            expect(one).toMatch(/^[0-9]{15}$/);
            expect(hasRightCheckDigit(one)).toBe(true);
          }
        },
      ),
      runs(1_000, 20_000, SEED),
    );
  });

  it('nothing is cut out of a longer run of digits', () => {
    fc.assert(
      fc.property(
        imei,
        fc.integer({ min: 2, max: 20 }).chain(digitText),
        fc.boolean(),
        (one, more, before) => {
          const text = before ? `${more}${one}` : `${one}${more}`;
          expect(findImeis(`my ${text} there`).found).toEqual([]);
          expect(findImeis(text).found).toEqual([]);
        },
      ),
      runs(1_000, 20_000, SEED),
    );
  });

  it('reading never throws', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        expect(() => findImeis(text, () => true)).not.toThrow();
      }),
      runs(1_000, 20_000, SEED),
    );
  });

  it('Luhn agrees with the examples of its standard', () => {
    expect(luhnCheckDigit('49015420323751')).toBe('8');
    expect(luhnCheckDigit('7992739871')).toBe('3');
  });
});
