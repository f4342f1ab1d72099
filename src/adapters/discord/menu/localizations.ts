import type { LocalizationMap } from 'discord.js';
import { isSpoken, type Words, type WordsFor } from '../../../format/words/words.ts';
import { Locale } from '../sdk.ts';

/** Discord's own codes of the languages that have a catalogue: `es-ES` and `es-419` for Spanish. */
const LOCALES: readonly Locale[] = Object.values(Locale).filter((locale) => isSpoken(locale));

/**
 * A text in every language of Discord that has it otherwise than the text for everybody else; nothing when all have
 * the same, which Discord says by leaving the whole out.
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
