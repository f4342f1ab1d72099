/** Control characters, what changes the direction of text, what takes no room, halves of characters. */
const HARMFUL =
  /(?![\u200C-\u200D]|\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Joiners and variation selectors stay where emoji and Persian need them: one or two, never beside ASCII. */
const STRAY_JOINER =
  /(?<![^\p{ASCII}])(?:[\u200C-\u200D]|\p{Variation_Selector})+|[\u200C-\u200D]+(?![^\p{ASCII}])|(?:[\u200C-\u200D]|\p{Variation_Selector}){3,}/gu;
const SPACE_LIKE = /[\t\v\f\r\u0085\u2028\u2029]+/gu;
/** Letters of no script carry more marks than this; a heap of them covers the lines around it. */
const HEAP_OF_MARKS = /(\p{M}{4})\p{M}+/gu;

/** What Discord's Markdown gives a meaning anywhere in a line, and the colon of a link. */
const SPECIAL = /[\\*_~|`<>[\]@]|:(?=\/)/gu;
/** Headings, lists, quotes and small print, which begin a line. */
const LINE_START = /^(\s*)([#+-])/u;
const NUMBERED_LINE = /^(\s*\d+)([.)])/u;

/** Text from outside without anything invisible; its lines stay. */
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

/** One line that Discord shows literally wherever it reads Markdown. */
export function escapeLine(line: string): string {
  return line.replace(SPECIAL, '\\$&').replace(LINE_START, '$1\\$2').replace(NUMBERED_LINE, '$1\\$2');
}

/** One line in the letters of code, which are easy to copy; escaped where it could leave them. */
export function codeLine(line: string): string {
  return line === '' || line.includes('`') ? escapeLine(line) : `\`${line}\``;
}

/**
 * The longest beginning of a line that is not longer than `maxLength` when it is written by `write`; what is cut ends
 * in an ellipsis. Never cuts a character or an escape in two.
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
