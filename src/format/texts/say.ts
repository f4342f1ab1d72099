import { IntlMessageFormat } from 'intl-messageformat';
import type { Messages } from '../../../locales/messages.d.ts';
import { FORMATTERS } from './intl.ts';
import { type Catalogue, catalogueOf, ENGLISH, languageOf } from './text-catalogue.ts';

/** The key of a text in `locales/en.json`. */
export type MessageKey = keyof Messages;

/** The values of a text: none, or one for each of its arguments. */
type TextValues<Key extends MessageKey> = Messages[Key] extends undefined
  ? []
  : [values: Messages[Key]];

/**
 * Writes texts in one language: `say('list.repeat', { ordinal: 2 })`. Texts that the language lacks
 * are in English.
 */
export interface Say {
  <Key extends MessageKey>(key: Key, ...values: TextValues<Key>): string;
  /** The language for Intl: BCP 47. */
  readonly language: string;
  /** A text without values, by a key that is known only at run time; undefined if it has none. */
  find(key: string): string | undefined;
}

/** Finds the texts for a person's locale. If it has no catalogue, those in the bot's language. */
export type SayFor = (locale: string) => Say;

/** A text, or the formatter of a text with values. */
type Message = string | IntlMessageFormat;

/** The key of a text without values. */
export type PlainKey = {
  [Key in MessageKey]: Messages[Key] extends undefined ? Key : never;
}[MessageKey];

/** The common start of two keys, `.title` and `.summary`, without values: `notices.busy`. */
export type TitledKey = {
  [Key in PlainKey]: Key extends `${infer At}.title`
    ? `${At}.summary` extends PlainKey
      ? At
      : never
    : never;
}[PlainKey];

const OPTIONS = { ignoreTag: true, formatters: FORMATTERS } as const;

const cache = new Map<string, Say>();

/** Makes the texts of a catalogue. Missing ones are in English. */
export function createSay(language: string, catalogue: Catalogue): Say {
  const messages = new Map<string, Message>();
  const say = (key: string, values?: Messages[MessageKey]): string => {
    const message = messages.get(key) ?? readMessage(language, catalogue, key);
    messages.set(key, message);
    return typeof message === 'string' ? message : String(message.format(values));
  };
  const find = (key: string): string | undefined =>
    Object.hasOwn(catalogue, key) || Object.hasOwn(catalogueOf(ENGLISH), key)
      ? say(key)
      : undefined;
  return Object.assign(say, { language, find });
}

/**
 * The texts in a language; in English if it has no catalogue. The locale of a request always has a
 * catalogue: `bot` ensures that.
 */
export function sayIn(language: string): Say {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const catalogued = languageOf(language);
  const made = cache.get(catalogued) ?? createSay(catalogued, catalogueOf(catalogued));
  cache.set(catalogued, made);
  return made;
}

/** @param botLanguage undefined: English */
export function createSayFor(botLanguage: string | undefined): SayFor {
  return (locale) => sayIn(languageOf(locale, botLanguage));
}

/** A message in the language, else in English, else the key. */
function readMessage(language: string, catalogue: Catalogue, key: string): Message {
  const translated = textOf(catalogue, key);
  if (translated !== undefined) return messageOf(translated, language);
  const english = textOf(catalogueOf(ENGLISH), key);
  if (english === undefined) return key;
  return messageOf(english, ENGLISH);
}

/** Most texts have neither arguments nor quotes. */
function messageOf(text: string, language: string): Message {
  if (!/[{}']/u.test(text)) return text;
  return new IntlMessageFormat(text, language, undefined, OPTIONS);
}

function textOf(catalogue: Catalogue, key: string): string | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
}

/** The texts of two keys, such as `notices.busy.title` and `notices.busy.summary`. */
export function titleAndSummary(
  say: Say,
  key: TitledKey,
): { readonly title: string; readonly summary: string } {
  return { title: say.find(`${key}.title`) ?? '', summary: say.find(`${key}.summary`) ?? '' };
}
