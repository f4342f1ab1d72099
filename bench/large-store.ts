import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../src/core/clock.ts';
import { createButtons } from '../src/requests/buttons.ts';
import type { Store } from '../src/store/contract.ts';
import { createButtonTable } from '../src/store/schema/button.ts';
import { createRequestTable } from '../src/store/schema/request.ts';
import { createSeal } from '../src/store/seal/seal.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { createSqliteStore } from '../test/support/store/sqlite-store.ts';
import type { Bench, Goal } from './bench.ts';
import { fail } from './books.ts';
import { figure, medianOf, ratio } from './figures.ts';
import { startProgram } from './processes.ts';

const SIZES = {
  answers: 1_000_000,
  expired: 500_000,
  buttons: 300_000,
  finished: 100_000,
  /** What the limit lets through in the two days for which sends are kept. */
  sends: 54_720,
  starts: 7,
  forgotten: 200,
};
const TINY: typeof SIZES = {
  answers: 200,
  expired: 100,
  buttons: 50,
  finished: 50,
  sends: 50,
  starts: 1,
  forgotten: 2,
};
/** A person writes so often while it is swept. */
const WRITE_EVERY_MS = 20;
const LONGEST_MS = 50;
const SLOWEST_START = 1.2;

/** Bench 8: what a store with many rows costs those who have nothing to do with them. */
export const largeStore: Bench = {
  title: 'A large store: starts, and writes while somebody is forgotten or it is swept',
  instead: (cell) =>
    `a start on an empty store takes ${cell('Milliseconds', 'start', 1)} ms, on this one ${cell('Milliseconds', 'start', 2)} ms; the longest write takes ${cell('Milliseconds', 'longest write', 1)} ms on an empty one, ${cell('Milliseconds', 'longest write', 3)} ms here while somebody is forgotten and ${cell('Milliseconds', 'longest write', 4)} ms while it is swept.`,
  run: async ({ tiny, built, directory, progress }) => {
    const sizes = tiny ? TINY : SIZES;
    const file = join(directory, 'large.sqlite');
    progress('filling');
    await fill(file, sizes);
    progress('starts');
    const starts = { large: [] as number[], empty: [] as number[] };
    for (let time = 0; time < sizes.starts; time += 1) {
      starts.empty.push(await startOn(join(directory, `empty-${time}.sqlite`), built, directory));
      starts.large.push(await startOn(file, built, directory));
    }
    progress('sweep');
    const alone = await longestWrites(join(directory, 'quiet.sqlite'), async () => delay(tiny ? 50 : 5_000));
    progress('/forget');
    const forgotten = await longestWrites(file, (store) => forgetOften(store, sizes.forgotten));
    await expire(file, sizes.expired);
    const swept = await longestWrites(file, (store) => store.sweep());
    const [empty, large] = [medianOf(starts.empty), medianOf(starts.large)];
    const startGoal: Goal = {
      goal: `a start on it takes at most ${SLOWEST_START} times that on an empty store`,
      measured: ratio(large, empty),
      isReached: large / empty <= SLOWEST_START,
    };
    const stallGoal: Goal = {
      goal: `no write waits for more than ${LONGEST_MS} ms while somebody is forgotten or it is swept`,
      measured: `${figure(forgotten.longestMs)} ms and ${figure(swept.longestMs)} ms`,
      isReached: Math.max(forgotten.longestMs, swept.longestMs) <= LONGEST_MS,
      why: `the longest write of an empty store that nothing else uses took ${figure(alone.longestMs)} ms on this machine`,
    };
    return {
      about: `A SQLite store with ${figure(sizes.answers)} answers, ${figure(sizes.buttons)} button rows, ${figure(sizes.finished)} finished requests and ${figure(sizes.sends)} sends. A start is the program from its launch to the answer of one line on the console; medians of ${sizes.starts}, large and empty by turns. Then people are forgotten, ${figure(sizes.forgotten)} one after the other; and ${figure(sizes.expired)} answers expire at once and are swept, while a row is written every ${WRITE_EVERY_MS} ms.`,
      tables: [
        {
          title: 'Milliseconds',
          columns: ['', 'empty', 'large', 'large, /forget', 'large, swept'],
          rows: [
            ['start', figure(empty), figure(large), '', ''],
            ['longest write', ...[alone, forgotten, swept].flatMap(aside((one) => one.longestMs))],
            ['median write', ...[alone, forgotten, swept].flatMap(aside((one) => one.medianMs))],
            [
              'longest pause of the event loop',
              ...[alone, forgotten, swept].flatMap(aside((one) => one.pauseMs)),
            ],
            ['all of it', '', '', figure(forgotten.tookMs), figure(swept.tookMs)],
          ],
        },
      ],
      goals: [startGoal, stallGoal],
    };
  },
};

