import { describe, expect, it, test } from 'vitest';
import { isSpoken, languageOf } from '../../../src/format/words/catalogue.ts';
import { commandWords, createSay, createSayIn, sayIn } from '../../../src/format/words/say.ts';

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
    expect(['zh-TW', 'zh_HK.UTF-8', 'zh-Hant', 'zh-MO'].map((locale) => languageOf(locale))).toEqual(
      Array(4).fill('zh-Hant'),
    );
  });

  it('is the fallback where nobody speaks what is wanted', () => {
    const say = createSayIn('de-AT');
    expect(['xx', 'und', 'en-US', 'de-CH'].map((locale) => say(locale).language)).toEqual([
      'de',
      'de',
      'en',
      'de',
    ]);
    expect(createSayIn('xx')('xx')).toBe(sayIn('en'));
    expect([isSpoken('de_DE.UTF-8'), isSpoken('sv:de'), isSpoken('sv')]).toEqual([true, true, false]);
  });
});

describe('a text', () => {
  it('is English where the language lacks it, with English numbers', () => {
    const say = createSay('de', { yes: 'Ja' });
    expect([say('yes'), say('no')]).toEqual(['Ja', 'No']);
    expect(say('list.counts.found', { count: 1_234 })).toBe('1,234 found');
    expect(createSay('de', {}).find('nothing.of.that')).toBeUndefined();
  });

  it('counts as its language does', () => {
    const russian = createSay('ru', {
      'list.counts.found': '{count, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
    });
    expect([1, 2, 5, 11, 21, 1_234].map((count) => russian('list.counts.found', { count }))).toEqual([
      '1 день',
      '2 дня',
      '5 дней',
      '11 дней',
      '21 день',
      '1\u00a0234 дня',
    ]);
  });
});

describe('the words of a command', () => {
  it('are those of the language, and its own name where no catalogue has any', () => {
    const options = [{ name: 'fresh', kind: 'flag' } as const, { name: 'other', kind: 'flag' } as const];
    const german = commandWords(sayIn('de'), { name: 'quota', options });
    expect(german).toMatchObject({ name: 'kontingent', options: { fresh: { name: 'neu' } } });
    expect(german.options.other).toEqual({ name: 'other', description: 'other', choices: {} });
  });
});
