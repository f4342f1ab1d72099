import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import { Bench as TinyBench } from 'tinybench';
import { systemClock } from '../src/core/clock.ts';
import { savedReply } from '../src/format/imei/answer.ts';
import { sayIn } from '../src/format/words/say.ts';
import { findImeis } from '../src/imei/find.ts';
import { readCheckAnswer } from '../src/provider/device-identity/read.ts';
import { createButtonTable } from '../src/store/schema/button.ts';
import { createRequestTable } from '../src/store/schema/request.ts';
import { createSeal } from '../src/store/seal/seal.ts';
import { createSqliteStore } from '../test/support/store/sqlite-store.ts';
import type { Bench, Table } from './bench.ts';
import { openBooks } from './books.ts';
import { type Core, fullAnswer, knownImei, openCache, startCore } from './core.ts';
import { figure, medianOf, middleOf, rangeOf, ratio } from './figures.ts';

/** More than the layer in memory holds, so that going round finds none of them there. */
const ROWS = 6_000;
const AT_ONCE = 32;
/** Rounds that count; with many at once, after one that does not. */
const ROUNDS = 3;

/** Times by task, in milliseconds: the median of each round. */
type Times = ReadonlyMap<string, readonly number[]>;

const ONE = 'One at a time';
/** Bench 2: what a cached answer costs, from the text to the reply. */
export const cachedAnswer: Bench = {
  title: 'Cached answer: text in, reply out',
  instead: (cell) =>
    `bare Keyv reads a row in ${middleOf(cell(ONE, BARE, 1))} ms and keeps, parses and says nothing; this bot answers in ${middleOf(cell(ONE, COLD, 1))} ms from the file, in ${middleOf(cell(ONE, HOT, 1))} ms from memory, and in ${middleOf(cell(ONE, TYPING, 1))} ms while somebody types.`,
  run: async ({ tiny, directory, progress }) => {
    const file = join(directory, 'bot.sqlite');
    const rows = tiny ? 20 : ROWS;
    const timeMs = tiny ? 5 : 5_000;
    progress(`writing ${figure(rows)} answers`);
    const bareKey = await fill(file, rows);
    progress('the whole way');
    const core = await startCore(file);
    const bare = new Keyv({ store: new KeyvSqlite({ uri: `sqlite://${file}`, table: 'cache' }) });
    const whole = await measureWhole(core, { rows, timeMs, bare: () => bare.get(bareKey) });
    const many = await ratesOf(tiny ? 64 : 5_000, () => core.ask(knownImei(1)));
    const bareMany = await ratesOf(tiny ? 64 : 30_000, () => bare.get(bareKey));
    await core.stop();
    await bare.disconnect();
    progress('stage by stage');
    const stages = await measureStages(file, { rows, timeMs });
    const middle = (name: string, times: Times = whole): number => medianOf(times.get(name) ?? []);
    const [bareMs, wholeMs, memoryMs] = [middle(BARE), middle(HOT), middle(MEMORY, stages)] as const;
    const [manyPerSecond, bareManyPerSecond] = [medianOf(many), medianOf(bareMany)] as const;
    return {
      about: `An IMEI whose answer was paid for before. The whole way goes through access, request table, parser, cache and format, to the last state of the reply; bare Keyv reads one row from the same file, and neither parses, writes, decrypts nor formats. Every write is synced to the disk (\`synchronous = FULL\`), since what is acknowledged has to survive a power cut; a read is not. Of ${ROUNDS} rounds, of 5 s each or of 5,000 requests at once and more, the least, the middle and the most are told.`,
      tables: [
        wholeTable(whole),
        {
          title: `${AT_ONCE} at once`,
          columns: ['', 'per second', 'bare Keyv’s rate'],
          rows: [
            ['bare Keyv get', rangeOf(bareMany), ratio(1, 1)],
            ['the whole way', rangeOf(many), ratio(manyPerSecond, bareManyPerSecond)],
          ],
        },
        stageTable(stages),
      ],
      goals: [
        {
          goal: 'the whole way, requests on SQLite, has 50 % of the rate of bare Keyv',
          measured: `${ratio(bareMs, wholeMs)} one at a time, ${ratio(manyPerSecond, bareManyPerSecond)} with ${AT_ONCE} at once`,
          isReached: wholeMs <= bareMs * 2 && manyPerSecond * 2 >= bareManyPerSecond,
          why: 'Bare Keyv does one read. Here the request is on the disk before it is acknowledged, and that one synced write alone takes longer than two of those reads; what its buttons do, the person’s last checks, the count of what was saved and the striking out follow behind the reply, and the next request waits for them. With many at once all of that is one statement and one sync for all of them: what is left is the processor’s time to seal, parse, answer, write the words and keep the promises, several times that of one read.',
        },
        {
          goal: 'an answer from the layer in memory has 5 times the rate of bare Keyv',
          measured: `${ratio(bareMs, memoryMs)}; ${ratio(bareMs, middle(TYPING))} with the parser before it and the reply after it`,
          isReached: memoryMs * 5 <= bareMs,
        },
      ],
    };
  },
};

