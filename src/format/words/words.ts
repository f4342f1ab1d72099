import type { Command, CommandWords } from '../../core/command.ts';
import { ar } from './ar.ts';
import type { Words } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { uk } from './uk.ts';
import { zh } from './zh.ts';

export type { Words } from './catalogue.ts';

/** Every catalogue, by the language: the first part of a BCP 47 tag. */
const CATALOGUES = { ar, de, en, es, fr, hi, pt, ru, uk, zh } as const satisfies Readonly<
  Record<string, Words>
>;

/** A language that has a catalogue. */
export type Language = keyof typeof CATALOGUES;

/** The languages that have a catalogue. */
export const LANGUAGES: readonly Language[] = Object.keys(CATALOGUES).filter(isLanguage);

/** Finds the words for a locale. */
export type WordsFor = (locale: string) => Words;

/**
 * The language to speak where these locales are wanted, best first; English when none of them has a catalogue. A
 * locale is BCP 47, as the platform told it, or what systems write: `pt_BR.UTF-8`, or several in a row (`sv:de`). Each
 * language has one catalogue, whatever the region: `pt-PT` gets Brazil's Portuguese, `zh-TW` simplified Chinese.
 */
export function languageOf(...locales: readonly (string | undefined)[]): Language {
  for (const locale of locales) {
    // Most often it was resolved already.
    if (locale !== undefined && isLanguage(locale)) return locale;
    const spoken = languagesIn(locale ?? '').find(isLanguage);
    if (spoken !== undefined) return spoken;
  }
  return 'en';
}

/** Whether a locale has a catalogue of its own. */
export function isSpoken(locale: string): boolean {
  return languagesIn(locale).some(isLanguage);
}

/** Finds the words by a person's locale; those of the fallback where its language has no catalogue. */
export function createWordsFor(fallback?: string): WordsFor {
  return (locale) => CATALOGUES[languageOf(locale, fallback)];
}

/** The words for a locale that was resolved already: requests come with a language that has a catalogue (see `bot`). */
export const wordsFor: WordsFor = createWordsFor();

/** The words of a command in a language; in English, as the command has them, what the catalogue does not translate. */
export function commandWords(
  { commands }: Pick<Words, 'commands'>,
  { name, words }: Pick<Command, 'name' | 'words'>,
): CommandWords {
  const translated = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (translated === undefined) return words;
  return { ...words, ...translated, options: { ...words.options, ...translated.options } };
}

function languagesIn(locale: string): readonly string[] {
  return locale.split(':').map((tag) => (tag.split(/[-_.@]/u)[0] ?? '').toLowerCase());
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(CATALOGUES, text);
}
