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
/** A row, or a cell with what is in it. HTML allows to leave out the tags at their ends. */
const ROW_OR_CELL = /<tr\b[^<>]*>|(<t[dh]\b[^<>]*>)([\s\S]*?)(?=<\/?t[dhr]\b|$)/gi;
/** Line ends, and the spaces around them. */
const LINE_ENDS = /\s*\n\s*/g;

/** Whether a text is a web page: it begins like one. */
export function isWebPage(text: string): boolean {
  return WEB_PAGE.test(text);
}

/**
 * Returns the text that a web page shows, without its tags: their values are not read.
 *
 *     <p id="352099001761481">IMEI:<br>3569<b>38035643809</b></p>     IMEI:
 *                                                                   3569 38035643809
 */
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

/**
 * Returns the tables of a web page as SheetJS 0.20.3 reads them; empty if it has none. SheetJS
 * needs the tags at the end of cells and tables, reads no table in another one to its end, and
 * drops all other tags without a space: `<p>3</p><p>3520…</p>` would be a number that nobody wrote.
 * After an update try such pages.
 */
export function tablesOfHtml(html: string): string {
  return shownPart(html).split(TABLE_TAG).map(plainTable).join('');
}

/** The part of a web page between two tags of tables as a table of its own, if it has cells. */
function plainTable(part: string): string {
  const rows = Array.from(part.matchAll(ROW_OR_CELL), ([, cell, content = '']) =>
    cell === undefined ? '<tr>' : `${cell}${plainCell(content)}</td>`,
  ).join('');
  if (!/<t[dh]/i.test(rows)) return '';
  return `<table>${rows.startsWith('<tr>') ? '' : '<tr>'}${rows}</table>`;
}

function plainCell(content: string): string {
  const text = textOfShown(content).trim();
  return text.replaceAll('<', '&lt;').replace(LINE_ENDS, '<br>');
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
