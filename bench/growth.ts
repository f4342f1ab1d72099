import { join } from 'node:path';
import type { Bench, Goal, Table } from './bench.ts';
import { figure, medianOf, middleOf, rangeOf, ratio } from './figures.ts';
import { askAtOnce } from './growth/crowd.ts';
import { type LineCosts, sendAmong } from './growth/line.ts';
import { bytesOfRow, readAmong } from './growth/rows.ts';

const SIZES = {
  rows: [10_000, 100_000, 1_000_000],
  /** Rows that are really read, in each round. */
  read: 5_000,
  waiting: [10, 1_000, 10_000, 100_000],
  /** Checks sent while so many wait. */
  sent: 5_000,
  people: [1, 10, 100, 1_000],
  /** Requests in a round, for each number of people at once; but so often in any case. */
  asked: 5_000,
  fewestAtOnce: 20,
  kept: 4_000,
  rounds: 5,
};
const TINY: typeof SIZES = {
  rows: [100, 1_000],
  read: 20,
  waiting: [10, 100],
  sent: 5,
  people: [1, 10],
  asked: 20,
  fewestAtOnce: 2,
  kept: 20,
  rounds: 1,
};

interface Point {
  readonly size: number;
  /** Microseconds for one, in each round. */
  readonly perItemUs: readonly number[];
}

interface LinePoint extends Point {
  readonly costs: readonly LineCosts[];
}

const ROWS = 'Cached answer, by rows in the file';
const CROWD = 'One IMEI, asked for at once';
/** Bench 5: whether one costs the same among many. */
export const growth: Bench = {
  title: 'Growth: one among many',
  instead: (cell) =>
    `each is compared with itself where there are few. An answer from the file takes ${middleOf(cell(ROWS, 0, 1))} µs among ${cell(ROWS, 0, 0)} rows and ${middleOf(cell(ROWS, -1, 1))} µs among ${cell(ROWS, -1, 0)}; a request for one IMEI ${middleOf(cell(CROWD, 0, 1))} µs alone and ${middleOf(cell(CROWD, -1, 1))} µs among ${cell(CROWD, -1, 0)}.`,
  run: async ({ tiny, directory, progress }) => {
    const sizes = tiny ? TINY : SIZES;
    const rows: Point[] = [];
    for (const size of sizes.rows) {
      progress(`${figure(size)} rows`);
      const reading = { rows: sizes.read, rounds: sizes.rounds };
      const perItemUs = await readAmong(size, join(directory, `${size}.sqlite`), reading);
      rows.push({ size, perItemUs });
    }
    const line: LinePoint[] = [];
    for (const size of sizes.waiting) {
      progress(`${figure(size)} waiting`);
      const costs = await sendAmong(size, sizes);
      line.push({ size, perItemUs: costs.map(({ sendUs }) => sendUs), costs });
    }
    const crowd: Point[] = [];
    for (const size of sizes.people) {
      progress(`${figure(size)} at once`);
      const repeats = Math.max(Math.round(sizes.asked / size), sizes.fewestAtOnce);
      const perItemUs = await askAtOnce(size, { repeats, rounds: sizes.rounds });
      crowd.push({ size, perItemUs });
    }
    progress('memory of a row');
    const rowBytes = await bytesOfRow(join(directory, 'memory.sqlite'), sizes.kept);
    return {
      about:
        'The cost of one, by how many there are. Rows: answers read from the file, opened and read, none of them from memory; the other rows fill the file; the median of each of 5 rounds over 5,000 of them, after one that does not count, and of the rounds the least, the middle and the most. Waiting, in 5 rounds after one as well: the limiter with so many checks in its line, on simulated time: the processor’s time for each that is sent, with all who wait listening for their place, and for each that joins until it is told its place; all join in one turn of the event loop, and the longest turn until then is told. At once: so many people ask for one IMEI, which is checked once, in 5 such rounds.',
      tables: [
        growthTable(ROWS, 'rows', rows),
        lineTable(line),
        growthTable(CROWD, 'requests', crowd),
        {
          title: 'Memory of an answer that is kept at hand',
          columns: ['', 'bytes'],
          rows: [['one FULL answer', figure(rowBytes)]],
        },
      ],
      goals: [
        flat('cached answer, from the smallest file to the largest', rows),
        ...fromFile(rows),
        flat('a check sent, from the shortest line to the longest', line),
        ...joining(line),
        // One request alone pays for the whole check; the others share it.
        flat('a request among others for the same IMEI', crowd),
      ],
    };
  },
};

function growthTable(title: string, what: string, points: readonly Point[]): Table {
  return {
    title,
    columns: [what, 'µs for each', 'by the first'],
    rows: points.map(({ size, perItemUs }) => [figure(size), rangeOf(perItemUs), byFirst(perItemUs, points)]),
  };
}

function byFirst(perItemUs: readonly number[], points: readonly Point[]): string {
  return ratio(medianOf(perItemUs), medianOf(points[0]?.perItemUs ?? []));
}

function lineTable(line: readonly LinePoint[]): Table {
  return {
    title: 'Waiting line',
    columns: [
      'waiting',
      'µs for each sent',
      'by the first',
      'µs for each that joins',
      'loop stands still, ms',
      'bytes for each',
    ],
    rows: line.map(({ size, perItemUs, costs }) => [
      figure(size),
      rangeOf(perItemUs),
      byFirst(perItemUs, line),
      rangeOf(costs.map(({ joinUs }) => joinUs)),
      rangeOf(costs.map(({ blockedMs }) => blockedMs)),
      // Of few, the noise is larger than what they take.
      size < 1_000 ? '' : figure(medianOf(costs.map(({ bytes }) => bytes))),
    ]),
  };
}

const ROWS_OF_GOAL = 1_000_000;
const MOST_FROM_FILE_US = 250;

/** Whoever asks for what was paid for long ago waits for this. */
function fromFile(points: readonly Point[]): Goal[] {
  const point = points.find(({ size }) => size === ROWS_OF_GOAL);
  if (point === undefined) return [];
  return [
    {
      goal: `cached answer from the file, at most ${MOST_FROM_FILE_US} µs among ${figure(ROWS_OF_GOAL)} rows`,
      measured: `${figure(medianOf(point.perItemUs))} µs`,
      isReached: medianOf(point.perItemUs) <= MOST_FROM_FILE_US,
      why: 'One at a time, the way to the thread that reads and back is waited for. Then the row is opened, and read as it came from the service.',
    },
  ];
}

const JOINING = 10_000;
const MOST_JOINING_MS = 50;

/** As long as the event loop stands still, everybody else waits. */
function joining(line: readonly LinePoint[]): Goal[] {
  const point = line.find(({ size }) => size === JOINING);
  if (point === undefined) return [];
  const blockedMs = medianOf(point.costs.map((one) => one.blockedMs));
  return [
    {
      goal: `${figure(JOINING)} checks that join at once block the loop for at most ${MOST_JOINING_MS} ms`,
      measured: `${figure(blockedMs)} ms`,
      isReached: blockedMs <= MOST_JOINING_MS,
      why: 'Each gets a place in its person’s queue in that turn; who is far behind is told of it in turns that follow.',
    },
  ];
}

/** More is what counts: that one of many is cheaper is no fault. */
function flat(what: string, points: readonly Point[]): Goal {
  const [first] = points;
  const dearest = Math.max(...points.map(({ perItemUs }) => medianOf(perItemUs)));
  const times = dearest / medianOf(first?.perItemUs ?? []);
  return {
    goal: `${what}: at most twice the cost`,
    measured: `${times.toFixed(2)}×`,
    isReached: times <= 2,
  };
}
