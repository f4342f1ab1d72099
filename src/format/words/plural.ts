/** A text for each plural form a language has; `#` stands for the number. */
export type PluralForms = { readonly other: string } & Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

/**
 * Makes the function that puts a count into words, by a language's own plural rules.
 * @param type `cardinal` for "3 checks", `ordinal` for "3rd"
 */
export function plurals(
  locale: string,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale, { type });
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
}
