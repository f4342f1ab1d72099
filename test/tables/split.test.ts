import { describe, expect, it } from 'vitest';
import { splitText } from '../../src/tables/read/split.ts';

const NO_LIMITS = { rows: 1_000, cells: 10_000 };
const rowsOf = (text: string, separator = ',') => splitText(text, separator, NO_LIMITS).rows;

describe('a text split into cells', () => {
  it.each([
    [
      'plain cells',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['any line ends, and a row behind the last one', 'a\r\nb\rc\n', [['a'], ['b'], ['c'], ['']]],
    ['empty cells and rows', ',\n\n,,', [['', ''], [''], ['', '', '']]],
    ['quotes around separators, line ends and quotes', '"a,""b""\n",c', [['a,"b"\n', 'c']]],
    ['a space between a quote and a separator', '"a" ,b', [['a', 'b']]],
    ['a quote inside a cell', '5" disk,"a"b",c', [['5" disk', 'a"b', 'c']]],
    ['a quote nobody closes', '"a,b\nc', [['a,b\nc']]],
    ['nothing', '', [['']]],
  ])('has %s', (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  it('says whether its quotes come out even', () => {
    expect(splitText('"a","b ""c"""', ',', NO_LIMITS).isWellQuoted).toBe(true);
    expect(splitText('"a";"b"', ',', NO_LIMITS).isWellQuoted).toBe(false);
    expect(splitText('"a', ',', NO_LIMITS).isWellQuoted).toBe(false);
  });

  it('stops behind the limits', () => {
    expect(splitText('a\n'.repeat(50), ',', { rows: 10, cells: 99 }).rows).toHaveLength(10);
    expect(splitText(','.repeat(50), ',', { rows: 10, cells: 20 }).rows.flat()).toHaveLength(21);
  });
});
