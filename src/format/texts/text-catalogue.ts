import { LRUCache } from 'lru-cache';
import { isObject } from '../../core/json.ts';
import { listLocales, readLocaleFile } from '../../core/language/locales.ts';

/** The texts of one language by their keys: a file of `locales/`. */
export type Catalogue = Readonly<Record<string, string>>;

/** The language that has every text. Texts that another language lacks are shown in English. */
export const ENGLISH = 'en';

const read = new Map<string, Catalogue>();
let languages: readonly string[] | undefined;

/** Finding the language of a locale is slow, so recent results are remembered. */
const resolved = new LRUCache<string, string>({ max: 200 });

/** The languages that have a catalogue, by the names of their files. */
export function listLanguages(): readonly string[] {
  languages ??= listLocales();
  return languages;
}

/** The catalogue of a language, read from its file at its first use. */
export function catalogueOf(language: string): Catalogue {
  const known = read.get(language);
  if (known !== undefined) return known;
  const catalogue = readLocaleFile(`${language}.json`);
  if (!isCatalogue(catalogue)) throw new Error(`locales/${language}.json must contain only texts`);
  read.set(language, catalogue);
  return catalogue;
}

function isCatalogue(value: unknown): value is Catalogue {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

/**
 * The language for the first of these locales that has a catalogue; English if none has one. A
 * locale is BCP 47, as platforms send it, or as operating systems write it: `pt_BR.UTF-8`, or a
 * list (`sv:de`).
 */
export function languageOf(...locales: readonly (string | undefined)[]): string {
  for (const locale of locales) {
    if (locale === undefined) continue;
    if (listLanguages().includes(locale)) return locale;
    const found = catalogueFor(locale);
    if (found !== '') return found;
  }
  return ENGLISH;
}

/** The language for a locale; '' if no catalogue is close enough. */
function catalogueFor(locale: string): string {
  const known = resolved.get(locale);
  if (known !== undefined) return known;
  const language =
    locale
      .split(':')
      .map(nearestCatalogue)
      .find((found) => found !== undefined) ?? '';
  resolved.set(locale, language);
  return language;
}

/** Whether people with this locale can read one of the catalogues. */
export function isSupported(locale: string): boolean {
  return catalogueFor(locale) !== '';
}

/**
 * The language for one tag. Looks for a catalogue of its region, then of its script, then of its
 * language, and takes none with another script: `zh-TW` does not get simplified characters, but
 * `pt-PT` gets `pt`.
 */
function nearestCatalogue(tag: string): string | undefined {
  const wanted = localeOf((tag.split(/[.@]/u)[0] ?? '').replaceAll('_', '-'));
  if (wanted === undefined) return undefined;
  const { script } = wanted.maximize();
  return [wanted.baseName, `${wanted.language}-${script}`, wanted.language].find(
    (name) => listLanguages().includes(name) && localeOf(name)?.maximize().script === script,
  );
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined; // such as `C`
  }
}
