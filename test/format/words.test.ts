import { describe, expect, test } from 'vitest';
import { en } from '../../src/format/words/en.ts';
import { grammarOf } from '../../src/format/words/grammar.ts';
import { commandWords, wordsFor } from '../../src/format/words/words.ts';

/** All texts of the catalogue with their place in it; functions are called with plausible arguments elsewhere. */
function textsOf(value: unknown, path = 'en'): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, `${path}.${name}`));
}

describe('the words', () => {
  test('are English for every language that has no catalogue, and for nonsense', () => {
    for (const locale of ['en', 'en-GB', 'EN_us', 'xx-BR', '', 'not a locale'])
      expect(wordsFor(locale)).toBe(en);
  });

  test('are calm and plain: no exclamation marks, no markup, no stray space', () => {
    for (const [path, text] of textsOf(en)) {
      if (path === 'en.console.prompt') continue;
      expect(text, path).not.toMatch(/!|\*\*|<\/?[a-z]+>|`| {2}|^\s|\s$/u);
      expect(text, path).not.toBe('');
    }
  });

  test('fit the forms of the platforms', () => {
    for (const { description, options } of Object.values(en.commands)) {
      expect(description.length).toBeLessThanOrEqual(100);
      for (const option of Object.values(options)) expect(option.description.length).toBeLessThanOrEqual(100);
    }
    for (const [path, label] of textsOf(en.actions, 'actions'))
      expect(label.length, path).toBeLessThanOrEqual(40);
  });

  test('of a command are found by its name alone', () => {
    expect(commandWords(en, 'imei')?.description).toBe('Tell which phone an IMEI belongs to');
    expect(commandWords(en, 'constructor')).toBeUndefined();
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
