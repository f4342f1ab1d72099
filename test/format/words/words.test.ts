import { describe, expect, test } from 'vitest';
import { en } from '../../../src/format/words/en.ts';
import { grammarOf } from '../../../src/format/words/grammar.ts';
import {
  commandWords,
  createWordsFor,
  isSpoken,
  languageOf,
  wordsFor,
} from '../../../src/format/words/words.ts';

describe('the words', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_ch', 'de'],
    ['de_DE.UTF-8', 'de'],
    ['en-GB', 'en'],
    // Several in a row, as GNU systems write them: the first that is spoken.
    ['xx_XX:de:en', 'de'],
    ['xx-BR', 'en'],
    ['und', 'en'],
    ['C.UTF-8', 'en'],
    ['', 'en'],
    ['not a locale', 'en'],
    ['constructor', 'en'],
  ])('for the locale “%s” are those of %s', (locale, language) => {
    expect(languageOf(locale)).toBe(language);
    expect(wordsFor(locale).locale).toBe(language);
  });

  test('of a language that is not spoken are those of the fallback', () => {
    const wordsOf = createWordsFor('de-AT');
    expect(['xx', 'und', 'en-US', 'de-CH'].map((locale) => wordsOf(locale).locale)).toEqual([
      'de',
      'de',
      'en',
      'de',
    ]);
    expect(createWordsFor('xx')('xx')).toBe(en);
    expect([isSpoken('de_DE.UTF-8'), isSpoken('sv:de'), isSpoken('sv')]).toEqual([true, true, false]);
  });

  test('of a command are those of the language, and its own English where the language has none', () => {
    const words = {
      description: 'Do it',
      options: { fresh: { description: 'Anew' }, other: { description: 'Another' } },
      examples: ['/quota now'],
    };
    const german = commandWords(wordsFor('de'), { name: 'quota', words });
    expect(german).toMatchObject({ name: 'kontingent', options: { fresh: { name: 'neu' } } });
    expect(german.options.other).toEqual(words.options.other);
    expect(german.examples).toEqual(words.examples);
    expect(commandWords(wordsFor('de'), { name: 'hello', words })).toEqual(words);
    expect(commandWords(en, { name: 'constructor', words })).toEqual(words);
  });

  test('count as the language does', () => {
    const { count } = grammarOf('en');
    const forms = { one: '# check', other: '# checks' };
    expect([0, 1, 2, 1_234].map((number) => count(number, forms))).toEqual([
      '0 checks',
      '1 check',
      '2 checks',
      '1,234 checks',
    ]);
    const places = [1, 2, 3, 4, 11, 12, 21, 103].map((place) => en.waiting.place(place, 'soon'));
    expect(places.map((text) => text.split(' ')[0])).toEqual(
      '1st 2nd 3rd 4th 11th 12th 21st 103rd'.split(' '),
    );
  });
});