async function fill(file: string, { answers, buttons, finished, sends }: typeof SIZES): Promise<void> {
  await sql(file, '');
  const later = Date.now() + 30 * 86_400_000;
  const numbers = (count: number): string =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  await sql(
    file,
    `BEGIN; ${numbers(finished)} INSERT INTO request (id, tries, at, done)
     SELECT hex(randomblob(16)), 0, i, ${Date.now()} FROM n;
     ${numbers(buttons)} INSERT INTO button (id, person, body, expires)
     SELECT hex(randomblob(16)), i / 3, '2.' || hex(randomblob(100)), ${later} FROM n;
     ${numbers(sends)} INSERT INTO send (id, state, imei, request, account, boot, at, uptime, expires)
     SELECT i, 'answered', hex(randomblob(16)), hex(randomblob(16)), i / 100, '', 0, 0, ${later} FROM n;
     ${numbers(answers)} INSERT INTO answer (key, value, expires)
     SELECT 'keyv:' || hex(randomblob(32)), '{"value":"2.' || hex(randomblob(250)) || '","expires":' || ${later} || '}', ${later} FROM n;
     COMMIT;`,
  );
}

function expire(file: string, count: number): Promise<void> {
  return sql(file, `UPDATE answer SET expires = 1 WHERE key IN (SELECT key FROM answer LIMIT ${count});`);
}

/** Runs statements on a store of this version, which is made where there is none. */
async function sql(file: string, statements: string): Promise<void> {
  const store = createSqliteStore(`sqlite://${file}`, systemClock);
  await store.keyv.get('nothing');
  await store.close();
  const database = await openSqlite(file, { setUp: statements, busyTimeoutMs: 1_000 });
  await database.close();
}

async function startOn(file: string, built: string, directory: string): Promise<number> {
  const environment = { STORE_URL: `sqlite://${file}`, LOG_LEVEL: 'silent', PATH: process.env.PATH ?? '' };
  const program = startProgram({ built, file: 'src/main.js', directory, environment });
  await program.say('/help', /\S/);
  const tookMs = performance.now() - program.launchedAt;
  await program.end();
  return tookMs;
}

interface Waits {
  readonly longestMs: number;
  readonly medianMs: number;
  readonly pauseMs: number;
  readonly tookMs: number;
}

/** One figure of each, with nothing for the large store at rest. */
function aside(which: (waits: Waits) => number) {
  return (waits: Waits, place: number): string[] => [figure(which(waits)), ...(place === 0 ? [''] : [])];
}

/** What `/forget` does that could depend on how many rows others have. */
async function forgetOften(store: Store, times: number): Promise<void> {
  const seal = createSeal('0123456789abcdef'.repeat(4));
  const needs = { clock: systemClock, onError: fail };
  const buttons = createButtons({
    ...needs,
    table: createButtonTable(store.sql, seal),
    seal,
  });
  const requests = createRequestTable(store.sql, seal);
  for (let time = 0; time < times; time += 1) {
    const person = `telegram:user:${time}` as const;
    await requests.forget(person, 'none', systemClock.now());
    await buttons.forget(person);
  }
}

async function longestWrites(
  file: string,
  during: (store: ReturnType<typeof createSqliteStore>) => Promise<unknown>,
): Promise<Waits> {
  const store = createSqliteStore(`sqlite://${file}`, systemClock);
  await store.keyv.get('nothing');
  const requests = createRequestTable(store.sql, createSeal('0123456789abcdef'.repeat(4)));
  const writes: number[] = [];
  let pauseMs = 0;
  let isOver = false;
  const begunAt = performance.now();
  const over = during(store).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const sleptAt = performance.now();
    await delay(WRITE_EVERY_MS);
    pauseMs = Math.max(pauseMs, performance.now() - sleptAt - WRITE_EVERY_MS);
    const writtenAt = performance.now();
    await requests.insert('person', { id: String(writtenAt), body: '', at: 0 });
    writes.push(performance.now() - writtenAt);
  }
  await over;
  const tookMs = performance.now() - begunAt;
  await store.close();
  return { longestMs: Math.max(...writes), medianMs: medianOf(writes), pauseMs, tookMs };
}
