import { describe, expect, it } from 'vitest';
import { createGrids } from '../../src/tables/books/grid.ts';
import { readSheet } from '../../src/tables/books/sheet.ts';
import { readWebTable } from '../../src/tables/books/web-table.ts';
import { numbersOfCell } from '../../src/tables/cells/cell-numbers.ts';
import { readDelimited } from '../../src/tables/read/delimited.ts';
import { foreignText } from '../../src/tables/read/foreign.ts';
import { decodeText } from '../../src/tables/read/text.ts';
import { toCsv } from '../../src/tables/write/csv.ts';
import { leastProcessorMs } from '../support/measure/processor-time.ts';

const LENGTHS = [10_000, 100_000, 1_000_000];
/** Ten times the text may take so many times the time; a quadratic pattern takes a hundred times. */
const MOST_TIMES = 40;
/** What is quicker than this is not compared: it is the noise of a machine. */
const NOISE_MS = 15;

const sheet = (xml: string): string => `<sheetData>${xml}</sheetData>`;
const cell = (text: string) =>
  numbersOfCell(
    { text },
    { line: 1, known: () => false, zerosLost: false, endsWithoutZeros: false, isNamed: true },
  ).length;
const repeated = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length));

const page = (html: string) => attempt(() => readWebTable(html));
const readSheetText = (xml: string) =>
  attempt(() => readSheet(Buffer.from(xml), { strings: [], dates: [], from1904: false }, createGrids()()));

/** What is refused took its time as well. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

/** What meets the bytes of strangers, with the input that is worst for it. */
const WORST: readonly (readonly [string, (length: number) => string, (text: string) => unknown])[] = [
  [
    'a CSV of stray quotes before spaces',
    (length) => `"${'"a'.repeat(length / 4)}${' '.repeat(length / 2)},`,
    readDelimited,
  ],
  ['a CSV of quotes and spaces', repeated('" '), readDelimited],
  ['a CSV of quotes', repeated('"'), readDelimited],
  ['a CSV of opening quotes', repeated(',"'), readDelimited],
  ['a CSV of line ends and quotes', repeated('\n"a"b'), readDelimited],
  ['a CSV of one cell', repeated('a'), readDelimited],
  ['a cell of spaces that may be a formula', (length) => `${' '.repeat(length)}="`, readDelimited],
  [
    'a sheet with a long quoted attribute',
    (length) => sheet(`<c r="${'a'.repeat(length)}"/>`),
    readSheetText,
  ],
  ['a sheet of quotes nobody closes', (length) => sheet(repeated('<c r="')(length)), readSheetText],
  ['a sheet of opened cells', (length) => sheet(repeated('<c ')(length)), readSheetText],
  ['a sheet of cells nobody closes', (length) => sheet(repeated('<c>')(length)), readSheetText],
  [
    'a sheet of long names of attributes',
    (length) => sheet(repeated(`<c r="A1" ${'a'.repeat(1_900)}>`)(length)),
    readSheetText,
  ],
  [
    'a sheet of many attributes',
    (length) => sheet(repeated(`<c r="A1" ${'a="" '.repeat(300)}/>`)(length)),
    readSheetText,
  ],
  ['a sheet of names before colons', (length) => sheet(`<${'a'.repeat(length)}`), readSheetText],
  [
    'a sheet of entities nobody closes',
    (length) => sheet(`<row><c><v>${repeated('&#1')(length)}`),
    readSheetText,
  ],
  ['a page of opened elements', (length) => `<table>${'<i>'.repeat(length / 3)}`, page],
  ['a page of closed elements', (length) => `<table>${'<p></b>'.repeat(length / 7)}`, page],
  ['a page of comments nobody closes', (length) => `<table>${'<!--'.repeat(length / 4)}`, page],
  ['a page of spaces in a cell', (length) => `<table><tr><td>${' '.repeat(length)}a</td>`, page],
  [
    'a page of cells that span rows',
    (length) => `<table>${'<tr><td rowspan=1000 colspan=1000>a</td>'.repeat(length / 40)}`,
    page,
  ],
  [
    'a page of rows below a wide cell',
    (length) => `<table><tr><td rowspan=1000 colspan=1000>${'<tr><td>'.repeat(length / 8)}`,
    page,
  ],
  ['a text that may be SYLK', (length) => `ID;P\n${'C;'.repeat(length / 2)}`, foreignText],
  ['letters behind a label', (length) => `imei${'a'.repeat(length)}${'1'.repeat(13)}`, cell],
  ['single digits', repeated('1 '), cell],
  ['numbers that are almost IMEIs', repeated('49015420323751 '), cell],
  ['digits', repeated('1'), cell],
  ['a number in the short form', (length) => `1,${'0'.repeat(length)}e+14`, cell],
  ['a formula to be', (length) => ' '.repeat(length), (text) => toCsv([[text]], ',')],
  ['a number to be kept', (length) => `${'1'.repeat(length)}a`, (text) => toCsv([[text]], ',')],
  ['bytes of no encoding', repeated('\u00e4\u0080'), (text) => decodeText(Buffer.from(text, 'latin1'))],
];

describe('what reads files takes time in proportion to their length, also for', () => {
  it.each(WORST)('%s', (_, make, read) => {
    const [short = '', shorter = '', longest = ''] = LENGTHS.map(make);
    // The first run compiles.
    read(short);
    const mostMs =
      Math.max(
        NOISE_MS,
        leastProcessorMs(() => read(shorter), NOISE_MS),
      ) * MOST_TIMES;
    expect(leastProcessorMs(() => read(longest), mostMs)).toBeLessThan(mostMs);
  });
});
