import { expect, test } from 'vitest';
import type { Reply } from '../../src/core/reply/reply.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { talk } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';

const [A = '', B = '', C = ''] = [1, 2, 3].map((serial) => imeiOf('35209900', serial));
const TYPO = '352099001761482';

/** What is known of a number besides its answer. */
const KNOWN = [
  'imei',
  'result',
  'slot',
  'claim',
  'matchesClaim',
  'why',
  'name',
  'problem',
  'maybe',
];

function numbersIn({ records }: Reply) {
  return records?.().map((record) => KNOWN.map((key) => record[key]));
}

test.each([
  ['numbers alone', `${A}\n${B}`],
  ['the slots of a phone', `IMEI1: ${A}\nIMEI2: ${B}`],
  ['slots without a separator', `IMEI2 ${A}, IMEI 1 ${B}`],
  ['phones that are named', `Nokia 3310: ${A}\n${B} iphone 13`],
  ['a phone with a slot', `iPhone 13 Pro IMEI2: ${A}\n${B}`],
  ['printed and shortened numbers', `35-209900-000001-4\n${B.slice(0, 14)} ${C}`],
  ['another number', `${A}\n${B}\nOrder no.: ${C}`],
  ['a number in a link', `${A}\n${B}\nhttps://shop.example.org/?id=${C}`],
  ['a number of the test range', `${A}\n${B}\n004401015420322`],
  ['a number that no phone has', `${A}\n${B}\n${imeiOf('25209900', 1)}`],
  ['a typo', `${A}\n${TYPO}\n${B}`],
  ['a letter', `${A}\n${B}\n3520990000000l4`],
  ['a number that is too short', `${A}\n3520990017614\n${B}`],
  ['a number that is hidden', `${A}\n35693803******2\n${B}`],
  [
    'all of that',
    `iphone 13 ${A}\n${TYPO}\nIMEI2: ${B}\nSN: ${C}\n35693803******2\n004401015420322`,
  ],
])('a button below a list finds it again: %s', async (_, message) => {
  const { say, press } = talk(() => answers.found(basic({ brand: 'NOKIA', model: '3310' })));
  const { last: list } = await say(message);
  const { last: file } = await press(list, 'As a file');
  expect(numbersIn(list)?.length).toBeGreaterThan(1);
  expect(numbersIn(file)).toEqual(numbersIn(list));
});
