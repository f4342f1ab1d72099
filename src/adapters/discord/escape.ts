/** Characters with a meaning in Discord's Markdown, and the colon of a link. */
const SPECIAL = /[\\*_~|`<>[\]@]|:(?=\/)/gu;
/** Headings, lists, quotes and small print at the start of a line. */
const LINE_START = /^(\s*)([#+-])/u;
const NUMBERED_LINE = /^(\s*\d+)([.)])/u;

/** Escapes a line so that Discord's Markdown shows it literally. */
export function escapeLine(line: string): string {
  return line.replace(SPECIAL, '\\$&').replace(LINE_START, '$1\\$2').replace(NUMBERED_LINE, '$1\\$2');
}

/** A line in monospace, which is easy to copy; escaped if it contains a backtick. */
export function codeLine(line: string): string {
  return line === '' || line.includes('`') ? escapeLine(line) : `\`${line}\``;
}

const graphemes = new Intl.Segmenter();
const LONGEST_EMOJI = 50;

/**
 * The longest start of a line whose form after `write` has at most `maxLength` characters; an ellipsis replaces the rest.
 * Never splits an emoji or an escape sequence.
 */
export function fitLine(line: string, maxLength: number, write: (line: string) => string): string {
  const whole = write(line);
  if (whole.length <= maxLength) return whole;
  const characters = Array.from(
    graphemes.segment(line.slice(0, maxLength + LONGEST_EMOJI)),
    ({ segment }) => segment,
  );
  const cutAfter = (count: number): string => write(`${characters.slice(0, count).join('')}…`);
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if (cutAfter(count).length <= maxLength) fits = count;
    else tooMany = count;
  }
  return fits === 0 ? '…'.slice(0, maxLength) : cutAfter(fits);
}
