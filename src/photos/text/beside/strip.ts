import { cutOut } from '../../decode/cut.ts';
import type { Grey } from '../../decode/grey.ts';
import { BLACK, levelled } from '../level.ts';
import type { Box } from '../lines.ts';
import { type Frame, placeIn } from './code-frame.ts';

/** Pixels of the width of a code on the strips beside it; letters beside bars are 5 to 12 hundredths as high. */
const WIDE = 500;
/** Widths of the code that one line of letters is high; what is lower is a rule, or a rest of the bars. */
const LINE = { least: 0.025, most: 0.2 };
/** Ink that begins so near to bars, and is no higher, is the end of these, which noise or blur has frayed. */
const FRAYED = { from: 0.012, most: 0.04 };
/** So many pixels of ink in a row are no speck, and in this share of a row or a column they are a rule or a border. */
const SPECK = 4;
const BORDER = 0.8;
/** What is left of bars: their edges in a row, and the share of ink that two of their rows have in common, one shifted by pixels. */
const BARS = { edges: 24, alike: 0.7, rows: [0.3, 0.7], mostShifted: 6 };

/** A strip beside a code in which a line is looked for, from its lower end if that is nearer to the code. */
export interface Strip {
  readonly box: Box;
  readonly isUpwards: boolean;
}

/** Where the line is in a strip that is nearest to its start; undefined where nothing is written. */
export function lineIn({ box, isUpwards }: Strip, frame: Frame, picture: Grey): Box | undefined {
  const high = Math.round(WIDE * box.height);
  // Where bars were painted over, the end of the paint would be taken for a rule.
  const ink = inkIn(levelled(cutOut(picture, placeIn(frame, box), high)), high);
  const rows = isUpwards ? ink.toReversed() : ink;
  const runs = runsOf(rows.map(isWritten));
  const run = runs.find(
    ({ from, to }) =>
      to - from >= (from <= FRAYED.from * WIDE ? FRAYED.most : LINE.least) * WIDE &&
      !isOfBars(rows.slice(from, to)),
  );
  if (run === undefined) return undefined;
  const height = (run.to - run.from) / WIDE;
  const y = box.y + (isUpwards ? high - run.to : run.from) / WIDE;
  return { ...box, y, height };
}

/** Whether what is written there is higher than letters beside bars are. */
export function isTooHigh({ height }: Box): boolean {
  return height > LINE.most;
}

/** The ink of a cut-out without its margins, row by row; columns that are a border are left out. */
function inkIn({ pixels, width, height }: Grey, high: number): readonly (readonly boolean[])[] {
  const margin = (height - high) >> 1;
  const isInk = (x: number, y: number): boolean => (pixels[(margin + y) * width + x] ?? 255) < BLACK;
  const rows = Array.from({ length: high }, (_, y) => y);
  const columns = Array.from({ length: width - 2 * margin }, (_, x) => margin + x).filter(
    (x) => rows.filter((y) => isInk(x, y)).length < BORDER * high,
  );
  return rows.map((y) => columns.map((x) => isInk(x, y)));
}

/**
 * Whether rows are what is left of bars, which are alike in all of them, though they may lean a little, and more than letters have
 * strokes.
 */
function isOfBars(rows: readonly (readonly boolean[])[]): boolean {
  const [one = [], other = []] = BARS.rows.map((share) => rows[Math.floor(share * rows.length)]);
  const edges = one.filter((isInk, index) => isInk !== (one[index - 1] ?? false)).length;
  if (edges < BARS.edges) return false;
  const shifts = Array.from({ length: 2 * BARS.mostShifted + 1 }, (_, index) => index - BARS.mostShifted);
  return shifts.some((shift) => inCommon(one, other, shift) >= BARS.alike);
}

/** The share of the ink of two rows that both have, one of them shifted. */
function inCommon(one: readonly boolean[], other: readonly boolean[], shift: number): number {
  const either = one.filter((isInk, index) => isInk || other[index + shift] === true).length;
  return one.filter((isInk, index) => isInk && other[index + shift] === true).length / either;
}

/** Whether there is ink in a row that is neither a speck nor a rule. */
function isWritten(row: readonly boolean[]): boolean {
  const ink = row.filter(Boolean).length;
  return ink >= SPECK && ink < BORDER * row.length;
}

/** The runs of rows with ink. */
function runsOf(rows: readonly boolean[]): readonly { readonly from: number; readonly to: number }[] {
  const ends = rows.flatMap((isInked, index) => (isInked !== (rows[index - 1] ?? false) ? [index] : []));
  return ends.flatMap((from, index) =>
    index % 2 === 0 ? [{ from, to: ends[index + 1] ?? rows.length }] : [],
  );
}
