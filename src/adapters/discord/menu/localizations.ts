import type { LocalizationMap } from 'discord-api-types/v10';
import { isSpoken } from '../../../format/words/language.ts';
import type { Say, SayIn } from '../../../format/words/say.ts';
import { Locale } from '../sdk.ts';

/** Discord's codes of the languages with a catalogue: `es-ES` and `es-419` for Spanish. */
const spokenLocales = (): readonly Locale[] => Object.values(Locale).filter((locale) => isSpoken(locale));

/**
 * A text in every Discord language whose translation differs from the default text; undefined if none differs, since Discord
 * then leaves the field out.
 */
export function localized(
  sayIn: SayIn,
  base: string,
  textOf: (say: Say) => string | undefined,
): LocalizationMap | undefined {
  const texts = spokenLocales().map((locale) => [locale, textOf(sayIn(locale)) ?? base] as const);
  const others = texts.filter(([, text]) => text !== base);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}
