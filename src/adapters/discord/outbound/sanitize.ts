/** Control characters, characters that change the direction of text or are invisible, and lone surrogates. */
const HARMFUL =
  /(?![\u200C-\u200D]|\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Joiners and variation selectors are only kept where emoji and Persian need them: one or two, never next to ASCII. */
const STRAY_JOINER =
  /(?<![^\p{ASCII}])(?:[\u200C-\u200D]|\p{Variation_Selector})+|[\u200C-\u200D]+(?![^\p{ASCII}])|(?:[\u200C-\u200D]|\p{Variation_Selector}){3,}/gu;
const SPACE_LIKE = /[\t\v\f\r\u0085\u2028\u2029]+/gu;
/** No script has more marks on a letter; more would cover adjacent lines. */
const HEAP_OF_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Characters with a meaning in Discord's Markdown, and the colon of a link. */
const SPECIAL = /[\\*_~|`<>[\]@]|:(?=\/)/gu;
/** Headings, lists, quotes and small print at the start of a line. */
const LINE_START = /^(\s*)([#+-])/u;
const NUMBERED_LINE = /^(\s*\d+)([.)])/u;

/** Removes everything invisible from external text; keeps its lines. */
export function visibleBlock(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(SPACE_LIKE, ' ')
    .replace(HARMFUL, (character) => (character === '\n' ? '\n' : ''))
    .replace(STRAY_JOINER, '')
    .replace(HEAP_OF_MARKS, '$1');
}

/** As {@link visibleBlock}, on one line. */
export function visibleLine(text: string): string {
  return visibleBlock(text).replaceAll('\n', ' ').trim();
}

/** Escapes a line so that Discord's Markdown shows it literally. */
export function escapeLine(line: string): string {
  return line.replace(SPECIAL, '\\$&').replace(LINE_START, '$1\\$2').replace(NUMBERED_LINE, '$1\\$2');
}

/** A line in monospace, which is easy to copy; escaped if it contains a backtick. */
export function codeLine(line: string): string {
  return line === '' || line.includes('`') ? escapeLine(line) : `\`${line}\``;
}

/**
 * The longest start of a line whose form after `write` has at most `maxLength` characters; an ellipsis replaces the rest.
 * Never splits a character or an escape sequence.
 */
export function fitLine(line: string, maxLength: number, write: (line: string) => string): string {
  const whole = write(line);
  if (whole.length <= maxLength) return whole;
  const characters = Array.from(line.slice(0, maxLength));
  const cutAfter = (count: number): string => write(`${characters.slice(0, count).join('')}…`);
  let fits = 0;
  let tooMany = characters.length + 1;
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if (cutAfter(count).length <= maxLength) fits = count;
    else tooMany = count;
  }
  return fits === 0 ? '…'.slice(0, maxLength) : cutAfter(fits);
}
