import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ClusterOutcome, type ClusterSettings, runCluster } from '../test/support/store/cluster-run.ts';
import { hasOwnRedis } from '../test/support/store/redis.ts';
import type { Bench, Goal, Table } from './bench.ts';
import { OURS } from './limiter/contenders.ts';
import { type LimiterFigures, measureLimiters, PER_WINDOW, WINDOW_MS } from './limiter/measure.ts';
import { type MinuteFigures, measureMinute } from './limiter/minute.ts';

/** The bench stands compiled beside everything else that is compiled. */
const BUILT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CLUSTER_MS = 30_000;
const PROCESSES = 3;

const LIMITERS = 'All limiters, in one run';
/** Bench 1: what each limiter keeps of the service's rule, and what it costs. */
export const limiter: Bench = {
  title: 'Limiter: at most 19 arrivals in any window, at most 4 at once',
  instead: (cell) => {
    const of = (limiter: string): string => `${cell(LIMITERS, limiter, 1)} and ${cell(LIMITERS, limiter, 7)}`;
    return `most in a window, and slots that a single check waits behind a list (95 %): Bottleneck with a reservoir ${of('Bottleneck, reservoir refresh')}, p-queue, strict, ${of('p-queue, intervalCap strict')}, BullMQ ${of("BullMQ, worker's limiter")}, this bot ${of(OURS)}. More than ${PER_WINDOW} mean that the service blocks the address.`;
  },
  run: async ({ seed, tiny, progress }) => {
    progress('all limiters side by side');
    const figures = await measureLimiters(
      tiny
        ? { windows: 1, batch: 3, singles: 1, burst: false }
        : { windows: 12, batch: 200, singles: 40, burst: true },
    );
    progress('our own at the service’s minute');
    const minutes = tiny ? 5 : 60;
    const minute = await measureMinute(minutes, seed);
    const cluster = hasOwnRedis && !tiny ? await measureCluster(seed, progress) : [];
    return {
      about: `One recording HTTP server for each limiter, answers after 40 ms, requests on their way for up to 60 ms at random; the service's minute is scaled down to ${WINDOW_MS / 1_000} s. Every limiter is set up as its users would for 19 in a window and 4 at once, and goes through three runs: 40 feeders for 12 windows, a burst of 60 near the edge of a window, and a list of 200 in which a person asks now and then. More than 19 in any window means that the service blocks the address. A wait is counted in slots of ${Math.round(WINDOW_MS / PER_WINDOW)} ms until the check leaves. At the service's own minute, this bot's limiter runs on simulated time, with the same delays.`,
      tables: [
        limiterTable(figures),
        minuteTable(minutes, minute),
        ...(cluster.length > 0 ? [clusterTable(cluster)] : []),
      ],
      goals: [...ownGoals(figures), ...minuteGoals(minute), ...clusterGoals(cluster)],
    };
  },
};

function limiterTable(figures: readonly LimiterFigures[]): Table {
  return {
    title: LIMITERS,
    columns: [
      'limiter',
      'most in a window',
      'most at once',
      'sustained, of 19',
      'first 4 of a burst, ms',
      'first 19, ms',
      'single behind a list, slots: median',
      'p95',
    ],
    rows: figures.map((one) => [
      one.name,
      String(one.mostInAWindow),
      String(one.mostAtOnce),
      percent(one.sustained),
      rounded(one.firstFewMs),
      rounded(one.firstWindowMs),
      one.singleMedianSlots.toFixed(2),
      one.singleP95Slots.toFixed(2),
    ]),
  };
}

function ownGoals(figures: readonly LimiterFigures[]): Goal[] {
  const ours = figures.find(({ name }) => name === OURS);
  if (ours === undefined) return [];
  return [
    {
      goal: 'no limit is crossed',
      measured: `${ours.mostInAWindow} in a window, ${ours.mostAtOnce} at once`,
      isReached: ours.mostInAWindow <= PER_WINDOW && ours.mostAtOnce <= 4,
    },
    {
      goal: 'at least 97 % of 19 in the scaled window, after allowing for its latency',
      measured: percent(ours.sustained / ours.reachable),
      isReached: ours.sustained / ours.reachable >= 0.97,
      why: 'A slot is held until a window after the answer: the latency and a margin of the window go off every slot.',
    },
    {
      goal: 'a single check waits at most 1.1 slots at p95 behind a list',
      measured: `${ours.singleP95Slots.toFixed(2)} slots`,
      isReached: ours.singleP95Slots <= 1.1,
      why: 'Singles that come close together use up the room that the pace of the list leaves them.',
    },
  ];
}

