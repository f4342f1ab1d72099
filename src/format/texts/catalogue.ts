import { LRUCache } from 'lru-cache';
import { isObject } from '../../core/json.ts';
import { listLocales, readLocaleFile } from '../../core/locales.ts';

/** The texts of one language by their keys: a file of `locales/`. */
export type Catalogue = Readonly<Record<string, string>>;

/** The language that has every text; texts that another lacks are in it. */
export const ENGLISH = 'en';

const read = new Map<string, Catalogue>();
let languages: readonly string[] | undefined;

/** The languages of recent locales: finding one is slow. */
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
 * The language for these locales, best first; English if none of them has a catalogue. A locale is
 * BCP 47, as platforms send it, or a name of an operating system: `pt_BR.UTF-8`, or a list
 * (`sv:de`).
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

/** The language of a locale; '' if it has no catalogue. */
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

/** Whether a locale has a catalogue that its readers can read. */
export function isSupported(locale: string): boolean {
  return catalogueFor(locale) !== '';
}

/**
 * The catalogue for one tag: of its region, of its script, or of its language if that has the same
 * script. `zh-TW` does not get simplified characters, but `pt-PT` gets `pt`.
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
