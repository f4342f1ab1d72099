import { stripVTControlCharacters } from 'node:util';

/** Text of only these characters needs no cleaning. Most text of the bot is like that. */
const PLAIN = /^[\u0020-\u007E\n]*$/;
/** Tabs and the ends of lines other than `\n`. */
const SPACE_LIKE = /[\t\v\f\r\u0085\u2028\u2029]+/g;
const LONE_SURROGATE = /\p{Cs}/gu;
/** Control characters, and characters that change the direction of text or are invisible. */
const INVISIBLE = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
const AFTER_ASCII_OR_START = String.raw`(?<![^\p{ASCII}])`;
const BEFORE_ASCII_OR_END = String.raw`(?![^\p{ASCII}])`;
const JOINER = String.raw`[\u200C\u200D]`;
const JOINER_OR_SELECTOR = String.raw`(?:${JOINER}|\p{Variation_Selector})`;
const HARMFUL = new RegExp(`(?!\\n|${JOINER_OR_SELECTOR})${INVISIBLE}`, 'gu');
/**
 * Joiners and variation selectors are only kept where emoji and Persian need them: one or two, no
 * joiner next to ASCII, and no selector after it.
 */
const STRAY_JOINER_OR_SELECTOR = new RegExp(
  [
    `${AFTER_ASCII_OR_START}${JOINER_OR_SELECTOR}+`,
    `${JOINER}+${BEFORE_ASCII_OR_END}`,
    `${JOINER_OR_SELECTOR}{3,}`,
  ].join('|'),
  'gu',
);
/** More combining marks on a letter than any script has, which would cover other lines. */
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Makes external text safe to show on any platform: removes terminal sequences and invisible
 * characters, and keeps its lines. The renderer of each platform escapes its own markup.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(SPACE_LIKE, ' ')
    .replace(HARMFUL, '')
    .replace(STRAY_JOINER_OR_SELECTOR, '')
    .replace(EXCESS_MARKS, '$1');
}

/** As {@link visibleText}, on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', ' ').trim();
}

/**
 * Cuts a text to a length in UTF-16 units, never within an emoji; an ellipsis replaces the rest.
 */
export function fitText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Created on demand: the first segmenter takes memory that most runs never need.
  const leftOut = new Intl.Segmenter().segment(text).containing(maxLength - 1);
  return `${text.slice(0, leftOut?.index ?? 0)}…`;
}