function minuteTable(minutes: number, { mostInAWindow, mostAtOnce, sustained }: MinuteFigures): Table {
  return {
    title: 'This bot at the service’s own minute, on simulated time',
    columns: ['', 'most in a window', 'most at once', 'sustained, of 19'],
    rows: [
      [
        `${minutes} minutes, always more to send`,
        String(mostInAWindow),
        String(mostAtOnce),
        percent(sustained),
      ],
    ],
  };
}

function minuteGoals({ mostInAWindow, mostAtOnce, sustained, reachable }: MinuteFigures): Goal[] {
  return [
    {
      goal: 'at 60 s, no limit is crossed',
      measured: `${mostInAWindow} in a window, ${mostAtOnce} at once`,
      isReached: mostInAWindow <= PER_WINDOW && mostAtOnce <= 4,
    },
    {
      goal: 'at 60 s, at least 99 % of 19, after allowing for its latency',
      measured: percent(sustained / reachable),
      isReached: sustained / reachable >= 0.99,
      why: 'Every slot is held for half a second longer than a minute, for what clocks and timers are off.',
    },
  ];
}

interface ClusterRun {
  readonly name: string;
  readonly outcome: ClusterOutcome;
}

async function measureCluster(seed: number, progress: (text: string) => void): Promise<ClusterRun[]> {
  const killing: ClusterSettings['disturb'] = async ({ elapsedMs, random, kill }) => {
    while (elapsedMs() < CLUSTER_MS - 3_000) {
      await delay(2_000 + random() * 2_000);
      await kill(Math.floor(random() * PROCESSES));
    }
  };
  const scenarios: readonly (readonly [string, Partial<ClusterSettings>])[] = [
    ['one process', { processes: 1 }],
    [`${PROCESSES} processes`, {}],
    [`${PROCESSES} processes, killed in turn`, { disturb: killing }],
  ];
  const runs: ClusterRun[] = [];
  for (const [name, scenario] of scenarios) {
    progress(`over Redis: ${name}`);
    const settings = { built: BUILT, seed, processes: PROCESSES, forMs: CLUSTER_MS, ...scenario };
    runs.push({ name, outcome: await runCluster(settings) });
  }
  return runs;
}

function clusterTable(runs: readonly ClusterRun[]): Table {
  const alone = runs[0]?.outcome.perWindow ?? Number.NaN;
  return {
    title: 'The whole bot over one Redis',
    columns: ['', 'most in a window', 'most at once', 'in a window', 'of one process', 'kills', 'unanswered'],
    rows: runs.map(({ name, outcome }) => [
      name,
      String(outcome.mostInAWindow),
      String(outcome.mostAtOnce),
      outcome.perWindow.toFixed(1),
      percent(outcome.perWindow / alone),
      String(outcome.kills),
      String(outcome.unanswered.length),
    ]),
  };
}

function clusterGoals(runs: readonly ClusterRun[]): Goal[] {
  const alone = runs[0]?.outcome.perWindow ?? Number.NaN;
  const least = [0, 0.95, 0.85];
  return runs.flatMap(({ name, outcome }, index) => [
    {
      goal: `${name} over Redis: no limit is crossed`,
      measured: `${outcome.mostInAWindow} in a window, ${outcome.mostAtOnce} at once`,
      isReached: outcome.mostInAWindow <= PER_WINDOW && outcome.mostAtOnce <= 4,
    },
    ...(index === 0
      ? []
      : [
          {
            goal: `${name} over Redis: at least ${percent(least[index] ?? 0)} of what one does`,
            measured: percent(outcome.perWindow / alone),
            isReached: outcome.perWindow / alone >= (least[index] ?? 0),
            why: 'A process that is killed leaves the slots of what it had sent until they end by themselves.',
          },
        ]),
  ]);
}

function percent(share: number): string {
  return Number.isNaN(share) ? 'too few' : `${(share * 100).toFixed(1)} %`;
}

function rounded(ms: number): string {
  return Number.isNaN(ms) ? 'never' : String(Math.round(ms));
}
