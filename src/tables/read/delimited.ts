import { type Cell, MAX_CELLS, MAX_ROWS, type TableReading, trouble } from '../table.ts';
import { separatorOf } from './separator.ts';
import { splitText } from './split.ts';

/** How spreadsheets are told to keep a number as text: `="0123"`, or a tab before it. */
const AS_TEXT = /^\s*="([^"]*)"\s*$|^\t(\+?\d.*)$/u;
/** How a text tells Excel its separator, in a first line that Excel does not show. */
const TOLD = /^\uFEFF?"?sep=([^\r\n"])"?[ \t]*(?:\r\n|\r|\n)/iu;

/** A cheap test for most texts. */
const MAY_HAVE_PAIRS = /<\/(?:key|name)>|["']value["']/iu;
/** A name in an element before that of its value, as in the property lists of Apple. */
const IN_ELEMENTS =
  /<(key|name)>([^<>\n]{1,60})<\/\1>\s{0,99}<(?:string|integer|real|value)(?:\s[^<>]{0,60})?>/giu;
/** A name and its value as two members of an object: `{"name":"IMEI","value":"3520…"}`. */
const IN_MEMBERS =
  /["'](?:name|key|label|title|field)["']\s{0,9}:\s{0,9}["']([^"'\n]{1,60})["']\s{0,99},\s{0,99}["']value["']\s{0,9}:/giu;

/** Reads cells with any common separator, quoted or not; text without a separator is a table of one column. */
export function readDelimited(written: string): TableReading {
  const whole = withNamesBeside(written);
  const [told = '', named] = TOLD.exec(whole) ?? [];
  const text = whole.slice(told.length);
  const separator = named ?? separatorOf(text);
  const split = splitText(text, separator ?? ',', { rows: MAX_ROWS + 1, cells: MAX_CELLS });
  const cells = split.rows.reduce((sum, row) => sum + row.length, 0);
  if (split.rows.length > MAX_ROWS || cells > MAX_CELLS) return trouble('too-much');
  const rows = split.rows.map((row) => row.map(cellOf));
  // The line break at the end of the last row does not start another row.
  const last = rows.at(-1);
  if (last?.length === 1 && last[0]?.text === '') rows.pop();
  return {
    ok: true,
    book: {
      tables: [{ rows, hiddenRows: new Set(), hiddenColumns: 0 }],
      hiddenSheets: [],
      kind: 'delimited',
      ...(separator !== undefined && { separator }),
    },
  };
}

function cellOf(written: string): Cell {
  const [, formula, tabbed] = AS_TEXT.exec(written) ?? [];
  return { text: formula ?? tabbed ?? written };
}

/** A text with each name right before its value, as other forms have them: lines and commas would part them. */
function withNamesBeside(text: string): string {
  if (!MAY_HAVE_PAIRS.test(text)) return text;
  return text.replace(IN_ELEMENTS, '$2: ').replace(IN_MEMBERS, '"$1":');
}
