import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * Marks that a language writes otherwise: the quotes of another, a space that may break before a French colon, half-width
 * marks between Chinese characters. What each writes stands in locales/GLOSSARY.md.
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
/** The marks at the end of a text, by what they are in English. */
const ENDS: Readonly<Record<string, string>> = {
  '.': '.',
  '。': '.',
  '।': '.',
  '?': '?',
  '？': '?',
  '؟': '?',
  ':': ':',
  '：': ':',
  '…': '…',
};

/** The first mark in the words of a message that its language writes otherwise. */
export function foreignMark(language: string, parts: readonly MessageFormatElement[]): string | undefined {
  return FOREIGN[language]?.exec(wordsOf(parts))?.[0];
}

/** What is said of a message without its arguments: each of them, and whatever form it takes, stands on a line of its own. */
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

/** The mark that a message ends with, a bracket apart, as English would write it; empty if there is none. */
export function endOf(parts: readonly MessageFormatElement[]): string {
  const last = parts.at(-1);
  if (last?.type === TYPE.plural || last?.type === TYPE.select) return endOf(last.options.other?.value ?? []);
  if (last?.type !== TYPE.literal) return '';
  return ENDS[last.value.replace(/[)）]$/u, '').at(-1) ?? ''] ?? '';
}
