import { expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find.ts';
import { maskCards } from '../../src/imei/mask.ts';
import { maskNumbers } from '../../src/ops/log/mask.ts';
import { leastProcessorMs } from '../support/measure/processor-time.ts';
import { A } from './verdicts.ts';

/** What a text option takes. */
const LENGTH = 100_000;
/** Twice what is wanted of a quiet machine: other tests run at the same time. */
const MOST_MS = 100;

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
}

function numbered(make: (number: string) => string): string {
  let all = '';
  for (let index = 0; all.length < LENGTH; index += 1)
    all += make(String(350_000_000_000_000 + index * 7_919_017));
  return all;
}

const WORST: Readonly<Record<string, string>> = {
  digits: repeated('1'),
  'digits apart': repeated('1 '),
  'small groups': repeated('12 345 6-7 89\n'),
  parameters: numbered((number) => `imei=${number}&`),
  'groups of three': repeated('123 '),
  'groups of IMEIs': repeated('35-693803-564380-9 '),
  'groups that almost fit': repeated('35 693803 35 '),
  numbers: numbered((number) => `${number} `),
  'numbers on lines': numbered((number) => `${number}\n`),
  'numbers of other scripts': repeated('٣٥٦٩٣٨٠٣٥٦٤٣٨٠٩ '),
  'named numbers': numbered((number) => `Order no.: ${number}\n`),
  'numbers in Chinese': numbered((number) => `订单号${number}`),
  'numbers behind long words': numbered((number) => 'aBcDeFgHiJ'.repeat(7) + number),
  'numbers in tags': numbered((number) => `<td>${number}`),
  'letters for digits': repeated('l1O0'),
  'words of letters and digits': repeated('1OIl0O a1 '),
  'mistyped numbers': repeated('356938O356438O9 '),
  cards: repeated('4111 1111 1111 1111 '),
  'masked cards': repeated('••••••••••••1111 '),
  'hidden numbers': repeated('35693803******2 '),
  exponents: repeated('3.52E+14 '),
  backslashes: repeated('\\'),
  escapes: repeated(String.raw`\xa0${A.slice(1)}`),
  'percent signs': repeated(`%20${A}`),
  'quoted line ends': repeated('35 693803\n> 564380 9 '),
  'zero-width signs': repeated('3\u200b5\u200b6\u200b9'),
  colours: repeated('\u001b[31m'),
  links: repeated(`https://x/${A} `),
  stars: repeated('*'),
};

it.each(Object.entries(WORST))('100,000 characters take little time: %s', (_, text) => {
  findImeis(text.slice(0, 5_000));
  expect(
    leastProcessorMs(() => findImeis(text, { known: (tac) => tac.endsWith('3') }), MOST_MS / 2),
  ).toBeLessThan(MOST_MS);
  expect(leastProcessorMs(() => maskCards(text), MOST_MS / 2)).toBeLessThan(MOST_MS);
  expect(leastProcessorMs(() => maskNumbers(text), MOST_MS / 2)).toBeLessThan(MOST_MS);
});

it('free text takes a second for 8 MB', () => {
  const text = repeated(
    `The quick brown fox jumps over the lazy dog 12 times. My phone is ${A}, thanks.\n`,
  ).repeat(10);
  const ms = leastProcessorMs(() => findImeis(text), 60);
  expect(text.length / 1_000 / ms, 'MB a second').toBeGreaterThan(4);
});
