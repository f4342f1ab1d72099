import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../../src/format/texts/text-catalogue.ts';
import { argumentsOf, parsed, partsOf } from './messages.ts';

/** Markup, shouting, marks of direction, and white space that nobody sees. */
const FORBIDDEN =
  /[!！¡]|\*\*|<\/?[a-z]+>|`| {2}|^\s|\s$|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** Commands, settings, dial codes and words that people type unchanged. */
const UNCHANGED =
  /(?<![\p{L}\p{N}/])\/[a-z]+\b|\b[A-Z]+_[A-Z_\d]*[A-Z\d]\b|\b[A-Z]+=|\*#06#|\b[a-z]+=[a-z]+\b/gu;

/**
 * Marks that a language writes otherwise: the quotes of another, a space that may break before a
 * French colon, half-width marks between Chinese characters. See locales/GLOSSARY.md.
 */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  ar: /[,;?“”„"]/u,
  de: /[«»”"]|(?<!„[^“]*)“/u,
  en: /[«»„"]/u,
  es: /[“”„"]|(?<!¿[^?]*)\?/u,
  fr: /[“”„"]|(?<!\u00A0):|(?<!\u202F)[;?]|«(?!\u00A0)|(?<!\u00A0)»/u,
  hi: /[«»„"ँ]|\.(?=\s|$)/u,
  pt: /[«»„"]/u,
  ru: /[“”„"]| - /u,
  uk: /[“”„"’ёыэъ]| - /u,
  zh: /[「」"(),;?]|:(?!\d)|\.$|[\p{Script=Han}，。；：] \d/u,
  'zh-Hant': /[“”"(),;?]|\.$|\p{Script=Han}[\dA-Za-z]|[\dA-Za-z]\p{Script=Han}/u,
};

/**
 * The faults of a catalogue, one sentence each. A missing text is not a fault: people read it in
 * English.
 */
export function faultsOf(
  language: string,
  catalogue: Catalogue,
  english: Catalogue,
): readonly string[] {
  return Object.entries(catalogue).flatMap(([key, message]) => {
    const original = english[key];
    if (original === undefined) return [`${key}: English has no such text`];
    return faultsIn(language, message, original).map((fault) => `${key}: ${fault}`);
  });
}

function faultsIn(language: string, message: string, original: string): readonly string[] {
  let parts: MessageFormatElement[];
  try {
    parts = parsed(message);
  } catch (error) {
    return [`no ICU MessageFormat: ${error instanceof Error ? error.message : String(error)}`];
  }
  return [
    ...argumentFaults(message, original),
    ...[...partsOf(parts)].flatMap((part) => missingForms(language, part)),
    ...markFaults(language, parts),
    ...changed(message, original),
    ...(message === '' ? ['empty'] : []),
    ...(message.includes("'") ? ['an apostrophe that ICU takes for a quote; write ’'] : []),
    ...(FORBIDDEN.test(message)
      ? ['an exclamation mark, markup, a mark of direction or a stray space']
      : []),
  ];
}

function argumentFaults(message: string, original: string): readonly string[] {
  const [own, english] = [argumentsOf(message), argumentsOf(original)];
  return [
    ...[...own.keys()].filter((name) => !english.has(name)).map((name) => `{${name}} is not given`),
    ...[...english.keys()].filter((name) => !own.has(name)).map((name) => `{${name}} is lost`),
    ...[...own]
      .filter(([name, kind]) => kind === 'number' && english.get(name) === 'text')
      .map(([name]) => `{${name}} is not a number`),
    ...[...own]
      .filter(([name, kind]) => kind === 'text' && english.get(name) === 'number')
      .map(([name]) => `{${name}} is a number, and would have no marks between its thousands`),
  ];
}

function markFaults(language: string, parts: readonly MessageFormatElement[]): readonly string[] {
  const mark = FOREIGN[language]?.exec(wordsOf(parts))?.[0];
  return mark === undefined ? [] : [`“${mark}” is not how this language writes it`];
}

function missingForms(language: string, part: MessageFormatElement): readonly string[] {
  if (part.type !== TYPE.plural) return [];
  const type = part.pluralType ?? 'cardinal';
  return new Intl.PluralRules(language, { type })
    .resolvedOptions()
    .pluralCategories.filter((form) => part.options[form] === undefined)
    .map((form) => `{${part.value}} has no form “${form}”`);
}

function changed(message: string, original: string): readonly string[] {
  const [own, english] = [message, original].map((text) => new Set(text.match(UNCHANGED) ?? []));
  return [
    ...[...(english ?? [])].filter((one) => !own?.has(one)).map((one) => `“${one}” is lost`),
    ...[...(own ?? [])]
      .filter((one) => !english?.has(one))
      .map((one) => `“${one}” is not in English`),
  ];
}

/** The words of a message, with a line end in place of each argument and around each form. */
function wordsOf(parts: readonly MessageFormatElement[]): string {
  return parts
    .map((part) => {
      if (part.type === TYPE.literal) return part.value;
      if (part.type !== TYPE.plural && part.type !== TYPE.select) return '\n';
      return `\n${Object.values(part.options)
        .map(({ value }) => wordsOf(value))
        .join('\n')}\n`;
    })
    .join('');
}
