import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bench, Goal, Table } from './bench.ts';
import { type ContenderName, type Contenders, createContenders, QUICK_BOT } from './contenders.ts';
import { ANSWER, type Crowd, discordCrowd, telegramCrowd } from './crowds.ts';
import { figure, medianOf, middleOf, rangeOf, ratio } from './figures.ts';
import type { Program } from './processes.ts';

/**
 * How often each is launched; what is begun at the start settles within `settledMs`. Of the contenders, so many first are launched once
 * before that, uncounted: they leave behind what they have compiled, which only figures need of all.
 */
const LAUNCHES = { uncounted: 3, times: 5, settledMs: 1_000 };
const TINY_LAUNCHES: typeof LAUNCHES = { uncounted: 1, times: 1, settledMs: 50 };
const MEGABYTE = 2 ** 20;
/** How many are asked before memory is measured, by platform, how many more then, and how long it has to be given back. */
const CROWD = {
  first: { Telegram: 20_000, Discord: 20_000 },
  more: { Telegram: 30_000, Discord: 30_000 },
  restMs: 3_000,
};
const TINY_CROWD: typeof CROWD = {
  first: { Telegram: 10, Discord: 10 },
  more: { Telegram: 10, Discord: 10 },
  restMs: 0,
};
const PLATFORMS = { Telegram: telegramCrowd, Discord: discordCrowd } as const;
type Platform = keyof typeof PLATFORMS;
/** What a start cannot do without, opened as simply as it can be: what this bot takes more is its own. */
const FLOOR: ContenderName = 'bare with a store';
/** Of the libraries, those that only some starts need. */
const HEAVY = [
  ...['discord.js', 'grammy', 'prom-client', 'hono', 'pino-pretty'],
  ...['vega', 'zxing-wasm', '@e965/xlsx', 'papaparse'],
] as const;
/** Loaded by an `import` of `node:http` since Node.js 22.5, and by who uses it. */
const NODES_FETCH = { name: 'Node’s fetch', script: 'node:internal/deps/undici/undici' };

/** Bench 6: from the launch to the first answer, and what the process weighs. */
export const start: Bench = {
  title: 'Start: from the launch to ready, and memory',
  instead: (cell) =>
    Object.keys(PLATFORMS)
      .map((platform) => {
        const of = (name: ContenderName): string =>
          `${middleOf(cell('Start', `${platform}, ${name}`, 1))} ms and ${cell('Start', `${platform}, ${name}`, 4)} MB`;
        return `with ${platform}, a bare bot takes ${of('bare')}, with the libraries that this bot cannot do without ${of(FLOOR)}, this bot ${of('this bot')}`;
      })
      .join('; ')
      .concat('.'),
  run: async ({ tiny, built, directory, progress }) => {
    const launches = tiny ? TINY_LAUNCHES : LAUNCHES;
    progress('the bundle');
    const program = await bundle(built);
    const contenders = await createContenders({ built, directory, program });
    const starts: Start[] = [];
    for (const platforms of [['Telegram', 'Discord'], ['Telegram'], ['Discord'], []] as Platform[][]) {
      progress(platforms.join(' and ') || 'console');
      starts.push(...(await measureStarts(contenders, platforms, launches)));
    }
    progress('memory');
    await contenders.close();
    const crowded = await createContenders({ built, directory, program: QUICK_BOT });
    const memory: Memory[] = [];
    for (const name of ['this bot', 'bare'] as const)
      memory.push(await measureMemory(crowded, name, tiny ? TINY_CROWD : CROWD));
    await crowded.close();
    return {
      about: `From the launch of the process until the platforms have been asked for updates and told who is there, or until the console has answered one line; medians of ${launches.times} launches, this bot and the bare one of the same libraries by turns, each launch of this bot on a store in which nothing was ever sent. The floor stands beside them: bare with a store is the same bare bot that loads keyv, @keyv/sqlite, sqlite3, bottleneck, zod, pino, intl-messageformat and lru-cache as well, writes one row into an empty file and one line into the log before it serves. This bot is the bundle, as the image and the package have it; each has what an uncounted start of it has compiled, where Node.js keeps that (since 22.8). The least, the middle and the most of the time to ready are told, and of all else the middle. The last column names what is loaded of ${HEAVY.join(', ')} and ${NODES_FETCH.name}. Memory with requests is that of one process which serves both platforms, file by file and with Telegram’s second shortened as in the bench of the adapters: at rest; after ${figure(sumOf(CROWD.first))} requests; and after ${figure(sumOf(CROWD.more))} more. Of the first ones ${figure(CROWD.first.Telegram)} are messages in Telegram, so that the memory of the last 10,000 of them is full, in which an edit is noticed: what grows after that grows without a bound. The heap is told after a collection; the resident memory as the process has it in that moment, garbage included, and once more ${figure(CROWD.restMs / 1_000)} s after the collection, since the engine gives back what it has freed only then. All ask for one IMEI: what an answer takes that is kept at hand is told under growth.`,
      tables: [startTable(starts), memoryTable(memory)],
      chart: {
        file: 'start.svg',
        title: 'From the launch to ready, ms',
        bars: starts.map((one) => ({
          name: `${one.platforms.join(' and ') || 'console'}, ${one.name}`,
          value: one.readyMs,
          isMarked: one.name === 'this bot',
        })),
      },
      goals: [...ratioGoals(starts), unusedGoal(starts), ...growthGoals(memory)],
    };
  },
};

