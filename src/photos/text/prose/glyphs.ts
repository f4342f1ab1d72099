import type { Grey } from '../../decode/grey.ts';
import { BLACK } from '../level.ts';
import type { Box } from '../lines.ts';

/** Places of a run of ink in its table: where it begins, ends before, its row, and a run of the same piece. */
const FIELDS = 4;
const [BEGIN, END, ROW, SAME] = [0, 1, 2, 3] as const;
/** Runs that the table has room for at first. */
const FIRST_RUNS = 65_536;

/** The pieces of ink on a levelled page, a box around each: most letters and digits are one piece. */
export function glyphsOf({ pixels, width, height }: Grey): readonly Box[] {
  const runs = createRuns();
  let above = 0;
  for (let y = 0; y < height; y += 1) {
    const first = runs.count();
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 0) >= BLACK) continue;
      const begin = x;
      while (x < width && (pixels[y * width + x] ?? 0) < BLACK) x += 1;
      runs.add(begin, x, y);
    }
    joinRows(runs, above, first);
    above = first;
  }
  return boxesOf(runs);
}

type Runs = ReturnType<typeof createRuns>;

/** Runs of ink in a table that grows: an object for each would take longer than all else. */
function createRuns() {
  let table = new Int32Array(FIELDS * FIRST_RUNS);
  let count = 0;
  const at = (run: number, field: number): number => table[FIELDS * run + field] ?? 0;
  /** The run that stands for the piece. */
  const rootOf = (run: number): number => {
    let root = run;
    while (at(root, SAME) !== root) {
      table[FIELDS * root + SAME] = at(at(root, SAME), SAME);
      root = at(root, SAME);
    }
    return root;
  };
  return {
    count: () => count,
    at,
    rootOf,
    add: (begin: number, end: number, row: number) => {
      if (FIELDS * (count + 1) > table.length) {
        const larger = new Int32Array(2 * table.length);
        larger.set(table);
        table = larger;
      }
      table.set([begin, end, row, count], FIELDS * count);
      count += 1;
    },
    join: (one: number, other: number) => {
      const [low, high] = [rootOf(one), rootOf(other)].sort((left, right) => left - right);
      table[FIELDS * (high ?? 0) + SAME] = low ?? 0;
    },
  };
}

/** Joins the runs of a row with those of the row above that they touch, also by a corner. */
function joinRows(runs: Runs, above: number, first: number): void {
  let upper = above;
  for (let run = first; run < runs.count(); run += 1) {
    while (upper < first && runs.at(upper, END) < runs.at(run, BEGIN)) upper += 1;
    for (let one = upper; one < first && runs.at(one, BEGIN) <= runs.at(run, END); one += 1) {
      const isNext = runs.at(one, ROW) === runs.at(run, ROW) - 1;
      if (isNext) runs.join(one, run);
    }
  }
}

function boxesOf(runs: Runs): readonly Box[] {
  const boxes = new Map<number, { x: number; y: number; right: number; lower: number }>();
  for (let run = 0; run < runs.count(); run += 1) {
    const root = runs.rootOf(run);
    const [begin, end, row] = [runs.at(run, BEGIN), runs.at(run, END), runs.at(run, ROW)];
    const box = boxes.get(root);
    if (box === undefined) {
      boxes.set(root, { x: begin, y: row, right: end, lower: row + 1 });
    } else {
      box.x = Math.min(box.x, begin);
      box.right = Math.max(box.right, end);
      box.lower = Math.max(box.lower, row + 1);
    }
  }
  return [...boxes.values()].map(({ x, y, right, lower }) => ({ x, y, width: right - x, height: lower - y }));
}
