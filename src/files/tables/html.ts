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

/** A field in a form. What is in it is on the page. */
const FIELD = /<input\b[^<>]*>/gi;
const FIELD_VALUE = /\svalue\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/i;
const HIDDEN_FIELD = /\stype\s*=\s*["']?hidden/i;
/** A sign by its number: `&#51;`, `&#x33;`. */
const CODED_SIGN = /&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi;
const WEB_PAGE =
  /^\s*(?:<\?xml[^<>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i;
const TABLE_TAG = /(<\/?table\b[^<>]*>)/i;

/** Whether a text is a web page: it begins like one. */
export function isWebPage(text: string): boolean {
  return WEB_PAGE.test(text);
}

/** Returns the text that a web page shows, without its tags: their values are not read. */
export function textOfHtml(html: string): string {
  return textOfShown(shownPart(html));
}

/** Returns the text that a web page shows above, between and below its tables. */
export function textOutsideTables(html: string): string {
  let depth = 0;
  const outside = shownPart(html)
    .split(TABLE_TAG)
    .filter((part) => {
      if (!TABLE_TAG.test(part)) return depth === 0;
      depth = Math.max(0, depth + (part.startsWith('</') ? -1 : 1));
      return false;
    });
  return textOfShown(outside.join('\n'));
}

function shownPart(html: string): string {
  return html.replace(COMMENT, ' ').replace(HIDDEN, ' ').replace(FIELD, valueOfField);
}

function textOfShown(html: string): string {
  const text = html.replace(SPACES, ' ').replace(LINE_TAG, '\n').replace(TAG, ' ');
  return withPlainSigns(text);
}

/** Writes the signs that HTML or XML has by their numbers. */
export function withPlainSigns(markup: string): string {
  return markup.replace(CODED_SIGN, (_, hex?: string, decimal?: string) =>
    String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

function valueOfField(field: string): string {
  const [, quoted, single = ''] = FIELD_VALUE.exec(field) ?? [];
  return HIDDEN_FIELD.test(field) ? ' ' : ` ${quoted ?? single} `;
}