interface Start {
  readonly platforms: readonly Platform[];
  readonly name: ContenderName;
  readonly readyMs: number;
  /** Of all launches. */
  readonly allReadyMs: readonly number[];
  readonly cpuMs: number;
  readonly residentBytes: number;
  /** Of the heavy ones. */
  readonly loaded: readonly string[];
}

async function measureStarts(
  contenders: Contenders,
  platforms: readonly Platform[],
  { uncounted, times, settledMs }: typeof LAUNCHES,
): Promise<Start[]> {
  // Without a platform there is nothing that a bare bot would do.
  const names: readonly ContenderName[] = platforms.length === 0 ? ['this bot'] : ['this bot', 'bare', FLOOR];
  const starts: Start[] = [];
  for (const name of names.slice(0, uncounted))
    await startOnce(contenders, { name, platforms, settledMs, isLast: true });
  for (let time = 0; time < times; time += 1)
    for (const name of names) starts.push(await startOnce(contenders, { name, platforms, settledMs }));
  return names.map((name) => medianStart(starts.filter((one) => one.name === name)));
}

async function startOnce(
  contenders: Contenders,
  {
    name,
    platforms,
    settledMs,
    isLast = false,
  }: {
    readonly name: ContenderName;
    readonly platforms: readonly Platform[];
    readonly settledMs: number;
    readonly isLast?: boolean;
  },
): Promise<Start> {
  return withProgram(contenders, name, platforms, async (program, crowds) => {
    if (platforms.length === 0) await program.say('490154203237518', new RegExp(ANSWER));
    else await program.during(Promise.all(crowds.map(({ ready }) => ready)));
    const readyMs = performance.now() - program.launchedAt;
    await program.during(delay(settledMs));
    const { cpuMs, residentBytes } = await program.used();
    const { scripts } = await program.held();
    const loaded = loadedOf(scripts);
    if (isLast) await program.leave();
    return { platforms, name, readyMs, allReadyMs: [readyMs], cpuMs, residentBytes, loaded };
  });
}

/** What of the heavy ones is among the scripts of a process. */
function loadedOf(scripts: readonly string[]): string[] {
  const libraries: string[] = HEAVY.filter((one) =>
    scripts.some((url) => url.includes(`/node_modules/${one}/`)),
  );
  return scripts.includes(NODES_FETCH.script) ? [...libraries, NODES_FETCH.name] : libraries;
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
    allReadyMs: starts.map(({ readyMs }) => readyMs),
    cpuMs: median('cpuMs'),
    residentBytes: median('residentBytes'),
  };
}

