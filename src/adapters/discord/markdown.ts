/** Characters with a meaning in Discord's Markdown, and the colon of a link. */
const SPECIAL = /[\\*_~|`<>[\]@]|:(?=\/)/gu;
/** Headings, lists, quotes and small print at the start of a line. */
const LINE_START = /^(\s*)([#+-])/u;
const NUMBERED_LINE = /^(\s*\d+)([.)])/u;
const graphemes = new Intl.Segmenter();

/** Escapes a line so that Discord's Markdown shows it literally. The result is at most twice as long. */
export function escapeLine(line: string): string {
  return line.replace(SPECIAL, '\\$&').replace(LINE_START, '$1\\$2').replace(NUMBERED_LINE, '$1\\$2');
}

/** A line in monospace, which is easy to copy; escaped if it contains a backtick. */
export function codeLine(line: string): string {
  return line === '' || line.includes('`') ? escapeLine(line) : `\`${line}\``;
}

/** Cuts a line to a length, never within an emoji; an ellipsis replaces the rest. */
export function fitLine(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  let fits = '';
  for (const { segment } of graphemes.segment(line.slice(0, maxLength))) {
    if (fits.length + segment.length >= maxLength) break;
    fits += segment;
  }
  return `${fits}…`;
}
