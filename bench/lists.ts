import PQueue from 'p-queue';
import { Lifetime } from '../src/core/lifetime/lifetime.ts';
import { systemClock } from '../src/core/time/clock.ts';
import { Limiter } from '../src/limiter/limiter.ts';
import { type Bench, figure, type Goal, quantile, type Table } from './bench.ts';

const WINDOW_MS = 60_000;
const PER_WINDOW = 19;
const CONCURRENT = 4;
const ANSWER_MS = 300;
const SECOND_MS = 1_000;

/** Who asks for what, and when, in seconds. */
interface Scene {
  readonly name: string;
  readonly lists: readonly { readonly at: number; readonly count: number }[];
  /** A single check comes so often, as long as a list is not done. */
  readonly singleEvery?: number;
}

/** Who decides when a check is sent. */
interface Queue {
  /** Resolves when the answer is there. */
  ask(priority: 'single' | 'batch', account: string): Promise<unknown>;
  end(): Promise<unknown>;
}

interface Waits {
  /** From the message to the last answer of each list, in seconds. */
  readonly lists: readonly number[];
  /** From the message to the answer of each single check. */
  readonly singles: readonly number[];
}

const SCENES: readonly Scene[] = [
  { name: 'a list of 12', lists: [{ at: 0, count: 12 }] },
  { name: 'a list of 8 each minute', lists: every(60, 8), singleEvery: 10 },
  {
    name: 'three lists of 12 in a minute',
    lists: [0, 20, 40].map((at) => ({ at, count: 12 })),
    singleEvery: 15,
  },
  { name: 'a list of 300', lists: [{ at: 0, count: 300 }] },
  {
    name: 'a list of 5 beside 300',
    lists: [
      { at: 0, count: 300 },
      { at: 300, count: 5 },
    ],
  },
  { name: 'three lists of 100', lists: [0, 0, 0].map((at) => ({ at, count: 100 })) },
  { name: 'a list of 300 and singles', lists: [{ at: 0, count: 300 }], singleEvery: 20 },
];

function every(seconds: number, count: number): Scene['lists'] {
  return Array.from({ length: 8 }, (_, index) => ({ at: index * seconds, count }));
}

/** What the limiter does for lists, and for people who ask while a list runs. */
export const lists: Bench = {
  title: 'Lists and singles: short lists at once, singles beside long lists without a wait',
  run: async ({ tiny, progress }) => {
    progress('all scenes');
    const scenes = tiny ? SCENES.slice(0, 1) : SCENES;
    const [own, rival] = await Promise.all(
      [openLimiter, openPQueue].map((open) =>
        Promise.all(scenes.map((scene) => play(scene, open()))),
      ),
    );
    const tables = [tableOf('imei-bot', scenes, own), tableOf('p-queue', scenes, rival)];
    return {
      about: `The queue alone, with the limits of the service; an answer takes ${ANSWER_MS} ms. Takes 22 minutes.`,
      tables,
      goals: goalsOf(own, rival),
    };
  },
};

function tableOf(name: string, scenes: readonly Scene[], waits: readonly Waits[] = []): Table {
  return {
    title: `${name}: from the message to the answer, s`,
    columns: ['', 'lists', 'singles, median', '95 %', 'most'],
    rows: scenes.map((scene, index) => [scene.name, ...cells(waits[index])]),
  };
}

/** @param rival is measured beside it, and has no goals. */
function goalsOf(own: readonly Waits[] = [], rival: readonly Waits[] = []): readonly Goal[] {
  const shortList = (waits: readonly Waits[]) => waits[0]?.lists[0] ?? Number.NaN;
  const longList = (waits: readonly Waits[]) => (waits[3]?.lists[0] ?? Number.NaN) / 60;
  const beside = (waits: readonly Waits[]) => waits[4]?.lists[1] ?? Number.NaN;
  const singles = (waits: readonly Waits[]) => quantile(waits.at(-1)?.singles ?? [], 0.95);
  return [
    {
      goal: 'twelve numbers on an idle bot: at most 2 s',
      measured: `${figure(shortList(own))} s; with p-queue ${figure(shortList(rival))} s`,
      isReached: shortList(own) <= 2,
    },
    {
      goal: 'a single beside a list of 300: 95 % at most 0.5 s',
      measured: `${figure(singles(own))} s; with p-queue ${figure(singles(rival))} s`,
      isReached: singles(own) <= 0.5,
    },
    {
      goal: 'a list of 300 alone: at most 18.5 minutes',
      measured: `${figure(longList(own))} minutes; with p-queue ${figure(longList(rival))}`,
      isReached: longList(own) <= 18.5,
    },
    {
      goal: 'a list of 5 beside a list of 300: at most 25 s',
      measured: `${figure(beside(own))} s; with p-queue ${figure(beside(rival))} s`,
      isReached: beside(own) <= 25,
    },
  ];
}

function cells(waits: Waits | undefined): readonly string[] {
  const { lists = [], singles = [] } = waits ?? {};
  const last = lists.map((seconds) => figure(seconds)).join(', ');
  if (singles.length === 0) return [last, '', '', ''];
  return [last, ...[0.5, 0.95, 1].map((part) => figure(quantile(singles, part)))];
}

async function play({ lists, singleEvery }: Scene, queue: Queue): Promise<Waits> {
  const done = new AbortController();
  const singles: number[] = [];
  const asking = singleEvery && askSingles(queue, singleEvery, singles, done.signal);
  const waits = await Promise.all(
    lists.map(async ({ at, count }, index) => {
      await systemClock.sleep(at * SECOND_MS);
      return secondsOf(() =>
        Promise.all(Array.from({ length: count }, () => queue.ask('batch', `list ${index}`))),
      );
    }),
  );
  done.abort();
  await asking;
  await queue.end();
  return { lists: waits, singles };
}

/** Asks for single checks, one after the other, until the signal is aborted. */
async function askSingles(
  queue: Queue,
  everySeconds: number,
  waits: number[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await systemClock.sleep(everySeconds * SECOND_MS, signal).catch(() => undefined);
    if (!signal.aborted) waits.push(await secondsOf(() => queue.ask('single', 'single')));
  }
}

function openLimiter(): Queue {
  const lifetime = new Lifetime(console.error);
  const limiter = new Limiter({
    perWindow: PER_WINDOW,
    concurrent: CONCURRENT,
    windowMs: WINDOW_MS,
    callTimeoutMs: 20_000,
    clock: systemClock,
    lifetime,
  });
  return {
    ask: (priority, account) => {
      const { signal } = new AbortController();
      const check = { priority, group: account, account, signal };
      return limiter.schedule(check, (permit) => {
        permit.canSend();
        return answerLater();
      });
    },
    end: () => lifetime.end(0),
  };
}

/** What a bot has that only limits its requests: first come, first served. */
function openPQueue(): Queue {
  const limits = { concurrency: CONCURRENT, intervalCap: PER_WINDOW, interval: WINDOW_MS };
  const queue = new PQueue({ ...limits, strict: true });
  return { ask: () => queue.add(answerLater), end: () => queue.onIdle() };
}

function answerLater(): Promise<void> {
  return systemClock.sleep(ANSWER_MS);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / SECOND_MS;
}
