import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '../src/sandbox/sandbox-server.ts';
import { type Bench, figure, type Goal, medianOf, rangeOf, ratio } from './bench.ts';
import { CROWDS, type Crowd, type Platform } from './crowds.ts';
import {
  ANSWER,
  knownImei,
  newStore,
  type Program,
  QUICK,
  RELEASED,
  startBare,
  startBot,
} from './programs.ts';

const LAUNCHES = 5;
/** What is begun at the start settles within this time. */
const SETTLED_MS = 1_000;
/** The first start registers the commands, in many calls. */
const REGISTERED_MS = 5_000;
const REQUESTS = 50_000;
/** The engine gives memory back a while after a collection. */
const REST_MS = 3_000;
const MEGABYTE = 2 ** 20;

/** What people run, and the most times the bare bot's start that we want. */
const CASES: readonly { readonly platforms: readonly Platform[]; readonly mostTimes: number }[] = [
  { platforms: ['Telegram', 'Discord'], mostTimes: 1.25 },
  { platforms: ['Telegram'], mostTimes: 3 },
  { platforms: ['Discord'], mostTimes: 1.25 },
];
const MAX_TIMES_MEMORY = 1.15;
const MAX_MB = 220;

/** From the launch to ready, and memory. */
export const start: Bench = {
  title: 'Start: from the launch to ready, and memory',
  run: async ({ tiny, built, directory, progress }) => {
    const service = await startSandbox({ limits: 'none' });
    const place = { built, directory, service: service.url };
    const url = await newStore(place);
    const bots = {
      'this bot': (environment: Environment) =>
        startBot({ ...place, file: RELEASED, url }, environment),
      bare: async (environment: Environment) => startBare(place, environment),
    };
    const times = tiny ? 1 : LAUNCHES;
    const starts: Start[] = [];
    for (const { platforms } of CASES) {
      progress(platforms.join(' and '));
      starts.push(...(await measure(platforms, bots, times)));
    }
    progress('console');
    starts.push(...(await measure([], { 'this bot': bots['this bot'] }, times)));
    progress('memory');
    const requests = tiny ? 10 : REQUESTS;
    const program = (environment: Environment) => startBot({ ...place, file: QUICK }, environment);
    const memory = await memoryAfter(program, requests, tiny ? 0 : REST_MS);
    await service.close();
    return {
      about: `From the launch until each platform has a connection, or until the console has answered one number; ${times} launches of each by turns after one that does not count, because it leaves compiled code where Node.js keeps it, and registers the commands. Each figure is the least, the median and the most. Memory at rest is that of a start. Memory with requests is that of one process on both platforms after ${figure(requests)} saved answers on each, a while after a garbage collection.`,
      tables: [
        {
          title: 'Start',
          columns: ['', 'ms to ready', 'processor, ms', 'resident, MB'],
          rows: starts.map(({ where, name, readyMs, cpuMs, residentBytes }) => [
            `${where}, ${name}`,
            ...[readyMs, cpuMs, residentBytes.map((bytes) => bytes / MEGABYTE)].map(rangeOf),
          ]),
        },
      ],
      goals: [
        ...CASES.flatMap((one) => goalsOf(one, starts)),
        {
          goal: `after ${figure(2 * REQUESTS)} requests, at most ${MAX_MB} MB of resident memory`,
          measured: `${figure(memory / MEGABYTE)} MB`,
          isReached: memory <= MAX_MB * MEGABYTE,
        },
      ],
    };
  },
};

type Environment = Readonly<Record<string, string>>;
type Launch = (environment: Environment) => Promise<Program>;

/** Figures for each launch. */
interface Start {
  readonly where: string;
  readonly name: string;
  readonly readyMs: number[];
  readonly cpuMs: number[];
  readonly residentBytes: number[];
}

async function measure(
  platforms: readonly Platform[],
  bots: Readonly<Record<string, Launch>>,
  times: number,
): Promise<readonly Start[]> {
  const where = platforms.join(' and ') || 'console';
  const starts = Object.entries(bots).map(([name, launch]) => {
    const start: Start = { where, name, readyMs: [], cpuMs: [], residentBytes: [] };
    return { start, launch };
  });
  for (let time = 0; time <= times; time += 1)
    for (const { start, launch } of starts)
      await withProgram(platforms, launch, async (program) => {
        if (platforms.length === 0) await program.say(knownImei(323_751), new RegExp(ANSWER));
        const readyMs = performance.now() - program.launchedAt;
        await program.during(delay(time === 0 ? REGISTERED_MS : SETTLED_MS));
        const { cpuMs, residentBytes } = await program.used();
        if (time === 0) return;
        start.readyMs.push(readyMs);
        start.cpuMs.push(cpuMs);
        start.residentBytes.push(residentBytes);
      });
  return starts.map(({ start }) => start);
}

/** Resident memory in bytes after so many requests on each platform. */
function memoryAfter(launch: Launch, requests: number, restMs: number): Promise<number> {
  return withProgram(['Telegram', 'Discord'], launch, async (program, crowds) => {
    await program.during(Promise.all(crowds.map((crowd) => crowd.ask(requests))));
    await program.used('collect');
    await program.during(delay(restMs));
    return (await program.used()).residentBytes;
  });
}

/** Launches a bot for these platforms and waits until it is connected. */
async function withProgram<T>(
  platforms: readonly Platform[],
  launch: Launch,
  work: (program: Program, crowds: readonly Crowd[]) => Promise<T>,
): Promise<T> {
  const crowds = await Promise.all(platforms.map((platform) => CROWDS[platform]()));
  const program = await launch(Object.assign({}, ...crowds.map(({ environment }) => environment)));
  try {
    await program.during(Promise.all(crowds.map(({ ready }) => ready)));
    return await work(program, crowds);
  } finally {
    await program.end();
    for (const crowd of crowds) await crowd.close();
  }
}

function goalsOf(
  { platforms, mostTimes }: (typeof CASES)[number],
  starts: readonly Start[],
): Goal[] {
  const where = platforms.join(' and ');
  const [ours, bare] = ['this bot', 'bare'].map((name) =>
    starts.find((start) => start.name === name && start.where === where),
  );
  if (ours === undefined || bare === undefined) return [];
  const goal = (what: string, of: 'readyMs' | 'residentBytes', most: number): Goal => ({
    goal: `${where}: ${what} at most ${most} times that of a bare bot`,
    measured: ratio(medianOf(ours[of]), medianOf(bare[of])),
    isReached: medianOf(ours[of]) <= most * medianOf(bare[of]),
  });
  return [
    goal('time to ready', 'readyMs', mostTimes),
    goal('memory at rest', 'residentBytes', MAX_TIMES_MEMORY),
  ];
}
