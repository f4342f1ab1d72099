/** The plural forms that each language has for counting ("3 checks"), by Unicode's rules; a test holds them against Intl. */
export interface CountForms {
  readonly ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
  readonly de: 'one' | 'other';
  readonly en: 'one' | 'other';
  /** `many` is for whole millions: "1 000 000 de …". So it is in French and Portuguese. */
  readonly es: 'one' | 'many' | 'other';
  readonly fr: 'one' | 'many' | 'other';
  readonly hi: 'one' | 'other';
  readonly pt: 'one' | 'many' | 'other';
  readonly ru: 'one' | 'few' | 'many' | 'other';
  readonly uk: 'one' | 'few' | 'many' | 'other';
  readonly zh: 'other';
}

/** The same for ranks ("3rd"). */
export interface RankForms {
  readonly ar: 'other';
  readonly de: 'other';
  readonly en: 'one' | 'two' | 'few' | 'other';
  readonly es: 'other';
  readonly fr: 'one' | 'other';
  readonly hi: 'one' | 'two' | 'few' | 'many' | 'other';
  readonly pt: 'other';
  readonly ru: 'other';
  readonly uk: 'few' | 'other';
  readonly zh: 'other';
}

/** A language whose grammar is known: the first part of its BCP 47 tag. */
export type GrammarLanguage = keyof CountForms;

/** The units in which times are told. */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day';

/** What Intl knows of a language, in the form in which a catalogue uses it. */
export interface Grammar<Language extends GrammarLanguage> {
  /** A count with its noun: the text of its plural form, in which `#` stands for the number. */
  count(number: number, forms: Readonly<Record<CountForms[Language], string>>): string;
  /** A rank, as {@link count}. */
  rank(number: number, forms: Readonly<Record<RankForms[Language], string>>): string;
  /** "1,234" */
  number(number: number): string;
  /** "a, b and c" */
  all(parts: readonly string[]): string;
  /** "a, b or c" */
  either(parts: readonly string[]): string;
  /** "5 minutes" */
  duration(amount: number, unit: TimeUnit): string;
  /** "in 5 minutes" */
  fromNow(amount: number, unit: TimeUnit): string;
}

/** Languages in which one region's way of writing numbers and dates is meant. */
const REGIONS: Readonly<Partial<Record<GrammarLanguage, string>>> = { pt: 'pt-BR', zh: 'zh-CN' };

/**
 * The grammar of a language, for its catalogue. What Intl has to load is loaded when it is first used, so that a
 * language nobody speaks costs nothing.
 */
export function grammarOf<Language extends GrammarLanguage>(language: Language): Grammar<Language> {
  const locale = REGIONS[language] ?? language;
  const numbers = once(() => new Intl.NumberFormat(locale));
  const counts = once(() => new Intl.PluralRules(locale));
  const ranks = once(() => new Intl.PluralRules(locale, { type: 'ordinal' }));
  const conjunction = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const disjunction = once(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  const relative = once(() => new Intl.RelativeTimeFormat(locale));
  const written = (rules: Intl.PluralRules, number: number, forms: Partial<Record<string, string>>): string =>
    (forms[rules.select(number)] ?? forms.other ?? '#').replaceAll('#', numbers().format(number));
  return {
    count: (number, forms) => written(counts(), number, forms),
    rank: (number, forms) => written(ranks(), number, forms),
    number: (number) => numbers().format(number),
    all: (parts) => conjunction().format(parts),
    either: (parts) => disjunction().format(parts),
    duration: (amount, unit) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        maximumFractionDigits: 1,
      }).format(amount),
    fromNow: (amount, unit) => relative().format(amount, unit),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
