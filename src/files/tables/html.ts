/** Parts that are not shown. A part without an end reaches to the end of the text. */
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const HIDDEN = /<(style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Elements that begin or end a line. */
const BLOCKS = [
  'blockquote',
  'br',
  'div',
  'd[dlt]',
  'h[1-6r]',
  'li',
  'ol',
  'p',
  'pre',
  'table',
  'tr',
  'ul',
];
const LINE_TAG = new RegExp(String.raw`</?(?:${BLOCKS.join('|')})\b[^<>]*>`, 'gi');
const TAG = /<[!/?a-z][^<>]*>/gi;
/** Spaces and line ends, also in the forms that mail programs write. */
const SPACES = /(?:\s|&nbsp;|&#160;|&#xa0;)+/gi;

/** Returns the text that a web page shows, without its tags: their values are not read. */
export function textOfHtml(html: string): string {
  const shown = html.replace(COMMENT, ' ').replace(HIDDEN, ' ');
  return shown.replace(SPACES, ' ').replace(LINE_TAG, '\n').replace(TAG, ' ');
}
