import { workbookParts, zipOf } from './tables.ts';

/** What is said of a table like these. That it took too long is said of any by a machine that has other things to do. */
export const TABLE_ANSWERED =
  /There’s too much in this file|I don’t see an IMEI in this file|This file took too long to read/gu;

/** A file that is made to freeze who reads it. */
export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly content: () => Uint8Array | string;
}

/**
 * Each froze the process for 16 seconds to minutes, and once more after every start.
 * @param scale 1 for the size they did it with; smaller ones take less of a processor
 */
export function hostileTables(scale = 1): readonly HostileFile[] {
  const times = (text: string, count: number): string => text.repeat(Math.round(count * scale));
  return [
    {
      what: 'a workbook of one cell with an attribute of a megabyte',
      name: 'a.xlsx',
      content: () => zipOf(workbookParts(`<row r="1"><c r="${times('A', 1_000_000)}"><v>1</v></c></row>`)),
    },
    {
      what: 'a CSV of stray quotes',
      name: 'b.csv',
      content: () => `"${times('"a', 250_000)}${times(' ', 500_000)},`,
    },
    {
      what: 'a cell of letters behind a label',
      name: 'c.csv',
      content: () => `imei${times('a', 1_000_000)}${'1'.repeat(13)}`,
    },
    { what: 'a cell of single digits', name: 'd.csv', content: () => times('1 ', 2_500_000) },
    {
      what: 'a cell of numbers that are almost IMEIs',
      name: 'e.csv',
      content: () => times('490154203237517 ', 320_000),
    },
  ];
}
