import type { Barcode, Place, Point } from '../barcode.ts';
import type { Grey } from '../decode/grey.ts';
import { boxOf, isNearly } from './code-names.ts';
import { cutOut } from './cut.ts';
import type { TextEngine } from './engine.ts';
import { hasLetters, labelIn, UNKNOWN } from './label-words.ts';
import { levelled } from './level.ts';
import type { Box } from './lines.ts';

/** Pixels of the width of a code on the strips beside it; letters beside bars are 5 to 12 hundredths as high. */
const WIDE = 500;
/** How far what is written above and below bars may be from them, and what may stand beside their ends, in widths of the code. */
const REACH = { above: 0.3, below: 0.2 };
const ASIDE = 0.1;
/** Widths of the code that one line of letters is high; what is lower is a rule, or a rest of the bars. */
const LINE = { least: 0.025, most: 0.2 };
/** Below it a pixel is ink; so many of them in a row are no speck, and in so many of the rows of a column they are a border. */
const INK = 128;
const SPECK = 4;
const BORDER = 0.8;
/** What is left of bars: their edges in a row, and the share of ink that two of their rows have in common, one shifted by pixels. */
const BARS = { edges: 24, alike: 0.7, rows: [0.3, 0.7], mostShifted: 6 };
/** Height in pixels at which a line is read. */
const READ_HEIGHT = 30;
/** A line nearer to another code than this many times as far as to its own may be that one's. */
const OTHERS = 1.5;
/** Fewest digits that are a number. */
const A_NUMBER = /(?:\d\D?){6}/;

/** A picture with codes. */
export interface PageOfCodes {
  readonly picture: Grey;
  /** The same with its codes painted over. */
  readonly blanked: Grey;
  readonly engine: TextEngine;
  readonly codes: readonly Barcode[];
}

/** A strip beside a code in which a line is looked for, from its lower end if that is nearer to the code. */
interface Strip {
  readonly box: Box;
  readonly isUpwards: boolean;
}

const SIDES: readonly ((frame: Pick<Frame, 'height'>) => Strip)[] = [
  ({ height }) => ({
    box: { x: -ASIDE, y: height, width: 1 + 2 * ASIDE, height: REACH.below },
    isUpwards: false,
  }),
  () => ({ box: { x: -ASIDE, y: -REACH.above, width: 1 + 2 * ASIDE, height: REACH.above }, isUpwards: true }),
];

/** The line nearest to a code on one side; empty where its letters cannot be read. */
interface Line extends Box {
  readonly text: string;
}

/**
 * Whether the lines nearest to bars call them an IMEI, and none of them anything else. On a page of few short words some are
 * missed; here each line is looked at by itself, as the bars lie.
 */
export function isCalledImei(code: Barcode, page: PageOfCodes): boolean {
  const frame = frameOf(code);
  const around = SIDES.flatMap((side) => lineIn(side(frame), frame, page));
  const labels = around
    .filter((line) => hasNumber(line.text, code.text) || isFree(line, frame, page.codes))
    .map(({ text }) => (hasLetters({ text }) || A_NUMBER.test(text) ? labelIn(text) : UNKNOWN));
  const said = labels.filter(({ kind }) => kind !== 'none');
  return said.length > 0 && said.every(({ kind }) => kind === 'imei');
}

/** Whether a line has the number of a code, as far as it can be read. */
function hasNumber(text: string, digits: string): boolean {
  const read = text.replace(/\D/g, '');
  return Array.from({ length: Math.max(0, read.length - digits.length + 1) }, (_, from) =>
    read.slice(from, from + digits.length),
  ).some((part) => isNearly(part, digits));
}

/** Whether a line has no number of its own, and no other code is as near to it. */
function isFree({ text, ...line }: Line, frame: Frame, codes: readonly Barcode[]): boolean {
  if (A_NUMBER.test(text)) return false;
  const others = codes.filter((other) => other !== frame.code).map((other) => boxIn(frame, other));
  const far = gapOf(line, { x: 0, y: 0, width: 1, height: frame.height });
  return others.every((other) => gapOf(line, other) > OTHERS * far);
}