const BARE = 'bare Keyv get';
const HOT = 'the whole way, answer in memory';
const COLD = 'the whole way, answer in the file';
const MEMORY = 'answer from memory';
const TYPING = 'while somebody types: answer in memory, nothing written down';

/** Writes the answers, and tells the key of a row for bare Keyv. */
async function fill(file: string, rows: number): Promise<string> {
  const raw = await fullAnswer();
  const answer = readCheckAnswer(raw);
  const { cache, close } = openCache(file);
  for (let serial = 0; serial < rows; serial += 1)
    await cache.put(knownImei(serial), raw, { answer, checkedAt: systemClock.now() });
  const key = cache.keyOf(knownImei(0));
  await close();
  return key;
}

interface WholeNeeds {
  readonly rows: number;
  readonly timeMs: number;
  readonly bare: () => Promise<unknown>;
}

async function measureWhole(core: Core, { rows, timeMs, bare }: WholeNeeds): Promise<Times> {
  const hot = `IMEI: ${knownImei(1)}`;
  let serial = 0;
  const nextCold = (): string => {
    serial = (serial + 1) % rows;
    return knownImei(serial);
  };
  await core.ask(hot);
  return timesOf(timeMs, {
    [BARE]: bare,
    [HOT]: () => core.ask(hot),
    [COLD]: () => core.ask(nextCold()),
    [TYPING]: () => core.suggest(hot),
  });
}

/** {@link rateOf} in each round that counts. */
async function ratesOf(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rates.push(await rateOf(count, work));
  return rates.slice(1);
}

/** How often in a second, so many at once. */
async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (count / (performance.now() - startedAt)) * 1_000;
}

async function measureStages(
  file: string,
  { rows, timeMs }: { readonly rows: number; readonly timeMs: number },
): Promise<Times> {
  const store = createSqliteStore(`sqlite://${file}`, systemClock);
  const { cache, close } = openCache(file);
  const seal = createSeal('another secret of this bench, as long as one that an operator sets');
  const { history } = openBooks(store, seal);
  const requests = createRequestTable(store.sql, seal);
  const buttons = createButtonTable(store.sql, seal);
  const imei = knownImei(0);
  const text = `IMEI: ${imei}`;
  const [found] = findImeis(text).found;
  const answer = await cache.get(imei);
  if (found === undefined || answer?.found !== true) throw new Error('the answer was not kept');
  let serial = 0;
  let id = 0;
  const times = await timesOf(timeMs, {
    'write the request down (synced)': () => {
      id += 1;
      return requests.insert(REQUEST.requester, { id: `stage:${id}`, body: JSON.stringify(REQUEST), at: id });
    },
    'find the IMEI in the text': () => findImeis(text),
    [MEMORY]: () => cache.get(imei),
    'or from the file, opened and read': () => {
      serial = (serial + 1) % rows;
      return cache.get(knownImei(serial));
    },
    'make the reply': () => savedReply(VIEW, found, answer),
    'behind it: what its buttons do (synced)': () => {
      id += 1;
      return buttons.put({
        id: `stage:${id}`,
        person: REQUEST.requester,
        body: BUTTONS,
        expires: Date.now() + 86_400_000,
      });
    },
    'behind it: the person’s last checks (read, synced)': () =>
      history.add(REQUEST.requester, [{ imei, at: systemClock.now() }]),
    'behind it: strike the request out (synced)': () => requests.finish(`stage:${id}`, id),
  });
  await close();
  await store.close();
  return times;
}

const REQUEST = {
  ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: 'IMEI: 490154203237518' } },
  requester: 'bench:user:1',
  scopes: [],
  locale: 'en',
  visibility: 'private',
  target: {},
} as const;

/** As long as what is kept of the buttons of an answer. */
const BUTTONS = 'x'.repeat(600);

const VIEW = {
  say: sayIn('en'),
  visibility: 'private',
  admin: false,
  now: Date.UTC(2026, 0, 15),
  sandbox: true,
} as const;

async function timesOf(timeMs: number, tasks: Readonly<Record<string, () => unknown>>): Promise<Times> {
  const times = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const bench = new TinyBench({ time: timeMs, warmupTime: timeMs / 5, iterations: 10, throws: true });
    for (const [name, work] of Object.entries(tasks)) bench.add(name, work);
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed') throw new Error(`${name}: ${result.state}`);
      times.get(name)?.push(result.latency.p50);
    }
  }
  return times;
}

function wholeTable(times: Times): Table {
  const bareMs = medianOf(times.get(BARE) ?? []);
  return {
    title: ONE,
    columns: ['', 'ms, median', 'per second', 'bare Keyv’s rate'],
    rows: [...times].map(([name, ms]) => [
      name,
      rangeOf(ms),
      figure(1_000 / medianOf(ms)),
      ratio(bareMs, medianOf(ms)),
    ]),
  };
}

function stageTable(times: Times): Table {
  return {
    title: 'Stage by stage',
    columns: ['', 'ms, median'],
    rows: [...times].map(([name, ms]) => [name, rangeOf(ms)]),
  };
}
