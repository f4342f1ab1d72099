import type { LocalizationMap } from 'discord.js';
import { isSpoken, type Words, type WordsFor } from '../../../format/words/words.ts';
import { Locale } from '../sdk.ts';

/** Discord's codes of the languages with a catalogue: `es-ES` and `es-419` for Spanish. */
const LOCALES: readonly Locale[] = Object.values(Locale).filter((locale) => isSpoken(locale));

/**
 * A text in every Discord language whose translation differs from the default text; undefined if none differs, since Discord
 * then leaves the field out.
 */
export function localized(
  wordsFor: WordsFor,
  base: string,
  textOf: (words: Words) => string | undefined,
): LocalizationMap | undefined {
  const texts = LOCALES.map((locale) => [locale, textOf(wordsFor(locale)) ?? base] as const);
  const others = texts.filter(([, text]) => text !== base);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}
