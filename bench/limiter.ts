import type { Bench, Goal, Table } from './bench.ts';
import { OURS } from './limiter/contenders.ts';
import { type LimiterFigures, measureLimiters, PER_WINDOW, WINDOW_MS } from './limiter/measure.ts';
import { type MinuteFigures, measureMinute } from './limiter/minute.ts';

const LIMITERS = 'All limiters, in one run';
/** Bench 1: what each limiter keeps of the service's rule, and what it costs. */
export const limiter: Bench = {
  title: 'Limiter: at most 19 arrivals in any window, at most 4 at once',
  instead: (cell) => {
    const of = (limiter: string): string => `${cell(LIMITERS, limiter, 1)} and ${cell(LIMITERS, limiter, 7)}`;
    return `most in a window, and slots that a single check waits behind a list (95 %): Bottleneck with a reservoir ${of('Bottleneck, reservoir refresh')}, p-queue, strict, ${of('p-queue, intervalCap strict')}, this bot ${of(OURS)}. More than ${PER_WINDOW} mean that the service blocks the address.`;
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
    return {
      about: `One recording HTTP server for each limiter, answers after 40 ms, requests on their way for up to 60 ms at random; the service's minute is scaled down to ${WINDOW_MS / 1_000} s. Every limiter is set up as its users would for 19 in a window and 4 at once, and goes through three runs: 40 feeders for 12 windows, a burst of 60 near the edge of a window, and a list of 200 in which a person asks now and then. More than 19 in any window means that the service blocks the address. A wait is counted in slots of ${Math.round(WINDOW_MS / PER_WINDOW)} ms until the check leaves. At the service's own minute, this bot's limiter runs on simulated time, with the same delays.`,
      tables: [limiterTable(figures), minuteTable(minutes, minute)],
      goals: [...ownGoals(figures), ...minuteGoals(minute)],
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

function percent(share: number): string {
  return Number.isNaN(share) ? 'too few' : `${(share * 100).toFixed(1)} %`;
}

function rounded(ms: number): string {
  return Number.isNaN(ms) ? 'never' : String(Math.round(ms));
}
