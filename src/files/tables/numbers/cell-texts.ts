/** Titles are at the top of a table: rows below these have none. */
export const MAX_TITLE_ROWS = 50;
/** The most characters of a title that is read. */
export const MAX_TITLE_CHARACTERS = 80;

/** Digits of the shortest number that counts as one here. */
const MIN_DIGITS = 14;
const NO_DIGIT = /\P{Nd}/gu;

/**
 * Whether a text has as many digits as a number that is looked for.
 *
 *     35-693803-564380-9    yes
 *     Order 4711            no
 */
export function hasNumber(text: string): boolean {
  return text.length >= MIN_DIGITS && text.replace(NO_DIGIT, '').length >= MIN_DIGITS;
}

/**
 * Whether a row may have titles. A row with a number has none.
 *
 *     IMEI             Price    yes
 *     356938035643809  100      no
 *
 * @param row counted from the first row of its table, from 0
 */
export function mayHaveTitles(cells: readonly string[], row: number): boolean {
  return row < MAX_TITLE_ROWS && !cells.some(hasNumber);
}

/**
 * The nearest text without a number to the left of each cell of a row; empty if there is none.
 *
 *     cells   Device   IMEI     356938035643809   Samsung
 *     result           Device   IMEI              IMEI
 */
export function textsOnTheLeft(cells: readonly string[]): readonly string[] {
  let nearest = '';
  return Array.from(cells, (cell = '') => {
    const text = nearest;
    if (cell.trim() !== '' && !hasNumber(cell)) nearest = cell.trim();
    return text;
  });
}
