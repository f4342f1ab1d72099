import { expect, it } from 'vitest';
import { anyOf } from '../../src/core/language/word-borders.ts';

it.each([
  [['ok', 'yes'], true],
  [['no'], false],
  // A language may have no words of a kind.
  [[], false],
])('of the words %j, a text has one: %s', (words, isThere) => {
  expect(new RegExp(anyOf(words), 'u').test('yes please')).toBe(isThere);
});
