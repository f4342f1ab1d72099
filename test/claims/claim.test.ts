import { describe, expect, test } from 'vitest';
import { claimIn } from '../../src/claims/claim.ts';
import { isOtherPhone } from '../../src/claims/compare.ts';
import { MAKERS } from '../../src/claims/makers.ts';
import { withClaims } from '../../src/claims/text-claims.ts';
import { findImeis } from '../../src/imei/find.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';
import { leastProcessorMs } from '../support/measure/processor-time.ts';
import { PLAIN_LINES, TRUE_LINES } from './corpus.ts';

const IMEI = imeiOf('35209900', 1);
const APPLE = { brand: 'APPLE', model: 'iPhone 13' };
const SAMSUNG = { brand: 'SAMSUNG', model: 'Galaxy A52s 5G (SM-A528B)' };
const FAIRPHONE = { brand: 'FAIRPHONE', model: 'Fairphone 2' };

/** What the line of a number says, as the bot reads it: nothing else changes. */
function claimOf(line: string): string | undefined {
  const findings = findImeis(line);
  const claimed = withClaims(findings, line);
  const sure = claimed.sure.map(({ claim: _, ...number }) => number);
  expect({ ...claimed, sure }).toEqual(findings);
  return claimed.sure[0]?.claim;
}

describe('a line that names another phone than the answer', () => {
  test.each([
    [`iphone 13 128 blk ${IMEI}`, SAMSUNG, 'iphone 13 128 blk'],
    [`${IMEI} iPhone13 Pro Max, 256 GB`, SAMSUNG, 'iPhone13 Pro Max'],
    [`3) Samsung A52s 5G: ${IMEI}`, APPLE, 'Samsung A52s 5G'],
    [`Samsung: ${IMEI}`, APPLE, 'Samsung'],
    [`galaxy s21 ${IMEI}`, APPLE, 'galaxy s21'],
    [`SM-G991B ${IMEI}`, APPLE, 'SM-G991B'],
    [`${IMEI} (Redmi Note 7)`, SAMSUNG, 'Redmi Note 7'],
    [`айфон 13 ${IMEI}`, SAMSUNG, 'айфон 13'],
    [`самсунг а52 ${IMEI}`, APPLE, 'самсунг а52'],
    [`三星S21 ${IMEI}`, APPLE, '三星S21'],
    [`苹果13 ${IMEI}`, SAMSUNG, '苹果13'],
    [`آيفون 13 ${IMEI}`, SAMSUNG, 'آيفون 13'],
    [`iPad 9 64 GB ${IMEI}`, APPLE, 'iPad 9 64 GB'],
    [`pixel 6 128 ${IMEI}`, SAMSUNG, 'pixel 6 128'],
    [`iphone 13 for 300 ${IMEI}`, SAMSUNG, 'iphone 13 for 300'],
    [`[28.11.26, 09:14] Olga: iphone 13 ${IMEI}`, SAMSUNG, 'iphone 13'],
    [`iphone 13 35-209900-000001-4`, SAMSUNG, 'iphone 13'],
    [`iPhone 12 128GB IMEI ${IMEI}`, SAMSUNG, 'iPhone 12 128GB'],
    [`iPhone 12 IMEI-Nr.: ${IMEI}`, SAMSUNG, 'iPhone 12'],
    [`iPhone 12: IMEI1 ${IMEI}`, SAMSUNG, 'iPhone 12'],
    [`IMEI Samsung: ${IMEI}`, APPLE, 'Samsung'],
    [`Samsung: IMEI2: ${IMEI}`, APPLE, 'Samsung'],
    [`Samsung A52 IMEINummer ${IMEI}`, APPLE, 'Samsung A52'],
    [`Galaxy S21 ESN ${IMEI}`, APPLE, 'Galaxy S21'],
    [`айфон 13 имей ${IMEI}`, SAMSUNG, 'айфон 13'],
    [`苹果手机串号${IMEI}`, SAMSUNG, '苹果手机'],
    [`📱Samsung Galaxy S24 – €540\nIMEI: ${IMEI}`, APPLE, 'Samsung Galaxy S24'],
    [`For sale:\n\niPhone 13\n${IMEI}\n€300`, SAMSUNG, 'iPhone 13'],
    [`iPhone 13\nIMEI 1: ${IMEI}\nIMEI 2: ${imeiOf('35209900', 2)}`, SAMSUNG, 'iPhone 13'],
  ])('a line that names another phone than the answer is noticed: %s', (line, device, claim) => {
    expect(claimOf(line)).toBe(claim);
    expect(isOtherPhone(claim, device)).toBe(true);
  });
});

