import Papa from 'papaparse';
import { type Book, MOST_ROWS } from './workbook.ts';

const DELIMITERS = [';', '\t', ',', '|'];
/** Characters and rows at the beginning that show which delimiter it is. Papaparse itself looks at ten rows. */
const SAMPLE_CHARACTERS = 65_536;
const SAMPLE_ROWS = 500;

/** Reads delimited text as one sheet; undefined if it is something else, such as a single line. */
export function readDelimited(text: string, name: string): Book | undefined {
  // JSON or markup.
  if (/^\s*[[{<]/.test(text)) return undefined;
  // Papaparse recognizes only one kind of line end in a text.
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const separator = separatorOf(body.slice(0, SAMPLE_CHARACTERS));
  const isTable = separator !== undefined && body.includes('\n');
  if (!isTable && !/\.[ct]sv$/i.test(name)) return undefined;
  const { data, meta } = parse(body, separator ?? ',', { preview: MOST_ROWS });
  return { separator, sheets: [{ at: 0, name: '', rows: data, isCut: meta.truncated }], hidden: [] };
}

/** The delimiter that gives most rows the same number of cells; undefined if no delimiter does so for half of them. */
function separatorOf(sample: string): string | undefined {
  const shares = DELIMITERS.map((delimiter) => {
    const { data } = parse(sample, delimiter, { preview: SAMPLE_ROWS, skipEmptyLines: 'greedy' });
    const counts = new Map<number, number>();
    for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [width, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
    return { delimiter, share: width > 1 ? count / data.length : 0 };
  });
  const best = shares.reduce((most, one) => (one.share > most.share ? one : most));
  return best.share >= 0.5 ? best.delimiter : undefined;
}

function parse(text: string, delimiter: string, options: Papa.ParseConfig<string[]>) {
  return Papa.parse<string[]>(withoutStrayQuotes(text, delimiter), { ...options, delimiter, newline: '\n' });
}

/** Without the quotes of cells that do not end with one: they join rows, and papaparse takes time by the square for them. */
function withoutStrayQuotes(text: string, delimiter: string): string {
  const edges: readonly (string | undefined)[] = [undefined, delimiter, '\n'];
  let [clean, done] = ['', 0];
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (!edges.includes(text[at - 1])) continue;
    const start = at;
    at = text.indexOf('"', at + 1);
    while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
    if (at >= 0 && edges.includes(text[at + 1])) continue;
    clean += text.slice(done, start);
    for (done = start; text[done] === '"'; ) done += 1;
    at = done - 1;
  }
  return clean + text.slice(done);
}
