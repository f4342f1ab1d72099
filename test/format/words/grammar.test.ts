import { describe, expect, test } from 'vitest';
import {
  type CountForms,
  type GrammarLanguage,
  grammarOf,
  type RankForms,
} from '../../../src/format/words/grammar.ts';

/** Each form that the types demand of a language: one more or one less does not compile. */
const COUNTS: { readonly [Language in GrammarLanguage]: Readonly<Record<CountForms[Language], true>> } = {
  ar: { zero: true, one: true, two: true, few: true, many: true, other: true },
  de: { one: true, other: true },
  en: { one: true, other: true },
  es: { one: true, many: true, other: true },
  fr: { one: true, many: true, other: true },
  hi: { one: true, other: true },
  pt: { one: true, many: true, other: true },
  ru: { one: true, few: true, many: true, other: true },
  uk: { one: true, few: true, many: true, other: true },
  zh: { other: true },
};
const RANKS: { readonly [Language in GrammarLanguage]: Readonly<Record<RankForms[Language], true>> } = {
  ar: { other: true },
  de: { other: true },
  en: { one: true, two: true, few: true, other: true },
  es: { other: true },
  fr: { one: true, other: true },
  hi: { one: true, two: true, few: true, many: true, other: true },
  pt: { other: true },
  ru: { other: true },
  uk: { few: true, other: true },
  zh: { other: true },
};

describe('the grammar of a language', () => {
  test.each(Object.keys(COUNTS))('%s: demands exactly the plural forms that Intl can choose', (language) => {
    const chosen = (type: 'cardinal' | 'ordinal') =>
      new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories.toSorted();
    expect(Object.keys(Reflect.get(COUNTS, language)).toSorted()).toEqual(chosen('cardinal'));
    expect(Object.keys(Reflect.get(RANKS, language)).toSorted()).toEqual(chosen('ordinal'));
  });

  test('counts as the language does', () => {
    const { count } = grammarOf('ru');
    const forms = { one: '# день', few: '# дня', many: '# дней', other: '# дня' };
    expect([1, 2, 5, 11, 21, 1_234].map((number) => count(number, forms))).toEqual([
      '1 день',
      '2 дня',
      '5 дней',
      '11 дней',
      '21 день',
      '1\u00a0234 дня',
    ]);
  });

  test('joins, and tells times, as the language does', () => {
    const { all, either, duration, fromNow } = grammarOf('de');
    expect(all(['a', 'b', 'c'])).toBe('a, b und c');
    expect(either(['a', 'b'])).toBe('a oder b');
    expect([duration(1, 'minute'), fromNow(3, 'day')]).toEqual(['1 Minute', 'in 3 Tagen']);
    expect(grammarOf('ru').fromNow(1, 'minute')).toBe('через 1 минуту');
  });
});
