import { setTimeout as delay } from 'node:timers/promises';
import { hasOwnRedis } from '../test/support/store/redis.ts';
import type { Bench, Goal } from './bench.ts';
import { figure, ratio } from './figures.ts';
import { LIMITS, startCluster } from './redis/cluster.ts';

const SIZES = {
  processes: [1, 3, 10, 30],
  /** After the start, until those who elect and list have done so. */
  settleMs: 5_000,
  idleMs: 10_000,
  loadMs: 15_000,
  kill: true,
};
const TINY: typeof SIZES = { processes: [2], settleMs: 100, idleMs: 3_500, loadMs: 3_000, kill: false };

/** At least so much of what one process sends. */
const LEAST_SHARE = 0.95;
/** docs/deploy.md: within a minute. */
const MOST_AFTER_KILL_S = 60;
const MOST_AFTER_END_S = 10;

interface Measured {
  readonly processes: number;
  readonly idlePerSecond: number;
  readonly perWindow: number;
  readonly mostInAWindow: number;
  /** Seconds until the others have answered; undefined where there is nobody else, or none was ended this way. */
  readonly afterKill: number | undefined;
  readonly afterEnd: number | undefined;
}

const ON_ONE = 'On one Redis';
/** Bench 10: many processes on one Redis. */
export const redis: Bench = {
  title: 'Redis: processes that share one',
  instead: (cell) =>
    `one process sends ${cell(ON_ONE, 0, 3)} in a window, ${cell(ON_ONE, -1, 0)} that share its Redis ${cell(ON_ONE, -1, 3)}.`,
  run: async ({ seed, tiny, built, progress }) => {
    const sizes = tiny ? TINY : SIZES;
    const all: Measured[] = [];
    for (const processes of hasOwnRedis ? sizes.processes : []) {
      progress(`${processes} processes`);
      all.push(await measure(processes, { built, seed, sizes }));
    }
    return {
      about: `Whole bots, each a process of its own, on one redis-server that syncs every write, all on this machine; the service’s minute is ${LIMITS.windowMs / 1_000} s here, and what membership takes is not shortened: a process that is silent for 15 s is gone. Idle: commands that Redis is sent in a second, ${sizes.idleMs / 1_000} s long. Under load: each process always has 4 requests open, and what reaches the service in a window is counted, ${sizes.loadMs / 1_000} s long. Then a process that has accepted 3 requests which it cannot send yet, since another has used up the window, is killed, and one more is told to end (SIGTERM); counted is the time until the others have answered all three, the wait for a window included. With 30 processes two cores are what is measured, so that times with them are the longest they can be.`,
      tables: [
        {
          title: ON_ONE,
          columns: [
            ...[
              'processes',
              'idle commands a second',
              'of each',
              'sent in a window, of 19',
              'of one process',
            ],
            ...['most in a window', 's after kill -9', 's after SIGTERM'],
          ],
          rows: all.map((one) => [
            figure(one.processes),
            figure(one.idlePerSecond),
            figure(one.idlePerSecond / one.processes),
            one.perWindow.toFixed(1),
            ratio(one.perWindow, all[0]?.perWindow || 1),
            String(one.mostInAWindow),
            seconds(one.afterKill),
            seconds(one.afterEnd),
          ]),
        },
      ],
      goals: all.flatMap((one) => goalsOf(one, all[0]?.perWindow || 1)),
    };
  },
};

async function measure(
  processes: number,
  { built, seed, sizes }: { readonly built: string; readonly seed: number; readonly sizes: typeof SIZES },
): Promise<Measured> {
  const cluster = await startCluster(built, processes, seed);
  try {
    await delay(sizes.settleMs);
    const idlePerSecond = await cluster.idle(sizes.idleMs);
    const perWindow = await cluster.load(sizes.loadMs);
    const afterKill = processes > 2 && sizes.kill ? (await cluster.end('SIGKILL')) / 1_000 : undefined;
    const afterEnd = processes > 1 ? (await cluster.end('SIGTERM')) / 1_000 : undefined;
    const mostInAWindow = cluster.mostInAWindow();
    return { processes, idlePerSecond, perWindow, mostInAWindow, afterKill, afterEnd };
  } finally {
    await cluster.close();
  }
}

function goalsOf(one: Measured, ofOne: number): Goal[] {
  const name = one.processes === 1 ? 'one process' : `${one.processes} processes`;
  const within = (what: string, took: number | undefined, most: number): Goal[] =>
    took === undefined
      ? []
      : [
          {
            goal: `of ${name}, one that ${what}: the others answer what it had accepted within ${most} s`,
            measured: `${figure(took)} s`,
            isReached: took <= most,
          },
        ];
  return [
    {
      goal: `${name} on one Redis: no limit is crossed`,
      measured: `${one.mostInAWindow} in a window`,
      isReached: one.mostInAWindow <= LIMITS.perWindow,
    },
    ...(one.processes === 1
      ? []
      : [
          {
            goal: `${name} on one Redis: at least ${LEAST_SHARE * 100} % of what one sends`,
            measured: `${((one.perWindow / ofOne) * 100).toFixed(0)} %`,
            isReached: one.perWindow >= LEAST_SHARE * ofOne,
            why: 'On two cores so many processes wait for the processor as well.',
          },
        ]),
    ...within('is killed', one.afterKill, MOST_AFTER_KILL_S),
    ...within('is told to end', one.afterEnd, MOST_AFTER_END_S),
  ];
}

function seconds(took: number | undefined): string {
  return took === undefined ? '' : figure(took);
}
