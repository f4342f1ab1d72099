import { describe, expect, it } from 'vitest';
import { contentOf } from '../../src/files/tables/bytes.ts';
import { readDelimited, toCsv } from '../../src/files/tables/csv.ts';
import { numbersOfCell, plainNumber } from '../../src/files/tables/numbers.ts';
import { leastProcessorMs } from '../support/measure/processor-time.ts';

const LENGTHS = [10_000, 100_000, 1_000_000];
/** Ten times the text may take so many times the time; a quadratic pattern takes a hundred times. */
const MOST_TIMES = 40;
/** What is quicker than this is not compared: it is the noise of a machine. */
const NOISE_MS = 15;

const csv = (text: string) => readDelimited(text, 'list.csv');
const cell = (text: string) =>
  numbersOfCell(plainNumber(text), { line: 1, name: { called: true }, isRounded: false, known: () => false });
const bytes = (text: string) => contentOf(Buffer.from(text, 'latin1'));
const repeated = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length));

/** What meets the bytes of strangers, with the input that is worst for it. */
const WORST: readonly (readonly [string, (length: number) => string, (text: string) => unknown])[] = [
  [
    'a CSV of stray quotes before spaces',
    (length) => `"${'"a'.repeat(length / 4)}${' '.repeat(length / 2)},`,
    csv,
  ],
  ['a CSV of quotes and spaces', repeated('" '), csv],
  ['a CSV of quotes', repeated('"'), csv],
  ['a CSV of opening quotes', repeated(',"'), csv],
  ['a CSV of line ends and quotes', repeated('\n"a"b'), csv],
  ['a CSV of quoted cells', repeated('"a",'), csv],
  ['a CSV of line ends', repeated('\n'), csv],
  ['a CSV of one cell', repeated('a'), csv],
  ['a page of opened tags', repeated('<'), bytes],
  ['bytes of no encoding', repeated('\u00e4\u0080'), bytes],
  ['letters behind a label', (length) => `imei${'a'.repeat(length)}${'1'.repeat(13)}`, cell],
  ['single digits', repeated('1 '), cell],
  ['numbers that are almost IMEIs', repeated('49015420323751 '), cell],
  ['digits', repeated('1'), cell],
  ['separators of thousands', repeated('1,11'), cell],
  ['decimals', repeated('.0'), cell],
  ['a number in the short form', (length) => `1,${'0'.repeat(length)}e+14`, cell],
  ['a formula to be', (length) => ' '.repeat(length), (text) => toCsv([[text]], ',')],
  ['a number to be kept', (length) => `${'1'.repeat(length)}a`, (text) => toCsv([[text]], ',')],
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
