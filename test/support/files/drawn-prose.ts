import type { Drawing } from './drawn-codes.ts';
import { pageOf, textAt } from './drawn-text.ts';

/** A sheet of A4 in points, its margin, the height of a row, the size of its letters, and of those in a row. */
const PAGE = { width: 595, margin: 45, leading: 15.04, size: 11, rows: 50, letters: 82 };
const SENTENCES = [
  'The tenant pays the rent in advance, on the first working day of each month, to the account of the owner.',
  'Whoever leaves before the term is over finds someone who takes the rooms on the same conditions.',
  'Small repairs are made by the tenant; what is larger is told to the owner, who has it mended in due time.',
  'ANY CHANGE of this contract has to be in writing, and both sides keep a copy that the other has signed.',
  'Signed in Hamburg on 3 May 2026, with keys for two doors, a letter box and the cellar.',
];

/** A sheet full of sentences, with lines of one's own instead of some; it is as high as its rows need. */
export function prose(own: Readonly<Record<number, string>> = {}, rowCount = PAGE.rows): Drawing {
  const words = Array.from({ length: 20 }, () => SENTENCES.join(' '))
    .join(' ')
    .split(' ');
  const rows = Array.from({ length: rowCount }, (_, row) => {
    let line = '';
    while (line.length + (words[0]?.length ?? 0) < PAGE.letters) line += `${words.shift()} `;
    return textAt(PAGE.margin, PAGE.margin + (row + 1) * PAGE.leading, own[row] ?? line.trim(), PAGE);
  });
  return pageOf(PAGE.width, 2 * PAGE.margin + rowCount * PAGE.leading, '#fff', rows);
}
