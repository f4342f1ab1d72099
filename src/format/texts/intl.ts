import type { Formatters } from 'intl-messageformat';

/**
 * Intl's formatters of numbers, dates and plural forms, made at first use and shared by all
 * messages. Without them each message would make its own.
 */
export const FORMATTERS: Formatters = {
  getNumberFormat: memoized((locales, options) => new Intl.NumberFormat(locales, options)),
  getDateTimeFormat: memoized((locales, options) => new Intl.DateTimeFormat(locales, options)),
  getPluralRules: memoized((locales, options) => new Intl.PluralRules(locales, options)),
};

/** Formats numbers that are not part of a message, such as those of a data sheet. */
export const getNumberFormat = memoized(
  (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** Formats times like "3 days ago" that are not part of a message. */
export const getRelativeTimeFormat = memoized(
  (language: string, options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(language, options),
);

function memoized<Locales, Options, Format>(
  make: (locales: Locales, options: Options) => Format,
): (locales: Locales, options: Options) => Format {
  const made = new Map<string, Format>();
  return (locales, options) => {
    const key = JSON.stringify([locales, options]);
    const format = made.get(key) ?? make(locales, options);
    made.set(key, format);
    return format;
  };
}
