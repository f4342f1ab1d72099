import { systemClock } from '../src/core/clock.ts';
import { Lifetime } from '../src/core/lifetime.ts';
import { createLimiter, type Limiter } from '../src/limiter/limiter.ts';
import { type Bench, figure, quantile, type Table } from './bench.ts';

const WINDOW_MS = 60_000;
const ANSWER_MS = 300;
const SECOND_MS = 1_000;

/** Who asks for what, and when, in seconds. */
interface Scene {
  readonly name: string;
  readonly lists: readonly { readonly at: number; readonly count: number }[];
  /** A single check comes so often, as long as a list is not done. */
  readonly singleEvery?: number;
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
    const waits = await Promise.all(scenes.map(play));
    const rows = scenes.map(({ name }, index) => [name, ...cells(waits[index])]);
    const table: Table = {
      title: 'From the message to the answer, s',
      columns: ['', 'lists', 'singles, median', '95 %', 'most'],
      rows,
    };
    const short = waits[0]?.lists[0] ?? Number.NaN;
    const mixed = waits.at(-1);
    return {
      about: `The limiter alone, with the limits of the service; an answer takes ${ANSWER_MS} ms. Takes 22 minutes.`,
      tables: [table],
      goals: [
        {
          goal: 'twelve numbers on an idle bot: at most 2 s',
          measured: `${figure(short)} s`,
          isReached: short <= 2,
        },
        {
          goal: 'a single beside a list of 300: 95 % at most 0.5 s',
          measured: `${figure(quantile(mixed?.singles ?? [], 0.95))} s`,
          isReached: quantile(mixed?.singles ?? [], 0.95) <= 0.5,
        },
        {
          goal: 'a list of 300 alone: at most 18.5 minutes',
          measured: `${figure((waits[3]?.lists[0] ?? Number.NaN) / 60)} minutes`,
          isReached: (waits[3]?.lists[0] ?? Number.NaN) <= 18.5 * 60,
        },
        {
          goal: 'a list of 5 beside a list of 300: at most 25 s',
          measured: `${figure(waits[4]?.lists[1] ?? Number.NaN)} s`,
          isReached: (waits[4]?.lists[1] ?? Number.NaN) <= 25,
        },
      ],
    };
  },
};

function cells(waits: Waits | undefined): readonly string[] {
  const { lists = [], singles = [] } = waits ?? {};
  const last = lists.map((seconds) => figure(seconds)).join(', ');
  if (singles.length === 0) return [last, '', '', ''];
  return [last, ...[0.5, 0.95, 1].map((part) => figure(quantile(singles, part)))];
}

async function play({ lists, singleEvery }: Scene): Promise<Waits> {
  const lifetime = new Lifetime(console.error);
  const limiter = createLimiter({
    perWindow: 19,
    concurrent: 4,
    windowMs: WINDOW_MS,
    requestTimeoutMs: 20_000,
    clock: systemClock,
    lifetime,
  });
  const done = new AbortController();
  const singles: number[] = [];
  const asking = singleEvery && askSingles(limiter, singleEvery, singles, done.signal);
  const waits = await Promise.all(
    lists.map(async ({ at, count }, index) => {
      await systemClock.sleep(at * SECOND_MS);
      return secondsOf(() =>
        Promise.all(Array.from({ length: count }, () => ask(limiter, 'batch', `list ${index}`))),
      );
    }),
  );
  done.abort();
  await asking;
  await lifetime.end(0);
  return { lists: waits, singles };
}

/** Asks for single checks, one after the other, until the signal is aborted. */
async function askSingles(
  limiter: Limiter,
  everySeconds: number,
  waits: number[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await systemClock.sleep(everySeconds * SECOND_MS, signal).catch(() => undefined);
    if (!signal.aborted) waits.push(await secondsOf(() => ask(limiter, 'single', 'single')));
  }
}

function ask(limiter: Limiter, priority: 'single' | 'batch', person: string): Promise<void> {
  const { signal } = new AbortController();
  return limiter.schedule(
    { priority, fairnessKey: person, person, signal },
    { send: () => systemClock.sleep(ANSWER_MS) },
  );
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / SECOND_MS;
}
