import { describe, expect, it, test } from 'vitest';
import { createSay, sayIn } from '../../../src/format/texts/say.ts';
import { languageOf } from '../../../src/format/texts/text-catalogue.ts';

describe('the language for a locale', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['de_DE.UTF-8', 'de'],
    ['ca_ES@valencia:de', 'de'],
    ['en-GB', 'en'],
    ['pt-PT', 'pt'],
    // Several in a row, as GNU systems write them: the first that is spoken.
    ['xx_XX:de:en', 'de'],
    ['xx-BR', 'en'],
    ['und', 'en'],
    ['C.UTF-8', 'en'],
    ['', 'en'],
    ['not a locale', 'en'],
  ])('“%s” is %s', (locale, language) => {
    expect(languageOf(locale)).toBe(language);
    expect(sayIn(locale).language).toBe(language);
  });

  it('has the script that its readers read: traditional Chinese in Taiwan, Hong Kong and Macau', () => {
    expect(['zh', 'zh-CN', 'zh-SG', 'zh-Hans-HK'].map((locale) => languageOf(locale))).toEqual(
      Array(4).fill('zh'),
    );
    expect(
      ['zh-TW', 'zh_HK.UTF-8', 'zh-Hant', 'zh-MO'].map((locale) => languageOf(locale)),
    ).toEqual(Array(4).fill('zh-Hant'));
  });
});

describe('a text', () => {
  it('is English where the language lacks it, with English numbers', () => {
    const say = createSay('de', { yes: 'Ja' });
    expect(say('yes')).toBe('Ja');
    expect(say('no')).toBe('No');
    expect(say('list.counts.found', { count: 1_234 })).toBe('1,234 found');
    expect(createSay('de', {}).find('nothing.of.that')).toBeUndefined();
  });
});