describe('no false alarm', () => {
  const DEVICES = [APPLE, SAMSUNG, FAIRPHONE];

  test.each(PLAIN_LINES)(
    'no alarm is raised about a line that does not clearly name its phone: %s',
    (words) => {
      expect(claimOf(`${words} ${IMEI}`)).toBeUndefined();
      expect(claimOf(`${IMEI} ${words}`)).toBeUndefined();
      expect(claimIn(words)).toBeUndefined();
    },
  );

  test.each(TRUE_LINES)(
    'no alarm is raised about the same phone in other words: %s, %s %s',
    (words, brand, model) => {
      const claim = claimIn(words);
      if (claim !== undefined) expect(isOtherPhone(claim, { brand, model })).toBe(false);
    },
  );

  test.each([
    [`iPhone 13\nGalaxy S21 or so\n${IMEI}`],
    [`490154203237518\niPhone 13\n${IMEI}`],
    [`iPhone 13\n\n${IMEI}`],
    [`iPhone 13\nthis one is swapped: ${IMEI}`],
    [`iPhone 13 case\nIMEI: ${IMEI}`],
    [`iPhone Doctor, [28.11.2026 10:00]\n${IMEI}`],
    [`iPhone Doctor — Today at 10:00 AM\n${IMEI}`],
  ])('no alarm is raised about a line above that may be about something else: %j', (text) => {
    const { sure } = withClaims(findImeis(text), text);
    expect(sure.at(-1)?.claim).toBeUndefined();
  });

  test('about lines with several numbers', () => {
    const line = `iphone 13 ${IMEI} galaxy ${imeiOf('35209900', 2)}`;
    expect(withClaims(findImeis(line), line).sure.map(({ claim }) => claim)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each(DEVICES)('no alarm is raised about an unknown maker: %j', (device) => {
    expect(isOtherPhone('Zotron 5', device)).toBe(false);
    expect(isOtherPhone('iphone 13', { brand: 'ZOTRON', model: 'Five' })).toBe(false);
    expect(isOtherPhone('iphone 13', {})).toBe(false);
  });
});

test('a long list with words on each line is read at once', () => {
  const text = linesOf(2_000).replace(/^/gmu, 'Order no.: ');
  const findings = findImeis(text);
  // Ten times what a quiet machine takes.
  expect(leastProcessorMs(() => withClaims(findings, text), 2_000)).toBeLessThan(2_000);
});

describe('a brand or a family', () => {
  test.each(MAKERS)('$name has only words that lead to it', (maker) => {
    const { name, answers, brands = [], families = [] } = maker;
    const words = [
      ...brands.flatMap((brand) => [brand, `${brand} a52`]),
      ...families.map((family) => `${family}${family.endsWith('-') ? '' : ' '}9`),
    ];
    for (const claim of words) {
      expect(claimIn(claim)).toBe(claim);
      expect(isOtherPhone(claim, { brand: answers[0] ?? '', model: 'X 1' }), claim).toBe(false);
      expect(isOtherPhone(claim, name === 'Fairphone' ? APPLE : FAIRPHONE), claim).toBe(true);
    }
  });

  test.each([
    ['poco x3', 'XIAOMI'],
    ['honor 9', 'HUAWEI'],
    ['honor x8', 'HUAWEI'],
    ['vivo y20', 'VIVO'],
    ['moto g 5', 'MOTOROLA'],
    ['moto e7', 'MOTOROLA'],
    ['pixel 6', 'GOOGLE'],
    ['lg g6', 'LG'],
    ['lg velvet', 'LG'],
  ])('%s is of %s', (words, brand) => {
    expect(claimIn(words)).toBe(words);
    expect(isOtherPhone(words, { brand, model: 'X 1' })).toBe(false);
    expect(isOtherPhone(words, FAIRPHONE)).toBe(true);
  });
});