interface Memory {
  readonly name: ContenderName;
  /** At rest, after the first requests, after more of them. */
  readonly moments: readonly Moment[];
}

interface Moment {
  readonly residentBytes: number;
  /** A while after a collection. */
  readonly settledBytes: number;
  readonly heapBytes: number;
}

function measureMemory(
  contenders: Contenders,
  name: ContenderName,
  { first, more, restMs }: typeof CROWD,
): Promise<Memory> {
  const platforms: readonly Platform[] = ['Telegram', 'Discord'];
  return withProgram(contenders, name, platforms, async (program, crowds) => {
    await program.during(Promise.all(crowds.map(({ ready }) => ready)));
    await program.during(delay(LAUNCHES.settledMs));
    const note = async (): Promise<Moment> => {
      const { residentBytes } = await program.used();
      const { heapBytes } = await program.held();
      await program.during(delay(restMs));
      return { residentBytes, heapBytes, settledBytes: (await program.used()).residentBytes };
    };
    const ask = (counts: Readonly<Record<Platform, number>>): Promise<unknown> =>
      program.during(Promise.all(platforms.map((platform, index) => crowds[index]?.ask(counts[platform]))));
    const atRest = await note();
    await ask(first);
    const warm = await note();
    await ask(more);
    return { name, moments: [atRest, warm, await note()] };
  });
}

function sumOf(counts: Readonly<Record<Platform, number>>): number {
  return counts.Telegram + counts.Discord;
}

