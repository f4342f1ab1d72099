import { LRUCache } from 'lru-cache';
import { catalogueOf, ENGLISH, listLanguages, PSEUDO } from './catalogue.ts';
import { createSay, type Say, type SayIn } from './say.ts';

const said = new Map<string, Say>();

/**
 * The language to speak where these locales are wanted, best first; English when none of them has a catalogue. A
 * locale is BCP 47, as the platform told it, or what systems write: `pt_BR.UTF-8`, or several in a row (`sv:de`).
 */
export function languageOf(...locales: readonly (string | undefined)[]): string {
  for (const locale of locales) {
    if (locale === undefined) continue;
    if (listLanguages().includes(locale)) return locale;
    const spoken = spokenIn(locale);
    if (spoken !== '') return spoken;
  }
  return ENGLISH;
}

/** What of {@link languageOf} takes long, for the locales that people have today. */
const resolved = new LRUCache<string, string>({ max: 200 });

/** The language of a locale; '' if nobody speaks it here. */
function spokenIn(locale: string): string {
  const known = resolved.get(locale);
  if (known !== undefined) return known;
  const language = locale.split(':').map(spokenFor).find(isFound) ?? '';
  resolved.set(locale, language);
  return language;
}

/** Whether a locale has a catalogue that its readers can read. */
export function isSpoken(locale: string): boolean {
  return spokenIn(locale) !== '';
}

/** Finds what says texts by a person's locale, or by the fallback where nobody speaks that. */
export function createSayIn(fallback?: string): SayIn {
  return (locale) => {
    // Most often it was resolved already.
    const known = said.get(locale);
    if (known !== undefined) return known;
    const language = languageOf(locale, fallback);
    const made = said.get(language) ?? createSay(language, language === PSEUDO ? {} : catalogueOf(language));
    said.set(language, made);
    return made;
  };
}

/** Says texts for a locale that was resolved already: requests come with a language that has a catalogue (see `bot`). */
export const sayIn: SayIn = createSayIn();

/**
 * The catalogue for one tag: of its region, of its script, or of its language where that has the same script. Readers of
 * `zh-TW` do not get simplified characters, while `pt-PT` gets the Portuguese there is.
 */
function spokenFor(tag: string): string | undefined {
  const wanted = localeOf((tag.split(/[.@]/u)[0] ?? '').replaceAll('_', '-'));
  if (wanted === undefined) return undefined;
  if (wanted.baseName === PSEUDO) return PSEUDO;
  const { script } = wanted.maximize();
  return [wanted.baseName, `${wanted.language}-${script}`, wanted.language].find(
    (name) => listLanguages().includes(name) && localeOf(name)?.maximize().script === script,
  );
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined; // `C`, or nothing at all
  }
}

function isFound(language: string | undefined): language is string {
  return language !== undefined;
}
