import type { Formatters } from 'intl-messageformat';

/**
 * What Intl needs to write numbers, dates and plural forms: made when it is first used and shared by all messages, since
 * each of them would make its own otherwise.
 */
export const FORMATTERS: Formatters = {
  getNumberFormat: shared((locales, options) => new Intl.NumberFormat(locales, options)),
  getDateTimeFormat: shared((locales, options) => new Intl.DateTimeFormat(locales, options)),
  getPluralRules: shared((locales, options) => new Intl.PluralRules(locales, options)),
};

/** The same for how long ago something was, or in how long it comes: an answer that is saved says so each time. */
export const getRelativeTimeFormat = shared(
  (language: string, options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(language, options),
);

function shared<Locales, Options, Format>(
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
