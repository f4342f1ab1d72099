import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Goal, Table } from './bench.ts';
import { type ContenderName, type Contenders, createContenders } from './contenders.ts';
import { ANSWER, type Crowd, discordCrowd, telegramCrowd } from './crowds.ts';
import { figure, medianOf, ratio } from './figures.ts';
import type { Program } from './processes.ts';

/** What is begun at the start settles within this. */
const SETTLED_MS = 1_000;
const MEGABYTE = 2 ** 20;
const PLATFORMS = { Telegram: telegramCrowd, Discord: discordCrowd } as const;
type Platform = keyof typeof PLATFORMS;
/** Of the libraries, those that only some starts need. */
const HEAVY = [
  ...['discord.js', 'grammy', 'prom-client', 'hono', 'pino-pretty', 'papaparse', 'image-size'],
  ...['vega', 'zxing-wasm', 'read-excel-file', 'write-excel-file'],
] as const;

/** Bench 6: from the launch to the first answer, and what the process weighs. */
export const start: Bench = {
  title: 'Start: from the launch to ready, and memory',
  run: async ({ tiny, built, directory, progress }) => {
    const times = tiny ? 1 : 5;
    const contenders = await createContenders(built, directory);
    const starts: Start[] = [];
    for (const platforms of [['Telegram', 'Discord'], ['Telegram'], ['Discord'], []] as Platform[][]) {
      progress(platforms.join(' and ') || 'console');
      starts.push(...(await measureStarts(contenders, platforms, times)));
    }
    progress('memory');
    const memory: Memory[] = [];
    for (const name of ['this bot', 'bare'] as const)
      memory.push(await measureMemory(contenders, name, tiny ? 20 : 10_000));
    await contenders.close();
    return {
      about: `From the launch of the process until the platforms have been asked for updates and told who is there, or until the console has answered one line; medians of ${times} launches, this bot and the bare one of the same libraries by turns, each launch of this bot on a new store. The last column names what is loaded of ${HEAVY.join(', ')}. Memory is that of one process which serves both platforms; the heap is told after a collection.`,
      tables: [startTable(starts), memoryTable(memory)],
      goals: [...ratioGoals(starts), unusedGoal(starts), growthGoal(memory)],
    };
  },
};

interface Start {
  readonly platforms: readonly Platform[];
  readonly name: ContenderName;
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly residentBytes: number;
  /** Of the heavy ones. */
  readonly loaded: readonly string[];
}

async function measureStarts(
  contenders: Contenders,
  platforms: readonly Platform[],
  times: number,
): Promise<Start[]> {
  // Without a platform there is nothing that a bare bot would do.
  const names: readonly ContenderName[] = platforms.length === 0 ? ['this bot'] : ['this bot', 'bare'];
  const starts: Start[] = [];
  for (let time = 0; time < times; time += 1)
    for (const name of names) starts.push(await startOnce(contenders, name, platforms));
  return names.map((name) => medianStart(starts.filter((one) => one.name === name)));
}

async function startOnce(
  contenders: Contenders,
  name: ContenderName,
  platforms: readonly Platform[],
): Promise<Start> {
  return withProgram(contenders, name, platforms, async (program, crowds) => {
    if (platforms.length === 0) await program.say('490154203237518', new RegExp(ANSWER));
    else await program.during(Promise.all(crowds.map(({ ready }) => ready)));
    const readyMs = performance.now() - program.launchedAt;
    await program.during(delay(SETTLED_MS));
    const { cpuMs, residentBytes } = await program.used();
    const { scripts } = await program.held();
    const loaded = HEAVY.filter((one) => scripts.some((url) => url.includes(`/node_modules/${one}/`)));
    return { platforms, name, readyMs, cpuMs, residentBytes, loaded };
  });
}

/** The start in the middle, by each of its figures; what is loaded is the same in all. */
function medianStart(starts: readonly Start[]): Start {
  const [first] = starts;
  if (first === undefined) throw new Error('nothing was started');
  const median = (of: 'readyMs' | 'cpuMs' | 'residentBytes'): number =>
    medianOf(starts.map((one) => one[of]));
  return {
    ...first,
    readyMs: median('readyMs'),
    cpuMs: median('cpuMs'),
    residentBytes: median('residentBytes'),
  };
}

interface Memory {
  readonly name: ContenderName;
  /** At rest, after half of the requests, after all of them. */
  readonly residentBytes: readonly number[];
  readonly heapBytes: readonly number[];
}

function measureMemory(contenders: Contenders, name: ContenderName, requests: number): Promise<Memory> {
  return withProgram(contenders, name, ['Telegram', 'Discord'], async (program, crowds) => {
    await program.during(Promise.all(crowds.map(({ ready }) => ready)));
    await program.during(delay(SETTLED_MS));
    const residentBytes: number[] = [];
    const heapBytes: number[] = [];
    const note = async (): Promise<void> => {
      residentBytes.push((await program.used()).residentBytes);
      heapBytes.push((await program.held()).heapBytes);
    };
    await note();
    for (const _half of [1, 2]) {
      await program.during(Promise.all(crowds.map((crowd) => crowd.ask(requests / 2 / crowds.length))));
      await note();
    }
    return { name, residentBytes, heapBytes };
  });
}

