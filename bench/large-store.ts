import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../src/core/time/clock.ts';
import { startSandbox } from '../src/sandbox/sandbox-server.ts';
import { answersFileOf } from '../src/store/file-names.ts';
import { type Installation, openInstallation } from '../src/store/installation.ts';
import type { OwnedDatabase } from '../src/store/owned-database.ts';
import { RequestTable } from '../src/store/schema/request-table.ts';
import { sweepAnswers } from '../src/store/schema/sweep.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-database.ts';
import { type Bench, figure, medianOf, rangeOf, ratio } from './bench.ts';
import { CACHE_SECRET, RELEASED, startBot } from './programs.ts';

const SIZES = {
  answers: 1_000_000,
  expired: 500_000,
  buttons: 300_000,
  finished: 100_000,
  /** What the limit lets through in the two days for which sends are stored. */
  sends: 54_720,
  starts: 7,
  quietMs: 5_000,
};
const TINY: typeof SIZES = {
  answers: 2_000,
  expired: 1_000,
  buttons: 50,
  finished: 50,
  sends: 50,
  starts: 1,
  quietMs: 200,
};
/** How often a row is written while the store is swept. */
const WRITE_EVERY_MS = 20;
const LONGEST_MS = 100;
const LONGEST_BESIDE_MS = 20;
const SLOWEST_START = 1.2;

/** What a store with many rows costs a start, and what writes wait for. */
export const largeStore: Bench = {
  title: 'A large store: starts, and writes beside other work',
  run: async ({ tiny, built, directory, progress }) => {
    const sizes = tiny ? TINY : SIZES;
    const file = join(directory, 'large.sqlite');
    progress('filling');
    await fill(file, sizes);
    progress('starts');
    const service = await startSandbox();
    const place = { built, directory, service: service.url, file: RELEASED };
    const startOn = async (path: string): Promise<number> => {
      const program = await startBot({ ...place, url: `sqlite://${path}` }, {});
      await program.say('/help', /\S/);
      const tookMs = performance.now() - program.launchedAt;
      await program.end();
      return tookMs;
    };
    const starts = { empty: [] as number[], large: [] as number[] };
    for (let time = 0; time < sizes.starts; time += 1) {
      starts.empty.push(await startOn(join(directory, `empty-${time}.sqlite`)));
      starts.large.push(await startOn(file));
    }
    await service.close();
    progress('sweep');
    const quietFile = join(directory, 'quiet.sqlite');
    const quiet = await writesDuring(quietFile, () => delay(sizes.quietMs));
    const { signal } = new AbortController();
    const swept = await writesDuring(file, (database) =>
      sweepAnswers({ answers: database.answers, clock: systemClock, signal }),
    );
    progress('answers');
    const beside = await writesDuring(file, (database) => useAnswers(database, sizes.quietMs));
    const locked = await writesDuring(file, async (database) => {
      const other = await openSqlite(answersFileOf(file));
      await other.query('BEGIN EXCLUSIVE');
      await useAnswers(database, sizes.quietMs);
      await other.close();
    });
    const empty = medianOf(starts.empty);
    const large = medianOf(starts.large);
    return {
      about: `A SQLite store with ${figure(sizes.answers)} answers, ${figure(sizes.buttons + sizes.finished)} finished requests, ${figure(sizes.buttons)} of them with buttons, and ${figure(sizes.sends)} sends. A start is the program from its launch to the answer to /help on the console. Then ${figure(sizes.expired)} expired answers are swept while a request is written every ${WRITE_EVERY_MS} ms. Each figure is the least, the median and the most.`,
      tables: [
        {
          title: 'Milliseconds',
          columns: ['', 'empty', 'large'],
          rows: [
            ['start', rangeOf(starts.empty), rangeOf(starts.large)],
            ['write', rangeOf(quiet), ''],
            ['write, while it is swept', '', rangeOf(swept)],
            ['write, while answers are read and written', '', rangeOf(beside)],
            ['write, while another program locks the answers', '', rangeOf(locked)],
          ],
        },
      ],
      goals: [
        {
          goal: `a start takes at most ${SLOWEST_START} times that on an empty store`,
          measured: ratio(large, empty),
          isReached: large / empty <= SLOWEST_START,
        },
        {
          goal: `no write waits for more than ${LONGEST_MS} ms while it is swept`,
          measured: `${figure(Math.max(...swept))} ms (${figure(Math.max(...quiet))} ms on an idle empty store)`,
          isReached: Math.max(...swept) <= LONGEST_MS,
        },
        {
          goal: `no write waits for more than ${LONGEST_BESIDE_MS} ms while answers are read and written, also while another program locks them`,
          measured: `${figure(Math.max(...beside))} ms, ${figure(Math.max(...locked))} ms`,
          isReached: Math.max(...beside, ...locked) <= LONGEST_BESIDE_MS,
        },
      ],
    };
  },
};

async function fill(
  file: string,
  { answers, expired, buttons, finished, sends }: typeof SIZES,
): Promise<void> {
  // Makes the tables.
  await (await openAt(file)).database.close();
  const later = Date.now() + 30 * 86_400_000;
  const numbers = (count: number): string =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const setUp = `BEGIN; ${numbers(finished)} INSERT INTO request (id, suspicion, at, done)
     SELECT hex(randomblob(16)), 0, i, ${Date.now()} FROM n;
     ${numbers(buttons)} INSERT INTO request (id, person, token, buttons, suspicion, at, done)
     SELECT hex(randomblob(16)), i / 3, hex(randomblob(16)), '2.' || hex(randomblob(100)), 0, i, ${Date.now()} FROM n;
     ${numbers(sends)} INSERT INTO send (id, state, imei, request, account, boot, at, uptime, expires)
     SELECT i, 'answered', hex(randomblob(16)), hex(randomblob(16)), i / 100, '', 0, 0, ${later} FROM n;
     COMMIT;`;
  await runIn(file, setUp);
  // As Keyv writes them.
  const value = `'{"value":"' || hex(randomblob(250)) || '","expires":' || iif(i <= ${expired}, 1, ${later}) || '}'`;
  await runIn(
    answersFileOf(file),
    `BEGIN; ${numbers(answers)} INSERT INTO answer (key, value)
     SELECT 'keyv:' || hex(randomblob(32)), ${value} FROM n;
     COMMIT;`,
  );
}

async function runIn(file: string, statements: string): Promise<void> {
  const database = await openSqlite(file);
  for (const statement of statements.split(';'))
    if (statement.trim() !== '') await database.query(statement);
  await database.close();
}

/** How long each write takes while something else goes on, in milliseconds. */
async function writesDuring(
  file: string,
  work: (database: OwnedDatabase) => Promise<unknown>,
): Promise<readonly number[]> {
  const { database, seal } = await openAt(file);
  const requests = new RequestTable(database.sql, seal);
  const times: number[] = [];
  let isOver = false;
  const over = work(database).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await delay(WRITE_EVERY_MS);
    const startedAt = performance.now();
    await requests.insert('person', { id: String(startedAt), body: '', at: 0 });
    times.push(performance.now() - startedAt);
  }
  await over;
  await database.close();
  return times;
}

function openAt(file: string): Promise<Installation> {
  return openInstallation({ url: `sqlite://${file}`, secret: CACHE_SECRET, clock: systemClock });
}

/** Reads and writes answers one after the other; those that fail while they are locked too. */
async function useAnswers({ answers }: OwnedDatabase, forMs: number): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < forMs) {
    const key = String(performance.now());
    await Promise.allSettled([answers.set(key, 'x'.repeat(500)), answers.get(key)]);
  }
}
