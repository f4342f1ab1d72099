import { startSandbox } from '../src/sandbox/sandbox-server.ts';
import { type Bench, figure, type Goal, medianOf, rangeOf, ratio, type Table } from './bench.ts';
import { CROWDS, type Crowd, type Platform } from './crowds.ts';
import { type Program, QUICK, startBare, startBot } from './programs.ts';

const ON_POSTGRES = 'this bot on PostgreSQL';
/** At least so many answers a second, by the store. */
const MIN_A_SECOND: Readonly<Record<string, number>> = { 'this bot': 1_200, [ON_POSTGRES]: 1_000 };
/** Two cannot be reached by a bot that stores what it accepts, seals it and formats it. */
const MAX_TIMES_BARE = 3.5;

/** What was measured of one bot: a figure for each round. */
interface Pace {
  readonly name: string;
  readonly perSecond: number[];
  /** Processor time of each answer. */
  readonly cpuMs: number[];
}

/** How many saved answers a second, and the processor time of each, compared with a bare bot. */
export const answers: Bench = {
  title: 'Saved answers: a message in, the answer out',
  run: async ({ tiny, built, directory, progress }) => {
    const sizes = tiny
      ? { warmUp: 4, rounds: 1, asked: 20 }
      : { warmUp: 3_000, rounds: 5, asked: 5_000 };
    const service = await startSandbox({ limits: 'none' });
    const place = { built, directory, service: service.url, file: QUICK };
    const url = process.env.BENCH_POSTGRES_URL;
    const bots: Readonly<Record<string, (crowd: Crowd) => Promise<Program>>> = {
      'this bot': ({ environment }) => startBot(place, environment),
      bare: async ({ environment }) => startBare(place, environment),
      ...(url && {
        [ON_POSTGRES]: ({ environment }: Crowd) => startBot({ ...place, url }, environment),
      }),
    };
    const tables: Table[] = [];
    const goals: Goal[] = [];
    for (const platform of ['Telegram', 'Discord'] as const) {
      progress(platform);
      const paces = await measure(platform, bots, sizes);
      tables.push(tableOf(platform, paces));
      goals.push(...goalsOf(platform, paces));
    }
    await service.close();
    return {
      about: `32 people ask at the same time for an IMEI with a saved answer, and each asks again when the answer is there. Each bot is a process; after ${figure(sizes.warmUp)} questions they take turns, ${sizes.rounds} rounds of ${figure(sizes.asked)} questions. Each figure is the least, the median and the most. Telegram's limits run 200 times as fast. Set BENCH_POSTGRES_URL to an empty database to measure PostgreSQL too.`,
      tables,
      goals,
    };
  },
};

async function measure(
  platform: Platform,
  bots: Readonly<Record<string, (crowd: Crowd) => Promise<Program>>>,
  sizes: { readonly warmUp: number; readonly rounds: number; readonly asked: number },
): Promise<readonly Pace[]> {
  const running = [];
  for (const [name, start] of Object.entries(bots)) {
    const crowd = await CROWDS[platform]();
    const program = await start(crowd);
    await program.during(crowd.ready);
    await program.during(crowd.ask(sizes.warmUp));
    const pace: Pace = { name, perSecond: [], cpuMs: [] };
    running.push({ crowd, program, pace });
  }
  for (let round = 0; round < sizes.rounds; round += 1)
    for (const { crowd, program, pace } of running) {
      const before = await program.used();
      const startedAt = performance.now();
      await program.during(crowd.ask(sizes.asked));
      pace.perSecond.push((sizes.asked / (performance.now() - startedAt)) * 1_000);
      pace.cpuMs.push(((await program.used()).cpuMs - before.cpuMs) / sizes.asked);
    }
  for (const { crowd, program } of running) {
    await program.end();
    await crowd.close();
  }
  return running.map(({ pace }) => pace);
}

function bareMs(paces: readonly Pace[]): number {
  return medianOf(paces.find(({ name }) => name === 'bare')?.cpuMs ?? []);
}

function tableOf(title: string, paces: readonly Pace[]): Table {
  return {
    title,
    columns: ['', 'answers a second', 'processor of each, ms', 'of bare'],
    rows: paces.map(({ name, perSecond, cpuMs }) => [
      name,
      rangeOf(perSecond),
      rangeOf(cpuMs),
      ratio(medianOf(cpuMs), bareMs(paces)),
    ]),
  };
}

function goalsOf(platform: Platform, paces: readonly Pace[]): Goal[] {
  return paces.flatMap(({ name, perSecond, cpuMs }) => {
    const least = MIN_A_SECOND[name];
    if (least === undefined) return [];
    return [
      {
        goal: `${platform}, ${name}: at least ${figure(least)} answers a second`,
        measured: figure(medianOf(perSecond)),
        isReached: medianOf(perSecond) >= least,
      },
      ...(name === 'this bot'
        ? [
            {
              goal: `${platform}: at most ${MAX_TIMES_BARE} times the processor of a bare bot for each answer`,
              measured: ratio(medianOf(cpuMs), bareMs(paces)),
              isReached: medianOf(cpuMs) <= MAX_TIMES_BARE * bareMs(paces),
            },
          ]
        : []),
    ];
  });
}
