import type { Candidate } from '../text/candidates.ts';
import { boxAround, type TextLine, textOf } from '../text/lines.ts';
import { labelBy, MOST_TITLES, rowsBelow, type Title, titlesAmong } from './columns.ts';
import type { Row } from './rows.ts';
import { likeMost } from './strangers.ts';

/** The title of another column, and no time or number that stands beside. */
const TITLE = /^(?=.*\p{L}{2}|#$|\u2116$)\D*$/u;

/**
 * As `inColumns`, for words that were recognised, some of which may have been missed: only a column that is called IMEI counts, beside
 * others that have titles, and only rows that have something below one of these, and no less than most. What words beside a
 * number say of it stays.
 */
export function inReadColumns(
  candidates: readonly Candidate[],
  lines: readonly TextLine[],
): readonly Candidate[] {
  const words = lines.flat();
  const titles = titlesAmong(words).filter(
    ({ name, others }) => name === 'imei' && others.every((cell) => TITLE.test(textOf(cell))),
  );
  const titled = new Map(
    titles.slice(0, MOST_TITLES).flatMap((title) => {
      const certain = rowsBelow(title, candidates, words).filter(({ isDoubtful }) => !isDoubtful);
      const rows = likeMost(certain).filter(({ row }) => isBelowTitles(row, title));
      return rows.map(({ candidate }) => [candidate, labelBy(title, [])] as const);
    }),
  );
  return candidates.map((one) => {
    const label = titled.get(one);
    return label !== undefined && isFree(one) ? { ...one, label } : one;
  });
}

/** Whether nothing is said of a number beside it that counts. */
function isFree({ label: { kind, isSettled } }: Candidate): boolean {
  return kind === 'none' || (kind === 'unknown' && isSettled !== true);
}

/** Whether a row has a cell below the title of another column. */
function isBelowTitles({ left, right }: Row, { others }: Title): boolean {
  const titles = others.map(boxAround);
  return [...left, ...right]
    .map(boxAround)
    .some((cell) => titles.some(({ x, width }) => cell.x < x + width && cell.x + cell.width > x));
}