async function withProgram<T>(
  contenders: Contenders,
  name: ContenderName,
  platforms: readonly Platform[],
  work: (program: Program, crowds: readonly Crowd[]) => Promise<T>,
): Promise<T> {
  const crowds = await Promise.all(platforms.map((platform) => PLATFORMS[platform]()));
  const environment = Object.assign({}, ...crowds.map(({ environment }) => environment));
  const program = await contenders.start(name, environment);
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
        rangeOf(one.allReadyMs),
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
function bareOf(
  starts: readonly Start[],
  { platforms }: Pick<Start, 'platforms'>,
  bare: ContenderName = 'bare',
): Start | undefined {
  const wanted = platforms.length === 0 ? 'Telegram,Discord' : platforms.join();
  return starts.find(({ name, platforms: served }) => name === bare && served.join() === wanted);
}

function memoryTable(memory: readonly Memory[]): Table {
  const row = (what: string, bytes: readonly number[]): string[] => [
    what,
    ...bytes.map((each) => figure(each / MEGABYTE)),
  ];
  return {
    title: 'Memory with requests, MB',
    columns: ['', 'at rest', 'after the first', 'after more'],
    rows: memory.flatMap(({ name, moments }) => [
      row(
        `${name}, resident`,
        moments.map(({ residentBytes }) => residentBytes),
      ),
      row(
        `${name}, resident after a collection`,
        moments.map(({ settledBytes }) => settledBytes),
      ),
      row(
        `${name}, heap`,
        moments.map(({ heapBytes }) => heapBytes),
      ),
    ]),
  };
}

const MOST_TIMES = { ready: 1.25, resident: 1.2 };

function ratioGoals(starts: readonly Start[]): Goal[] {
  return starts.flatMap((ours) => {
    const [bare, floor] = [bareOf(starts, ours), bareOf(starts, ours, FLOOR)];
    if (ours.name !== 'this bot' || bare === undefined || floor === undefined) return [];
    const [where, of] =
      ours.platforms.length === 0
        ? ['the console', 'a bare process that serves both platforms']
        : [ours.platforms.join(' and '), 'a bare process'];
    return [
      {
        goal: `with ${where}, ready in at most ${MOST_TIMES.ready} times the time of ${of}`,
        measured: ratio(ours.readyMs, bare.readyMs),
        isReached: ours.readyMs <= MOST_TIMES.ready * bare.readyMs,
        why: `The libraries for the store, the limit, the settings, the log and the words alone, with one row written, make it ${ratio(floor.readyMs, bare.readyMs)}; on top come this bot’s own modules, and a look at the journal before anything new is taken.`,
      },
      {
        goal: `with ${where}, at most ${MOST_TIMES.resident} times the resident memory of ${of} at rest`,
        measured: ratio(ours.residentBytes, bare.residentBytes),
        isReached: ours.residentBytes <= MOST_TIMES.resident * bare.residentBytes,
        why: `The libraries for the store, the limit, the settings, the log and the words alone make it ${ratio(floor.residentBytes, bare.residentBytes)}; this bot’s own modules come on top.`,
      },
    ];
  });
}

/** Makes the program as the image and the package have it. Resolves with its file in the build. */
async function bundle(built: string): Promise<string> {
  const root = join(built, '..', '..');
  const tool = join('node_modules', 'rolldown', 'bin', 'cli.mjs');
  const to = join('bundle', 'src');
  await promisify(execFile)(process.execPath, [tool, '--config', '--dir', join(built, to)], { cwd: root });
  return join(to, 'main.js');
}

/** Whether a start on these platforms, or on none in the console, has a use for one of the heavy ones. */
function isUsed(library: string, platforms: readonly Platform[]): boolean {
  if (library === 'grammy') return platforms.includes('Telegram');
  if (library === 'discord.js') return platforms.includes('Discord');
  // Discord's libraries use it, and the first check, which the console asks for, is written with it.
  return library === NODES_FETCH.name && platforms.join() !== 'Telegram';
}

function unusedGoal(starts: readonly Start[]): Goal {
  const wrong = starts.flatMap(({ name, platforms, loaded }) =>
    loaded
      .filter((library) => name === 'this bot' && !isUsed(library, platforms))
      .map((library) => `${library} with ${platforms.join(' and ') || 'the console'}`),
  );
  return {
    goal: 'what is not used is not loaded: no library of another platform or another database, none for files, pictures, HTTP, metrics and terminals',
    measured: wrong.length === 0 ? 'nothing of these' : wrong.join(', '),
    isReached: wrong.length === 0,
  };
}

const MOST_MB = 220;
/** What is there for a moment, such as the lines of the last 10 s to Discord, and code that is compiled late. */
const GROWTH_BYTES = 2 * MEGABYTE;
/** The engine keeps and gives back memory in pages, by its own timing. */
const RESIDENT_GROWTH_BYTES = 8 * MEGABYTE;

function growthGoals(memory: readonly Memory[]): Goal[] {
  const ours = memory.find(({ name }) => name === 'this bot');
  const [, warm, all] = ours?.moments ?? [];
  const grown = (of: 'heapBytes' | 'settledBytes'): number => (all?.[of] ?? Number.NaN) - (warm?.[of] ?? 0);
  const goal = (what: string, bytes: number, most: number): Omit<Goal, 'why'> => ({
    goal: `${what} no larger after ${figure(sumOf(CROWD.more))} more requests, once the bounded memories are full, but for ${figure(most / MEGABYTE)} MB`,
    measured: `${figure(Math.max(0, bytes) / MEGABYTE)} MB`,
    isReached: bytes <= most,
  });
  const most = Math.max(...(ours?.moments ?? []).map(({ settledBytes }) => settledBytes));
  return [
    {
      goal: `after ${figure(sumOf(CROWD.first) + sumOf(CROWD.more))} requests, at most ${MOST_MB} MB of resident memory after a collection`,
      measured: `${figure(most / MEGABYTE)} MB`,
      isReached: most <= MOST_MB * MEGABYTE,
      why: 'The engine keeps pages that it has used, for the next burst.',
    },
    {
      ...goal('the heap', grown('heapBytes'), GROWTH_BYTES),
      why: 'All that is bounded by a number is full before, so this is kept for each request, or for a time.',
    },
    {
      ...goal('resident memory after a collection', grown('settledBytes'), RESIDENT_GROWTH_BYTES),
      why: 'Where the heap has not grown, it is native memory, most likely what was freed and the allocator keeps, and pages that the engine has not given back yet: docs/decisions/heap.md.',
    },
  ];
}
