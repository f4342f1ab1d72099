import type { Box } from '../lines.ts';
import { FULL, type Letters } from './letters.ts';
import { linked, usualHeight } from './rows.ts';

/** Pieces of ink: of fewer nothing can be told. */
const LEAST = 200;
/** Pieces from the middle of a page that are looked at. */
const ENOUGH = 800;
/** Heights of a letter to the next one in its word; rows are farther from each other. */
const IN_WORD = 0.6;
/** How many times as many letters have one so near on their right as have one so near below them, or the other way round. */
const SURELY = 2;
/** The share of letters that are read surely below which they are on their head. */
const ON_HEAD = 0.4;

/** The ways up that are left to be tried, in degrees, those first that the rows of letters run along. */
export function inOrderOfRows(quarters: readonly number[], letters: Letters): readonly number[] {
  const rows = rowsRun(letters);
  if (rows === undefined) return quarters;
  const isAlong = (quarter: number): boolean => quarter % 180 === (rows === 'level' ? 0 : 90);
  return [...quarters.filter(isAlong), ...quarters.filter((quarter) => !isAlong(quarter))];
}

/** Whether some rows of a page that lies this way show that its letters cannot be read so. */
export function isOnHead(letters: Letters): boolean {
  const share = letters.legibility();
  return share !== undefined && share < ON_HEAD;
}

/** How the rows of letters run, whichever way up they are: letters of a row are nearer to each other than rows are. */
function rowsRun({ pieces }: Letters): 'level' | 'upright' | undefined {
  if (pieces.length < LEAST || pieces.length > FULL.most) return undefined;
  const from = Math.max(0, (pieces.length - ENOUGH) >> 1);
  const some = pieces.slice(from, from + ENOUGH);
  const [across, down] = [nearIn(some), nearIn(some.map(onSide))];
  if (across > SURELY * down) return 'level';
  return down > SURELY * across ? 'upright' : undefined;
}

/** How many pieces have another one right on their right. */
function nearIn(pieces: readonly Box[]): number {
  const usual = usualHeight(pieces);
  return linked(pieces, usual).filter(
    ({ x, width, next }) => next !== undefined && next.x - x - width < IN_WORD * usual,
  ).length;
}

function onSide({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