async function withProgram<T>(
  contenders: Contenders,
  name: ContenderName,
  platforms: readonly Platform[],
  work: (program: Program, crowds: readonly Crowd[]) => Promise<T>,
): Promise<T> {
  const crowds = await Promise.all(platforms.map((platform) => PLATFORMS[platform]()));
  const program = contenders.start(name, Object.assign({}, ...crowds.map(({ environment }) => environment)));
  try {
    return await work(program, crowds);
  } finally {
    await program.end();
    for (const crowd of crowds) await crowd.close();
  }
}

function startTable(starts: readonly Start[]): Table {
  return {
    title: 'Start',
    columns: ['', 'ms to ready', 'bare', 'processor, ms', 'resident, MB', 'bare', 'loaded'],
    rows: starts.map((one) => {
      const bare = bareOf(starts, one);
      return [
        `${one.platforms.join(' and ') || 'console'}, ${one.name}`,
        figure(one.readyMs),
        bare === undefined ? '' : ratio(one.readyMs, bare.readyMs),
        figure(one.cpuMs),
        figure(one.residentBytes / MEGABYTE),
        bare === undefined ? '' : ratio(one.residentBytes, bare.residentBytes),
        one.loaded.join(', ') || 'none',
      ];
    }),
  };
}

/** The bare bot on the same platforms; with none of them, the one that serves both. */
function bareOf(starts: readonly Start[], { platforms }: Pick<Start, 'platforms'>): Start | undefined {
  const wanted = platforms.length === 0 ? 'Telegram,Discord' : platforms.join();
  return starts.find(({ name, platforms: served }) => name === 'bare' && served.join() === wanted);
}

function memoryTable(memory: readonly Memory[]): Table {
  const columns = ['', 'at rest', 'after half', 'after all'];
  return {
    title: 'Memory with requests, MB',
    columns,
    rows: memory.flatMap(({ name, residentBytes, heapBytes }) => [
      [`${name}, resident`, ...residentBytes.map((bytes) => figure(bytes / MEGABYTE))],
      [`${name}, heap`, ...heapBytes.map((bytes) => figure(bytes / MEGABYTE))],
    ]),
  };
}

const MOST_TIMES = 1.25;

function ratioGoals(starts: readonly Start[]): Goal[] {
  const [ours] = starts;
  const bare = ours && bareOf(starts, ours);
  if (ours === undefined || bare === undefined) return [];
  return [
    {
      goal: 'with both platforms, ready in 1.25 times the time of a bare discord.js and grammY process',
      measured: ratio(ours.readyMs, bare.readyMs),
      isReached: ours.readyMs <= MOST_TIMES * bare.readyMs,
      why: 'Beside the same two libraries, a start loads those for the store, settings and log, opens the database, and looks at the journal before it takes anything new.',
    },
    {
      goal: 'with both platforms, 1.25 times its resident memory',
      measured: ratio(ours.residentBytes, bare.residentBytes),
      isReached: ours.residentBytes <= MOST_TIMES * bare.residentBytes,
      why: 'The libraries for the store, settings and log come on top, and ten catalogues of words.',
    },
  ];
}

function unusedGoal(starts: readonly Start[]): Goal {
  const needed: ReadonlySet<string> = new Set(['discord.js', 'grammy']);
  const wrong = starts.flatMap(({ name, platforms, loaded }) =>
    loaded
      .filter((library) => {
        const platform: Platform = library === 'grammy' ? 'Telegram' : 'Discord';
        return name === 'this bot' && !(needed.has(library) && platforms.includes(platform));
      })
      .map((library) => `${library} with ${platforms.join(' and ') || 'the console'}`),
  );
  return {
    goal: 'what is not used is not loaded: no library of another platform, none for files, pictures, HTTP, metrics and terminals',
    measured: wrong.length === 0 ? 'nothing of these' : wrong.join(', '),
    isReached: wrong.length === 0,
  };
}

/** What caches that have not yet had all their rows may still take. */
const GROWTH_BYTES = 2 * MEGABYTE;

function growthGoal(memory: readonly Memory[]): Goal {
  const ours = memory.find(({ name }) => name === 'this bot');
  const [, half = Number.NaN, all = Number.NaN] = ours?.heapBytes ?? [];
  return {
    goal: 'the heap no larger after all requests than after half of them, but for 2 MB',
    measured: `${figure(Math.max(0, all - half) / MEGABYTE)} MB`,
    isReached: all - half <= GROWTH_BYTES,
    why: 'Some memories are not full yet by then, such as that of the last 10,000 messages in Telegram, in which an edit is noticed.',
  };
}
