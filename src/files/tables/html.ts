/** Comments, styles and scripts are not shown. Without an end tag they reach to the end. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<(style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Tags that begin or end a line. */
const LINE_TAG = /<\/?(?:blockquote|br|div|d[dlt]|h[1-6r]|li|ol|p|pre|table|tr|ul)\b[^<>]*>/gi;
const TAG = /<[!/?a-z][^<>]*>/gi;
/** Spaces and line ends, also in the forms that mail programs write. */
const SPACES = /(?:\s|&nbsp;|&#160;|&#xa0;)+/gi;

/** Returns the text that a web page shows, without its tags: their values are not read. */
export function textOfHtml(html: string): string {
  return html.replace(UNSEEN, ' ').replace(SPACES, ' ').replace(LINE_TAG, '\n').replace(TAG, ' ');
}
