import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvSplitter } from '../../src/tac/csv.ts';
import { runs } from '../support/nightly.ts';

describe('the CSV splitter', () => {
  it.each([
    [
      'plain cells',
      'a,b,c\n1,2,3\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'no line end after the last row',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n"1",2\r\n3,"4"\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a comma in quotes', '1,"N1,N2",x\n', [['1', 'N1,N2', 'x']]],
    ['a line end in quotes', '1,"N1\nN2",x\n2\n', [['1', 'N1\nN2', 'x'], ['2']]],
    ['doubled quotes', '1,"17"" screen"\n', [['1', '17" screen']]],
    [
      'a quote inside a bare cell',
      '1,17" screen,x\n2,y\n',
      [
        ['1', '17" screen', 'x'],
        ['2', 'y'],
      ],
    ],
    [
      'empty cells',
      ',,\n"",x\n',
      [
        ['', '', ''],
        ['', 'x'],
      ],
    ],
    ['empty lines', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['a byte order mark', '\uFEFF"tac",b\n', [['tac', 'b']]],
  ])('reads %s', (_what, text, rows) => {
    expect(split([text])).toEqual(rows);
  });

  it('gives back what was written, wherever the pieces are cut', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', ' ', '7') });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (written, size) => {
        const text = written.map((row) => `${row.map(quoted).join(',')}\n`).join('');
        expect(split(piecesOf(text, size))).toEqual(written);
      }),
      runs(100, 5_000, { seed: 42 }),
    );
  });

  it('loses one row, not the rest of the file, to a quote that nobody closes', () => {
    const tail = Array.from({ length: 20_000 }, (_, index) => `${index},Nokia,3310`);
    const rows = split(piecesOf(`1,"Nokia,3310\n${tail.join('\n')}`, 65_536));
    expect(rows).toHaveLength(20_001);
    expect(rows.at(-1)).toEqual(['19999', 'Nokia', '3310']);
  });

  it('cuts a long text without a line end, and stays linear', () => {
    const rows = split(piecesOf('x'.repeat(20_000_000), 65_536));
    expect(Math.max(...rows.flat().map((cell) => cell.length))).toBeLessThan(200_000);
  }, 5_000);
});

function split(pieces: readonly string[]): readonly (readonly string[])[] {
  const splitter = createCsvSplitter();
  const rows = pieces.flatMap((piece) => splitter.push(piece));
  return [...rows, ...splitter.end()];
}

function piecesOf(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