/** The line in a box that is nearest to the code; none where nothing is written. */
function lineIn({ box, isUpwards }: Strip, frame: Frame, page: PageOfCodes): readonly Line[] {
  const high = Math.round(WIDE * box.height);
  // Where bars were painted over, the end of the paint would be taken for a rule.
  const ink = inkIn(levelled(cutOut(page.picture, placeIn(frame, box), high)), high);
  const rows = isUpwards ? ink.toReversed() : ink;
  const runs = runsOf(rows.map((row) => row.filter(Boolean).length >= SPECK));
  const run = runs.find(({ from, to }) => to - from >= LINE.least * WIDE && !isOfBars(rows.slice(from, to)));
  if (run === undefined) return [];
  const height = (run.to - run.from) / WIDE;
  const y = box.y + (isUpwards ? high - run.to : run.from) / WIDE;
  const line = { ...box, y, height };
  return [{ ...line, text: height > LINE.most ? '' : textAt(placeIn(frame, line), page) }];
}

/** The text at a place: as it is read with its own shades, where it is not called an IMEI without them. */
function textAt(place: Place, { blanked, engine }: PageOfCodes): string {
  const cut = cutOut(blanked, place, READ_HEIGHT);
  const [first = '', second = ''] = [levelled(cut), cut].map((grey) =>
    engine
      .read(grey, 'line')
      .flatMap((line) => line.map(({ text }) => text))
      .join(' '),
  );
  return labelIn(second).kind === 'imei' ? second : first;
}

/** The ink of a cut-out without its margins, row by row; columns that are a border are left out. */
function inkIn({ pixels, width, height }: Grey, high: number): readonly (readonly boolean[])[] {
  const margin = (height - high) >> 1;
  const isInk = (x: number, y: number): boolean => (pixels[(margin + y) * width + x] ?? 255) < INK;
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

/** The runs of rows with ink. */
function runsOf(rows: readonly boolean[]): readonly { readonly from: number; readonly to: number }[] {
  const ends = rows.flatMap((isInked, index) => (isInked !== (rows[index - 1] ?? false) ? [index] : []));
  return ends.flatMap((from, index) =>
    index % 2 === 0 ? [{ from, to: ends[index + 1] ?? rows.length }] : [],
  );
}

/** A code as the measure of what is beside it: its width is 1, its upper left corner 0, and x runs as it is read. */
interface Frame {
  readonly code: Barcode;
  readonly start: Point;
  readonly along: Point;
  readonly down: Point;
  readonly height: number;
}

/** A reader may name the corners of bars that stand on their head from the other side. */
function frameOf(code: Barcode): Frame {
  const { topLeft, topRight, bottomLeft } = code;
  const along = { x: topRight.x - topLeft.x, y: topRight.y - topLeft.y };
  const side = { x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y };
  const isFromBelow = along.x * side.y - along.y * side.x < 0;
  return {
    code,
    start: isFromBelow ? bottomLeft : topLeft,
    along,
    down: { x: -along.y, y: along.x },
    height: Math.hypot(side.x, side.y) / Math.hypot(along.x, along.y),
  };
}

function placeIn({ start, along, down }: Frame, { x, y, width, height }: Box): Place {
  const at = (right: number, below: number): Point => ({
    x: start.x + along.x * right + down.x * below,
    y: start.y + along.y * right + down.y * below,
  });
  return { topLeft: at(x, y), topRight: at(x + width, y), bottomLeft: at(x, y + height) };
}

/** Where another code is. */
function boxIn({ start, along, down }: Frame, place: Place): Box {
  const share = (point: Point, axis: Point): number =>
    ((point.x - start.x) * axis.x + (point.y - start.y) * axis.y) / (axis.x ** 2 + axis.y ** 2);
  return boxOf(place, (point) => ({ x: share(point, along), y: share(point, down) }));
}

function gapOf(one: Box, other: Box): number {
  const across = Math.max(0, one.x - other.x - other.width, other.x - one.x - one.width);
  return Math.hypot(across, Math.max(0, one.y - other.y - other.height, other.y - one.y - one.height));
}
