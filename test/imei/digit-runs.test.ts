import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCardAlone, isRightCard, standInFor } from '../../src/imei/number/cards.ts';
import { numbered } from '../../src/imei/text/digit-runs.ts';
import { withDividedCards } from '../../src/imei/text/divided-cards.ts';
import { scatteredCards, withScatteredCards } from '../../src/imei/text/scattered-cards.ts';
import { withCardsInOneRun } from '../../src/imei/text/spreadsheet-cards.ts';
import { runs } from '../support/nightly.ts';

const UNSEEN = '\u200b';
const SIZES = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
];
/** What the patterns said that cards were looked for with at every character, before they were looked for at runs of digits. */
const printed = (between: string): RegExp =>
  new RegExp(
    `(?<!\\d)(?=(${SIZES.map((sizes) => sizes.map((size) => `\\d{${size}}`).join(between)).join('|')})(?!\\d))`,
    'gu',
  );
const SCATTERED = printed(String.raw`\P{N}{1,16}`);
const DIVIDED = printed(String.raw`[^\p{L}\p{N}\n]{1,6}`);
const USUAL = /\d[ \-./_()\\\u200b]+\d/;
const LONG = /(?<!\d)\d{17,24}(?:\/\d{2,4})?(?!\d)/g;
const JOINED = /(?<!\d)(\d{15,16})[^\p{L}\p{N}\s/]\d{3,4}(?!\d)/gu;
const MONTH = '(?:0[1-9]|1[0-2])';
const GLUED = [
  { length: 16, behind: new RegExp(String.raw`^(?:\d{3,4}|${MONTH}/?(?:20)?\d\d(?:\d{3,4})?)$`) },
  { length: 15, behind: new RegExp(String.raw`^(?:\d{4}|${MONTH}/?(?:20)?\d\d(?:\d{4})?)$`) },
];
const THOUSANDS = /(?<![\d.,'])\d{1,3}([,'])\u200b{0,4}\d{3}(?:\1\u200b{0,4}\d{3}){3,4}(?!\d|[,']\d)/g;
const POWER = /(?<![\d.,'])(\d[.,]\d{13,15})E\+?(1[345])(?!\d)/gi;

const digitsOf = (written: string): string => written.replace(/\D/g, '');
const inOneRun = (written: string): string => written.replace(/\D/g, UNSEEN);

/** The stretches that a pattern matches, each one that a condition is true of, without overlap. */
function stretches(text: string, pattern: RegExp, isOne: (written: string) => boolean) {
  const found: { readonly start: number; readonly end: number }[] = [];
  for (const { 1: written = '', index } of text.matchAll(pattern)) {
    if (index < (found.at(-1)?.end ?? 0) || !isOne(written)) continue;
    found.push({ start: index, end: index + written.length });
  }
  return found;
}

function dividedByPatterns(text: string): string {
  const isDivided = (written: string): boolean => !USUAL.test(written) && isRightCard(digitsOf(written));
  const units = text.split('');
  for (const { start, end } of stretches(text, DIVIDED, isDivided))
    for (let at = start; at < end; at += 1) if (!/\d/.test(units[at] ?? '')) units[at] = UNSEEN;
  return units
    .join('')
    .replace(LONG, (written) => {
      const cut = GLUED.find(
        ({ length, behind }) => isRightCard(written.slice(0, length)) && behind.test(written.slice(length)),
      );
      const card = cut === undefined ? written : standInFor(written.slice(0, cut.length));
      return card.padEnd(written.length, UNSEEN);
    })
    .replace(JOINED, (written, card: string) =>
      isCardAlone(card) ? card.padEnd(written.length, UNSEEN) : written,
    );
}

function oneRunByPatterns(text: string): string {
  return text
    .replace(THOUSANDS, (written) => (isCardAlone(digitsOf(written)) ? inOneRun(written) : written))
    .replace(POWER, (written, mantissa: string, exponent: string) => {
      const digits = digitsOf(mantissa);
      const isWhole = digits.length === Number(exponent) + 1 && isCardAlone(digits);
      return isWhole ? inOneRun(mantissa).padEnd(written.length, UNSEEN) : written;
    });
}

const CARDS = ['4111111111111111', '378282246310005', '30569309025904', '6011000990139424', '36227206271667'];
const SIGNS = [
  ...[
    ' ',
    '-',
    '.',
    '/',
    '\\',
    '(',
    '\n',
    ',',
    "'",
    '|',
    '*',
    ':',
    UNSEEN,
    '\u2022',
    'x',
    'é',
    '二',
    '²',
    '①',
    '٣',
    '🙂',
  ],
  ...['E', 'e', '+', '𝟛', '\u0301'],
];
const between = fc.oneof(
  fc.constantFrom(...SIGNS),
  fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 0, maxLength: 18 }),
  fc.constantFrom(' then ', ', and then it is ', ' and then there is', '||||||', '|||||||', '🙂🙂🙂🙂🙂🙂'),
);
/** Digits in the sizes that mean something. */
const group = fc.oneof(
  fc.stringMatching(/^[0-9]{4}$/),
  fc.stringMatching(/^[0-9]{1,7}$/),
  fc.stringMatching(/^[0-9]{13,25}$/),
  fc.constantFrom(
    ...CARDS,
    ...CARDS.map((card) => `${card.slice(0, 1)}.${card.slice(1)}E+${card.length - 1}`),
  ),
);
/** A card number in the groups that it is printed in, or others, with one separator or several. */
const card = fc
  .tuple(
    fc.constantFrom(...CARDS),
    fc.constantFrom(...SIZES, [4, 4, 4, 3], [3, 3, 3, 3, 3]),
    fc.array(between, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
  )
  .map(([digits, sizes, gaps, isOneGap]) => {
    let from = 0;
    const groups = sizes.map((size) => {
      from += size;
      return digits.slice(from - size, from);
    });
    return groups.map((digitsOfOne, at) => `${digitsOfOne}${(isOneGap ? gaps[0] : gaps[at]) ?? ''}`).join('');
  });
const grouped = fc
  .tuple(fc.constantFrom(...CARDS), fc.constantFrom(',', "'", `,${UNSEEN}`, ', '))
  .map(([digits, comma]) => digits.replace(/\B(?=(?:\d{3})+$)/g, comma));
const behind = fc.constantFrom(
  '',
  '123',
  '1225',
  '/12',
  '/1225',
  '-123',
  '|1234',
  '12/27',
  '.',
  ',',
  "'1",
  '9',
);
const texts = fc
  .array(fc.tuple(between, fc.oneof(group, card, card, grouped), behind), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().join(''));

describe('what looks for numbers at runs of digits', () => {
  it('is told all runs of four digits or more', () => {
    fc.assert(
      fc.property(texts, fc.stringMatching(/^[0-9 ]{0,40}$/), (text, digits) => {
        for (const one of [text, digits]) {
          const found = Array.from(one.matchAll(/\d{4,}/g), ({ 0: run, index }) => [
            index,
            index + run.length,
          ]);
          expect(numbered(one)).toEqual({ text: one, runs: found.flat() });
        }
      }),
      runs(2_000, 100_000, { seed: 19 }),
    );
  });

  it('finds the cards that the patterns find, and writes them as those do', () => {
    let [cards, all] = [0, 0];
    fc.assert(
      fc.property(texts, (text) => {
        const isScattered = (written: string): boolean =>
          /[\p{L}\n]/u.test(written) && isRightCard(digitsOf(written));
        const scattered = stretches(text, SCATTERED, isScattered);
        const found = scatteredCards(numbered(text));
        expect(found.map(({ start, end }) => ({ start, end }))).toEqual(scattered);
        for (const { start, end, digits, line } of found) {
          expect(digits).toBe(digitsOf(text.slice(start, end)));
          expect(line).toBe(text.slice(0, start).split('\n').length);
        }
        const whole = withScatteredCards(numbered(text));
        expect(whole).toEqual(numbered(whole.text));
        expect(digitsOf(whole.text)).toBe(digitsOf(text));
        const divided = withDividedCards(numbered(text));
        expect(divided).toEqual(numbered(dividedByPatterns(text)));
        expect(withCardsInOneRun(text)).toBe(oneRunByPatterns(text));
        if (divided.text !== text || scattered.length > 0 || withCardsInOneRun(text) !== text) cards += 1;
        all += 1;
      }),
      runs(2_000, 100_000, { seed: 19 }),
    );
    expect(cards).toBeGreaterThan(all / 4);
  });
});
