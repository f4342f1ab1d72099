import { type Grey, quarterTurned, type Turn, turned } from '../../decode/grey.ts';
import { createSheets } from '../../decode/sheets.ts';
import type { TextEngine } from '../engine.ts';
import { BLACK } from '../level.ts';
import type { LineLeans } from '../skew.ts';
import { type Letters, lettersOn } from './letters.ts';
import { inOrderOfRows, isOnHead } from './ways.ts';

/** Share of the pixels at which ink begins or ends: pages full of text have some 3 %. */
const MOST_EDGES = 0.06;

/** What is laid out for reading. */
export interface Page {
  readonly grey: Grey;
  readonly small: Grey;
  /** Of the small picture. */
  readonly scale: number;
  readonly leans: LineLeans;
  /** The same for each pixel whichever way up the picture is. */
  treat(grey: Grey): Grey;
}

/** A page as it is read. */
export interface Laid {
  readonly quarter: number;
  readonly turn: Turn;
  readonly upright: Grey;
  readonly letters: Letters;
}

/**
 * A page laid one way up after the other, those first that its rows run along; some rows tell at once that it stands on its head.
 * Undefined if it has edges all over.
 */
export function* laidOut(
  page: Page,
  quarters: readonly number[],
  engine: TextEngine,
): Generator<Laid | undefined, void, undefined> {
  const [start] = quarters;
  if (start === undefined) return;
  const laidSo = createLaying(page, engine);
  const first = laidSo(start);
  if (first === undefined) return yield undefined;
  const left = [...(quarters.length > 1 ? inOrderOfRows(quarters, first.letters) : quarters)];
  const isDoubted = new Set<number>();
  for (let quarter = left.shift(); quarter !== undefined; quarter = left.shift()) {
    const laid = laidSo(quarter);
    const opposite = left.indexOf((quarter + 180) % 360);
    const isOther = opposite !== -1 && !isDoubted.has(left[opposite] ?? 0);
    if (laid !== undefined && isOther && isOnHead(laid.letters)) {
      isDoubted.add(quarter);
      left.unshift(...left.splice(opposite, 1), quarter);
    } else {
      yield laid;
    }
  }
}

/**
 * Lays a page one way up; undefined if it has edges all over. Ways up that differ by right angles show the same pixels in another
 * order, which are made ready once.
 */
function createLaying(page: Page, engine: TextEngine): (quarter: number) => Laid | undefined {
  const { small, leans, treat } = page;
  const known: Laid[] = [];
  const uprightFor = ({ degrees, scale }: Turn): Grey => {
    const like = known.find(({ turn }) => (turn.degrees - degrees) % 90 === 0);
    if (like !== undefined) return quarterTurned(like.upright, (like.turn.degrees - degrees + 360) / 90);
    return treat(laidPlain(small, { degrees, scale }));
  };
  return (quarter) => {
    const same = known.find((one) => one.quarter === quarter);
    if (same !== undefined) return same;
    const lean = quarter % 180 === 0 ? leans.level : leans.upright;
    const turn: Turn = { degrees: quarter - lean, scale: 1 };
    const upright = uprightFor(turn);
    if (isGrid(upright)) return undefined;
    const laid: Laid = { quarter, turn, upright, letters: lettersOn(upright, engine) };
    known.push(laid);
    return laid;
  };
}

/** A page as it is laid, with its own shades. */
export function laidPlain(small: Grey, turn: Turn): Grey {
  return turn.degrees === 0 ? small : turned(small, turn, createSheets());
}

/** Whether a picture has edges all over, which the engine would take for thousands of letters, and a minute. */
function isGrid({ pixels }: Grey): boolean {
  let edges = 0;
  for (let index = 1; index < pixels.length; index += 1) {
    if ((pixels[index] ?? 0) < BLACK !== (pixels[index - 1] ?? 0) < BLACK) edges += 1;
  }
  return edges > MOST_EDGES * pixels.length;
}
